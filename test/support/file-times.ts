/** How long each file of a run took, imports and set-up included: noted by the processes of mocha, printed at its end. */
import { appendFileSync } from 'node:fs';

/** Where the processes of one run note their files; set by test/run.ts. */
const noted = process.env['TEST_FILE_TIMES'];
let beganMs = performance.now();
let began = process.cpuUsage();

/** Root hooks: with `--parallel` they run before and after each file. */
export const noteFile = {
  afterAll(this: Mocha.Context): void {
    const file = this.test?.parent?.suites[0]?.file;
    const { user, system } = process.cpuUsage(began);
    const seconds = { wall: (performance.now() - beganMs) / 1000, processor: (user + system) / 1e6 };
    if (noted !== undefined && file !== undefined) appendFileSync(noted, `${JSON.stringify({ file, ...seconds })}\n`);
    beganMs = performance.now();
    began = process.cpuUsage();
  },
};
