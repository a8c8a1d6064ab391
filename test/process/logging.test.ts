import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '../../process/logging.ts';
import { until } from '../support/wait.ts';

describe('the log of a process', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'lanekeeper-log-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('writes a line soon, and the next one after a pause as well', async () => {
    const file = join(folder, 'lines.log');
    const log = openLog('test', 'info', file);
    for (const message of ['the first', 'the second']) {
      log.info(message);
      await until(() => readFileSync(file, 'utf8').includes(message));
    }
  });
});
