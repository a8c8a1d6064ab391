/**
 * Records every step while the run goes on: page text, screenshot and verdicts. Storing overlaps with the next
 * reading step and keeps the order; before anything is written to a portal, and at the end, all of it is stored.
 */
import type { StepEvent, StoryEvent } from '../domain/dispatch/evidence/story.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { PortalDriver } from './driver.ts';
import type { StorySink } from './story-sink.ts';

export interface StepRecord {
  readonly action: string;
  readonly target: string;
  readonly verdicts: readonly Verdict[];
  /** The page may have changed since the last picture. */
  readonly capture: boolean;
  readonly hideFields: boolean;
}

export interface StepRecorder {
  step(record: StepRecord): Promise<void>;
  note(events: readonly StoryEvent[]): void;
  keep(name: string, bytes: Buffer, mediaType: string): ReturnType<StorySink['file']>;
  /** Waits until everything is stored. @throws what the sink threw */
  stored(): Promise<void>;
}

type Stored = { file: string; sha256: string } | null;

export function openStepRecorder(sink: StorySink, portal: string, driver: PortalDriver): StepRecorder {
  let chain: Promise<unknown> = Promise.resolve();
  let failed: { error: unknown } | undefined;
  let count = 0;
  let last: { text: Promise<Stored>; screenshot: Promise<Stored>; url: string | null } | undefined;

  function inOrder(work: () => Promise<unknown>): void {
    chain = chain.then(() => (failed === undefined ? work() : undefined)).catch((error: unknown) => (failed ??= { error }));
  }
  /** A page that cannot be pictured any more (a crash, a closed window) leaves a step without a picture. */
  async function capture(slug: string, hideFields: boolean): Promise<NonNullable<typeof last>> {
    const [view, picture] = await Promise.all([driver.view().catch(() => undefined), driver.screenshot(hideFields).catch(() => undefined)]);
    const put = async (name: string, bytes: Buffer | undefined, mediaType: string): Promise<Stored> => {
      if (bytes === undefined) return null;
      const file = await sink.file(name, bytes, mediaType);
      return { file: file.file, sha256: file.sha256 };
    };
    const text = view === undefined ? undefined : Buffer.from(`${view.title}\n${view.url}\n\n${view.text}\n`);
    const taken = {
      text: put(`${slug}.txt`, text, 'text/plain; charset=utf-8'),
      screenshot: put(`${slug}.jpg`, picture, 'image/jpeg'),
      url: view?.url ?? null,
    };
    // Awaited in the chain; a failure before that must not count as unhandled.
    taken.text.catch(() => {});
    taken.screenshot.catch(() => {});
    return taken;
  }

  return {
    async step({ action, target, verdicts, capture: isNew, hideFields }) {
      if (failed !== undefined) throw failed.error;
      count += 1;
      const slug = `step-${String(count).padStart(2, '0')}-${action}`;
      if (isNew || last === undefined) last = await capture(slug, hideFields);
      const { text, screenshot, url } = last;
      const deciding = verdicts.find((verdict) => verdict.verdict === 'stopped') ?? verdicts.find((verdict) => verdict.layer === 'element') ?? verdicts.at(-1);
      inOrder(async () => {
        const event: StepEvent = {
          kind: 'step', portal, action, target, url,
          page_text: await text,
          screenshot: await screenshot,
          guard: deciding === undefined
            ? { verdict: 'allowed', rule: 'step.reads', reason: 'the step only looks at the page' }
            : { verdict: deciding.verdict, rule: deciding.rule, reason: deciding.reason },
        };
        await sink.record([...verdicts.map((verdict) => ({ kind: 'verdict' as const, ...verdict })), event]);
      });
    },
    note(events) {
      if (events.length > 0) inOrder(() => sink.record(events));
    },
    keep(name, bytes, mediaType) {
      return sink.file(name, bytes, mediaType);
    },
    async stored() {
      await chain;
      if (failed !== undefined) throw failed.error;
    },
  };
}
