import assert from 'node:assert/strict';
import { PartError, supervise, type Part, type RunningPart } from '../../start/supervisor.ts';
import { until } from '../support/wait.ts';

interface Play {
  readonly events: string[];
  readonly said: string[];
  /** A part that writes its life into `events`. */
  readonly part: (
    name: string,
    needs?: readonly string[],
    begin?: (signal: AbortSignal) => Promise<void>,
  ) => PlayedPart;
}

interface PlayedPart extends Part {
  /** Lets the running one end by itself. */
  readonly end: (how: string) => void;
}

function play(): Play {
  const events: string[] = [];
  return {
    events,
    said: [],
    part(name, needs = [], begin = async () => {}) {
      let end: (how: string) => void = () => {};
      return {
        name,
        needs,
        end: (how) => end(how),
        start: async (signal): Promise<RunningPart> => {
          events.push(`${name} starts`);
          await begin(signal);
          events.push(`${name} ready`);
          const ended = new Promise<string>((resolve) => (end = resolve));
          return {
            ended,
            stop: async () => {
              events.push(`${name} stops`);
              end('stopped');
            },
            kill: () => {
              events.push(`${name} killed`);
              end('killed');
            },
          };
        },
      };
    },
  };
}

const options = (said: string[]) => ({ say: (line: string) => void said.push(line), restartWaitsMs: [0] });

describe('the supervisor', () => {
  it('starts a part when what it needs is ready, and parts that need nothing of each other side by side', async () => {
    const { part, events, said } = play();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const database = part('database', [], () => held);
    const engine = part('engine');
    const api = part('api', ['database', 'engine']);
    const supervisor = supervise([database, engine, api], options(said));
    await until(() => events.includes('engine ready'));
    assert.ok(!events.includes('api starts'));
    release();
    await supervisor.ready;
    assert.deepEqual(events.slice(-3), ['database ready', 'api starts', 'api ready']);
    await supervisor.stop();
  });

  it('stops in the opposite order of the list, once, however often it is asked', async () => {
    const { part, events, said } = play();
    const supervisor = supervise(
      [part('database'), part('worker', ['database']), part('api', ['database'])],
      options(said),
    );
    await supervisor.ready;
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    assert.deepEqual(
      events.filter((event) => event.endsWith('stops')),
      ['api stops', 'worker stops', 'database stops'],
    );
    assert.deepEqual(said, []);
  });

  it('says that a part died, and how, and starts it again', async () => {
    const { part, events, said } = play();
    const worker = part('worker');
    const supervisor = supervise([worker], options(said));
    await supervisor.ready;
    worker.end('SIGKILL');
    await until(() => said.includes('worker is running again'));
    assert.equal(said[0], 'worker ended (SIGKILL)');
    await supervisor.stop();
    assert.deepEqual(events, ['worker starts', 'worker ready', 'worker starts', 'worker ready', 'worker stops']);
  });

  it('continues trying when a dead part does not come up at once', async () => {
    const { part, said } = play();
    let attempt = 0;
    const worker = part('worker', [], async () => {
      attempt += 1;
      if (attempt === 2) throw new Error('the port is taken');
    });
    const supervisor = supervise([worker], options(said));
    await supervisor.ready;
    worker.end('exit code 1');
    await until(() => said.includes('worker is running again'));
    assert.deepEqual(said.slice(0, 2), ['worker ended (exit code 1)', 'worker did not start: the port is taken']);
    await supervisor.stop();
  });

  it('stops what already runs when a part cannot be started, and says which one it was', async () => {
    const { part, events, said } = play();
    const api = part('api', ['database'], () => Promise.reject(new Error('no such file')));
    const supervisor = supervise([part('database'), api, part('console', ['api'])], options(said));
    await assert.rejects(supervisor.ready, (error: PartError) => {
      assert.ok(error instanceof PartError);
      assert.equal(error.part, 'api');
      assert.equal(error.message, 'api did not start: no such file');
      return true;
    });
    assert.deepEqual(events, ['database starts', 'database ready', 'api starts', 'database stops']);
  });

  it('makes a part that is still starting give up when the stop comes', async () => {
    const { part, events, said } = play();
    const slow = part(
      'slow',
      [],
      (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('given up')))),
    );
    const supervisor = supervise([part('database'), slow], options(said));
    supervisor.ready.catch(() => {});
    await until(() => events.includes('slow starts') && events.includes('database ready'));
    await supervisor.stop();
    assert.deepEqual(events.at(-1), 'database stops');
  });

  it('ends everything at once when asked to', async () => {
    const { part, events, said } = play();
    const supervisor = supervise([part('database'), part('api', ['database'])], options(said));
    await supervisor.ready;
    supervisor.kill();
    assert.deepEqual(events.slice(-2), ['database killed', 'api killed']);
    await supervisor.stop();
  });

  it('refuses a list in which a part comes before what it needs', () => {
    const { part, said } = play();
    assert.throws(() => supervise([part('api', ['database']), part('database')], options(said)), /api needs database/);
  });
});
