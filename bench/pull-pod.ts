/**
 * `pull_pod` end to end, evidence included, against a bare Playwright script that does the same clicks and the same
 * download on the same portal with the same browser, launched for each run as a script would.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { type BrowserProgram, findBrowser } from '../portals/executable.ts';
import { sandboxAccount } from '../sandbox/account.ts';
import { scenarioPros } from '../sandbox/tms/scenarios.ts';
import { tmsUrl } from '../start/machine.ts';
import { type BenchMachine, startBenchMachine } from './bench-machine.ts';
import { percentile } from './percentiles.ts';
import { runTask } from './run-task.ts';

const floor = 1.5;
const warmUps = 2;

/** @param args `--runs N`, 15 by default */
export async function pullPod(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { runs: { type: 'string', default: '15' } } });
  const runs = Number(values.runs);
  const bench = await startBenchMachine([], {});
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bare-'));
  try {
    const program = await findBrowser(bench.machine.settings);
    const bare: number[] = [];
    const ours: number[] = [];
    // In turn, so that a noisy neighbour slows both alike.
    for (let n = -warmUps; n < runs; n += 1) {
      const script = await timed(() => bareScript(program, tmsUrl(bench.machine), join(folder, 'pod.pdf')));
      const task = await timed(() => oneTask(bench));
      if (n < 0) continue;
      bare.push(script);
      ours.push(task);
    }
    return report(bare, ours);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await bench.stop();
  }
}

function report(bare: readonly number[], ours: readonly number[]): boolean {
  const row = (name: string, values: readonly number[]): string =>
    `${name.padEnd(14)}${[50, 90].map((p) => `p${p} ${percentile(values, p).toFixed(0)} ms`.padEnd(16)).join('')}`;
  const ratio = percentile(ours, 50) / percentile(bare, 50);
  process.stdout.write(
    `${row('bare script', bare)}\n${row('pull_pod', ours)}\nratio of the medians ${ratio.toFixed(2)} (floor: at most ${floor}), ${bare.length} runs each\n`,
  );
  return ratio <= floor;
}

async function oneTask(bench: BenchMachine): Promise<void> {
  const task = await runTask(bench, { task_type: 'pull_pod', params: { pro: scenarioPros.clear } }, 15);
  if (task.status !== 'completed') throw new Error(`the task ended ${task.status}: ${task.summary}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  // What a run leaves behind (a closing browser, a webhook on its way) is not the next one's cost.
  const ms = performance.now() - begun;
  await delay(300);
  return ms;
}

/** What somebody would write who only wants the file. */
async function bareScript(program: BrowserProgram, portal: string, file: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: program.path,
    env: { ...(process.env as Record<string, string>), ...program.env },
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${portal}/login`);
    await page.getByLabel('User name').fill(sandboxAccount.username);
    await page.getByLabel('Password').fill(sandboxAccount.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('PRO or BOL number').fill(scenarioPros.clear);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: scenarioPros.clear }).click();
    await page.getByRole('link', { name: 'Documents' }).click();
    const row = page.getByRole('row', { name: 'Delivery receipt (POD)' });
    const link = await row.getByRole('link', { name: 'View' }).getAttribute('href');
    const answer = await page.request.get(new URL(link ?? '', portal).href);
    writeFileSync(file, await answer.body());
  } finally {
    await browser.close();
  }
}
