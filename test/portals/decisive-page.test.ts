/** The page that approvers are shown is that of the preview itself, pictured also when pictures fail at first. */
import assert from 'node:assert/strict';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { readTables } from '../../domain/dispatch/writing/shown-page.ts';
import type { BrowserPool } from '../../portals/browser-pool.ts';
import { type CapabilityResult, runCapability } from '../../portals/run-capability.ts';
import { sandboxAccount } from '../../sandbox/account.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { memorySink, type MemorySink, testBrowsers } from '../support/browser.ts';
import type { Step } from '../../domain/dispatch/playbook/step.ts';
import { decisiveSteps } from '../../portals/step-recorder.ts';
import { onQuiet } from './on-quiet.ts';
import { runSandboxTms } from './sandbox-tms.ts';
import type { RunningSandbox } from '../sandbox/sandbox.ts';

/** A browser whose pictures of whole pages fail this often. */
function failingPictures(times: number): BrowserPool {
  const pool = testBrowsers();
  let left = times;
  return {
    ...pool,
    use: (signal, work) =>
      pool.use(signal, (context) => {
        context.on('page', (page) => {
          const picture = page.screenshot.bind(page);
          page.screenshot = async (options) => {
            if (options?.fullPage !== true || left === 0) return picture(options);
            left -= 1;
            throw new Error('the picture failed');
          };
        });
        return work(context);
      }),
  };
}

describe('the page that approvers are shown', function () {
  let sandbox: RunningSandbox;
  let playbook: LoadedPlaybook;
  let sink: MemorySink;
  before(async () => {
    ({ sandbox, playbook } = await runSandboxTms());
  });
  after(async () => {
    await sandbox?.end();
  });

  async function preview(failures: number): Promise<Extract<CapabilityResult, { kind: 'finished' }>> {
    const result = await onQuiet(() => {
      sink = memorySink();
      return runCapability({
        playbook,
        taskType: 'tms_correction',
        phase: 'prepare',
        inputs: {
          pro: scenarioPros.correctionOver,
          mark: 'LK-00000001',
          reason_code: 'CC',
          note: '',
          explanation: 'Class after inspection.',
          billed_class: '150',
        },
        sink,
        signal: new AbortController().signal,
        onProgress: () => {},
        browsers: failingPictures(failures),
        stepTimeoutMs: 60_000,
        now: () => new Date(),
        session: { credentials: async () => sandboxAccount, load: async () => null, save: async () => {} },
      });
    });
    assert.ok(result.kind === 'finished', JSON.stringify(result));
    return result;
  }
  const textOf = (file: string | undefined): string => sink.files.get(file ?? '')?.bytes.toString('utf8') ?? '';

  it('is that of the preview, with its picture, its text and its tables, by the number of the step', async () => {
    const { page, facts } = await preview(0);
    const event = sink.events[page?.step ?? -1];
    assert.ok(event?.kind === 'step');
    assert.deepEqual([event.target, event.screenshot], [page?.target, page?.screenshot]);
    assert.ok(page?.screenshot && sink.files.has(page.screenshot.file));
    // The table that was read, on the picture of the whole page.
    const { region } = page;
    assert.ok(region && region.width > 100 && region.height > 50 && region.y + region.height <= region.of.height);
    assert.ok(region.height < region.of.height / 2);
    assert.ok(textOf(page.page_text?.file).includes(facts['net_change'] ?? '-'));
    const shown = readTables(textOf(page.tables?.file)).find(({ name }) => name === 'Preview');
    assert.ok(shown?.rows.some(([name, value]) => name === 'Net change' && value === facts['net_change']));
  });

  it('is pictured again when its picture failed', async () => {
    const { page } = await preview(5);
    assert.ok(page?.screenshot, 'the sixth picture is taken');
  });

  it('has no picture when none can be taken, and never that of another page; its text and tables are there', async () => {
    const { page, facts } = await preview(Infinity);
    assert.deepEqual([page?.screenshot, page?.region], [null, undefined]);
    assert.ok(textOf(page?.page_text?.file).includes(facts['net_change'] ?? '-'));
    assert.ok(readTables(textOf(page?.tables?.file)).some(({ name }) => name === 'Preview'));
    // Earlier steps have theirs.
    assert.ok(sink.steps().some(({ screenshot }) => screenshot !== null));
  });

  it('is that of the record where nothing is previewed, and not that of a list searched after it, however its fields are read', () => {
    const capabilities = {
      file_dispute: { inputs: [], look: [], words: {} },
    } as unknown as LoadedPlaybook['capabilities'];
    const role = { role: 'table' } as const;
    const rows: Step = { do: 'read_rows', target: role, columns: {}, as: 'lines' };
    const open: Step = { do: 'go', to: '/disputes', next: 'disputes' };
    for (const field of [
      { do: 'read', target: { beside: 'Billed' }, as: 'billed' },
      { do: 'read_fields', target: role, fields: {} },
    ] as const satisfies readonly Step[]) {
      const weigh = decisiveSteps({ capabilities }, 'file_dispute', 'look');
      const steps: readonly Step[] = [open, field, rows, open, rows];
      assert.deepEqual(
        steps.map((step, n) => weigh(step, steps[n + 1])),
        [0, 0, 2, 0, 1],
      );
    }
  });
});
