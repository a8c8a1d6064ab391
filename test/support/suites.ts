/** The test files, distinguished by what they need: those that reach a browser, a machine or a kill take seconds each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

interface Suites {
  /** Drive a browser, start the product or kill processes. In both, the longest come first. */
  readonly heavy: readonly string[];
  readonly fast: readonly string[];
}

/** Modules whose importers drive a browser or start the product as processes. */
const heavyModules = [
  'support/browser.ts',
  'support/console-browser.ts',
  'support/machine.ts',
  'workflows/crew.ts',
  '../portals/browser-pool.ts',
  '../bench/bench-machine.ts',
];
/** A kill, and a browser that is started by the command line. */
const heavyWords = /SIGKILL|'rehearse'/;
const ownImport = /(?:from|import) '(\.{1,2}\/[^']+\.ts)'/g;
/**
 * By their time on quiet cores, as `npm test` prints it; each would be the last to end if it began late. One that computes is beside one that waits
 * for a portal, a timer or a process that was killed.
 */
export const longest: readonly string[] = [
  'system/trial',
  'console/studio',
  'portals/guard/guard-table',
  'workflows/write-recovery',
  'portals/playbooks/phases',
  'portals/run-capability',
  'workflows/correction',
  'admin/playbook',
  'portals/own-lag',
  'portals/playbooks/faults',
  'workflows/disputes-and-claims',
  'workflows/recovery',
  'console/approvals',
  'workflows/settle',
  'workflows/ingest',
  'workflows/hostile-page',
  'workflows/task',
  'portals/documents/pdf-readers',
  'workflows/changed-portal',
  'portals/guard/bypasses',
  'console/lanes',
  'workflows/killed-browser',
  'workflows/versions',
  'portals/shown-outcome',
  'portals/one-time-codes',
  'start/temporal-server',
  'console/sign-in',
  'portals/decisive-page',
  'portals/browser-pool',
  'console/operations',
  // Those without a browser or a kill.
  'sdk/routes',
  'workflows/replay',
  'activities/lanes/clock-jumps',
  'workflows/delivery',
  'workflows/branches/portal-write',
  'activities/lanes/session',
  'api/dispatch/mail/hostile-mail',
  'api/dispatch/mail/mail',
  'process/outbound/request',
  'temporal/starts',
  'workflows/branches/prove-write',
  'api/http/broken-requests',
  'sandbox/audit',
  'api/dispatch/deliveries',
  'workflows/receiver-that-hangs',
  'workflows/branches/approval',
];

/** @param folder the folder of the tests; paths are relative to its parent */
export function suites(folder: string): Suites {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
  const heavyFiles = new Set(heavyModules.map((name) => join(folder, name)));
  const found = new Map<string, boolean>();
  const isHeavy = (file: string): boolean => {
    const known = found.get(file);
    if (known !== undefined) return known;
    // A circle of imports ends here.
    found.set(file, false);
    const text = readFileSync(file, 'utf8');
    const imported = [...text.matchAll(ownImport)].map(([, path = '']) => join(dirname(file), path));
    const heavy =
      heavyFiles.has(file) ||
      (file.startsWith(folder) && heavyWords.test(text)) ||
      imported.some((path) => heavyFiles.has(path) || (path.startsWith(folder) && existsSync(path) && isHeavy(path)));
    found.set(file, heavy);
    return heavy;
  };
  const place = (name: string): number => {
    const at = longest.indexOf(name.replace(/\.test\.ts$/, ''));
    return at === -1 ? longest.length : at;
  };
  const path = (name: string): string => join(relative(process.cwd(), folder), name);
  const inOrder = (names: readonly string[]): string[] => names.toSorted((a, b) => place(a) - place(b)).map(path);
  const heavy = files.filter((name) => isHeavy(join(folder, name)));
  return {
    heavy: inOrder(heavy),
    fast: inOrder(files.filter((name) => !heavy.includes(name))),
  };
}
