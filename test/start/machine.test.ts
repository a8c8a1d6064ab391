import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { readSettings } from '../../process/settings.ts';
import { openDeploymentFolder } from '../../start/deployment-folder.ts';
import { planMachine } from '../../start/machine.ts';
import { runFolder } from '../support/machines.ts';

describe('the ports of npm start', () => {
  let taken: Server;
  before((done) => void (taken = createServer().listen(0, '127.0.0.1', done)));
  after((done) => void taken.close(done));

  /** What is kept for the summary, with the engine's own port in use by somebody else. */
  async function moved(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
    const { port } = taken.address() as AddressInfo;
    const free = ['DISPATCH', 'LANES', 'MAIL', 'WORKER_METRICS', 'EMBEDDED_TEMPORAL_UI', 'EMBEDDED_SANDBOX'];
    const more = ['AUDIT', 'DEMO', 'CONTROL'].map((part) => `EMBEDDED_SANDBOX_${part}`);
    const zero = [...free, ...more, 'EMBEDDED_RECEIVER'].map((part) => [`${part}_PORT`, '0']);
    const settings = readSettings({ ...Object.fromEntries(zero), EMBEDDED_TEMPORAL_PORT: String(port) });
    const folder = openDeploymentFolder(join(mkdtempSync(join(runFolder(), 'ports-')), 'data'));
    const silent = (line: string): void => assert.fail(line);
    const screen = { say: silent, detail: silent, status: silent };
    const machine = await planMachine(settings, { XDG_CACHE_HOME: runFolder(), ...env }, folder, screen);
    machine.releasePorts();
    folder.release();
    return machine.moved;
  }

  it('says which port a part has taken instead of the one it should have', async () => {
    const { port } = taken.address() as AddressInfo;
    const [line = '', ...others] = await moved({});
    assert.match(line, new RegExp(`^Port ${port} is in use; the Temporal server listens on \\d+\\.$`));
    assert.deepEqual(others, []);
  });

  it('says nothing of the ports of an engine that runs elsewhere', async () => {
    assert.deepEqual(await moved({ TEMPORAL_ADDRESS: 'temporal.example:7233' }), []);
  });
});
