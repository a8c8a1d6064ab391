/** The fault matrix as the page of the documentation that shows what was measured. */
import { type Case, moments, scenarios } from './matrix-cases.ts';
import { writeFaults } from './matrix-truth.ts';

export interface Row extends Case {
  /** Whether the moment of the kill was met. */
  readonly killed: boolean;
  /** Status and reason of the task. */
  readonly outcome: string;
  /** Writes in the table of truth. */
  readonly writes: number;
  /** What is untrue; null when nothing is. */
  readonly wrong: string | null;
  readonly seconds: number;
}

const head = `<!-- Written by \`npm run bench -- fault-matrix --write docs/fault-matrix.md\`; do not edit. -->

# Fault matrix

Every fault of the [sandbox](sandbox.md#faults) that strikes a write, for every writing task type, with the worker, the
browser or the portal killed around the click that writes: before it, between click and answer, after the answer. Each
cell says how the task ended and, after the dot, how many writes the portal itself recorded. \`duplicate\` and
\`collateral\` make two writes out of one form; everywhere else more than one would be a second click.

A cell is untrue, and **bold**, when something was written twice, when a task that wrote is called failed or rejected, or
when one that did not, or did it wrongly, is called completed. \`escalated\` is \`escalated\`/\`uncertain_write\`:
a person learns what to look for. An asterisk means that the task had finished before the kill.
`;

/** @param total cases that there are; fewer rows make a page that says so */
export function matrixPage(rows: readonly Row[], total: number): string {
  const wrong = rows.filter((row) => row.wrong !== null);
  const killed = rows.filter((row) => row.killed).length;
  const counted = `${rows.length} of ${total} cases, ${killed} with a kill: ${wrong.length} untrue.`;
  const tables = scenarios.map((scenario) =>
    tableOf(
      rows.filter((row) => row.scenario === scenario),
      scenario,
    ),
  );
  return [head, `${counted}\n`, ...tables].join('\n');
}

function tableOf(rows: readonly Row[], scenario: string): string {
  const lines = writeFaults.map((fault) => {
    const cells = moments.map((moment) => cellOf(rows.find((row) => row.fault === fault && row.moment === moment)));
    return `| \`${fault}\` | ${cells.join(' | ')} |`;
  });
  const titles = moments.map((moment) => (moment === 'none' ? 'no kill' : moment));
  return [
    `## ${scenario}\n`,
    `| Fault | ${titles.join(' | ')} |`,
    `|---|${moments.map(() => '---').join('|')}|`,
    ...lines,
    '',
  ].join('\n');
}

function cellOf(row: Row | undefined): string {
  if (row === undefined) return '-';
  const { outcome, writes, wrong, moment, killed } = row;
  const missed = moment === 'none' || killed ? '' : ' *';
  const words = `${outcome.replace('escalated/uncertain_write', 'escalated')} · ${writes}${missed}`;
  return wrong === null ? words : `**${words}: ${wrong}**`;
}
