/** Every fault of the portals at every phase of every writing task type, one run of a playbook each. */
import { stopMachines } from '../test/support/machines.ts';
import { faultCases } from '../test/portals/playbooks/fault-cases.ts';
import { openPhaseRunner, undisturbed } from '../test/portals/playbooks/phase-runner.ts';

/** @param args `--only <pattern>` of "<task type> <case>" @returns whether every case held */
export async function portalFaults(args: readonly string[]): Promise<boolean> {
  const only = args[0] === '--only' ? new RegExp(args[1] ?? '', 'u') : /^/u;
  const cases = faultCases.filter(({ type, name }) => only.test(`${type} ${name}`));
  let broken = 0;
  const started = performance.now();
  try {
    const portals = await openPhaseRunner();
    for (const { type, name, holds } of cases) {
      const wrong = await undisturbed(portals, holds).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (wrong !== undefined) broken += 1;
      process.stdout.write(
        `${wrong === undefined ? 'holds ' : 'BROKEN'} ${type} ${name}${wrong ? `: ${wrong}` : ''}\n`,
      );
    }
    await portals.end();
  } finally {
    await stopMachines();
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`\n${cases.length} cases, ${broken} broken, ${seconds.toFixed(0)} s\n`);
  return broken === 0;
}
