/** `npm run bench -- versions`: the drill of Worker Versioning; its short form is test/workflows/versions.test.ts. */
import { parseArgs } from 'node:util';
import { openCrew } from '../test/workflows/crew.ts';
import { rollBackDrill } from '../test/workflows/versions-drill.ts';
import { stopMachines } from '../test/support/machines.ts';

/** Floors: no delivery lost, none made twice. */
export async function versions(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { count: { type: 'string', default: '300' } } });
  const crew = await openCrew();
  try {
    const began = Date.now();
    const report = await rollBackDrill(crew, 'bench', { wanted: Number(values.count), endings: ['a', 'b'] });
    console.log(`deliveries                      ${report.deliveries}`);
    console.log(`stayed with the broken version  ${report.stuck}`);
    console.log(`lost                            ${report.lost} (floor 0)`);
    console.log(`made twice                      ${report.twice} (floor 0)`);
    console.log(`seconds                         ${Math.round((Date.now() - began) / 1000)}`);
    return report.lost === 0 && report.twice === 0 && report.stuck > 0;
  } finally {
    await crew.leave();
    await stopMachines();
  }
}
