/**
 * Records every step while the run goes on: page text, screenshot and verdicts. A picture is taken while the next
 * step looks for its element and is done before that step's input (some 30 ms a step saved); storing overlaps too
 * and keeps the order. Before anything is written to a portal, and at the end, all of it is stored.
 */
import type { StepEvent, StoryEvent, VerdictEvent } from '../domain/dispatch/evidence/story.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { PageView, PortalDriver } from './driver.ts';
import type { StorySink } from './story-sink.ts';

export interface StepRecord {
  readonly action: string;
  readonly target: string;
  readonly verdicts: readonly Verdict[];
  /** The page may have changed since the last picture. */
  readonly capture: boolean;
  readonly hideFields: boolean;
  /** What people decide by is pictured in full: the portal's preview stands below the form. */
  readonly whole?: boolean;
  /** What the page shows, where that was just read. */
  readonly view?: PageView | undefined;
}

export interface StepRecorder {
  /** @throws what the sink threw for an earlier step */
  step(record: StepRecord): void;
  /** Waits until the last picture is taken; whatever changes the page comes after this. */
  captured(): Promise<void>;
  note(events: readonly StoryEvent[]): void;
  keep(name: string, bytes: Buffer, mediaType: string): ReturnType<StorySink['file']>;
  /** Waits until everything is stored. @throws what the sink threw */
  stored(): Promise<void>;
}

/** A verdict as it stands in the story of a task. */
export function verdictEvent(verdict: Verdict): VerdictEvent {
  return { kind: 'verdict', ...verdict };
}

type Stored = { file: string; sha256: string } | null;

/** The page after a step, on its way into the evidence. */
interface Capture {
  readonly taken: Promise<unknown>;
  readonly text: Promise<Stored>;
  readonly screenshot: Promise<Stored>;
  readonly url: Promise<string | null>;
}

export function openStepRecorder(sink: StorySink, portal: string, driver: PortalDriver): StepRecorder {
  let chain: Promise<unknown> = Promise.resolve();
  let failed: { error: unknown } | undefined;
  let count = 0;
  let last: Capture | undefined;

  function inOrder(work: () => Promise<unknown>): void {
    chain = chain
      .then(() => (failed === undefined ? work() : undefined))
      .catch((error: unknown) => (failed ??= { error }));
  }

  async function put(name: string, bytes: Buffer | undefined, mediaType: string): Promise<Stored> {
    if (bytes === undefined) return null;
    const file = await sink.file(name, bytes, mediaType);
    return { file: file.file, sha256: file.sha256 };
  }

  /** A page that cannot be pictured any more (a crash, a closed window) leaves a step without a picture. */
  function capture(slug: string, { hideFields, whole, view }: StepRecord): Capture {
    // A page that is just giving way to the next is looked at once more.
    const look = (): Promise<PageView> => driver.view().catch(() => driver.view());
    const seen = view === undefined ? look().catch(() => undefined) : Promise.resolve(view);
    const picture = driver.screenshot(hideFields, whole).catch(() => undefined);
    const text = seen.then((shown) =>
      put(
        `${slug}.txt`,
        shown === undefined ? undefined : Buffer.from(`${shown.title}\n${shown.url}\n\n${shown.text}\n`),
        'text/plain; charset=utf-8',
      ),
    );
    const screenshot = picture.then((bytes) => put(`${slug}.jpg`, bytes, 'image/jpeg'));
    // Awaited in the chain; a failure before that must not count as unhandled.
    text.catch(() => {});
    screenshot.catch(() => {});
    return { taken: Promise.all([seen, picture]), text, screenshot, url: seen.then((shown) => shown?.url ?? null) };
  }

  return {
    step(record) {
      if (failed !== undefined) throw failed.error;
      const { action, target, verdicts } = record;
      count += 1;
      if (record.capture || last === undefined)
        last = capture(`step-${String(count).padStart(2, '0')}-${action}`, record);
      const page = last;
      const deciding =
        verdicts.find((verdict) => verdict.verdict === 'stopped') ??
        verdicts.find((verdict) => verdict.layer === 'element') ??
        verdicts.at(-1);
      inOrder(async () => {
        const event: StepEvent = {
          kind: 'step',
          portal,
          action,
          target,
          url: await page.url,
          page_text: await page.text,
          screenshot: await page.screenshot,
          guard:
            deciding === undefined
              ? { verdict: 'allowed', rule: 'step.reads', reason: 'the step only looks at the page' }
              : { verdict: deciding.verdict, rule: deciding.rule, reason: deciding.reason },
        };
        await sink.record([...verdicts.map(verdictEvent), event]);
      });
    },
    async captured() {
      await last?.taken;
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
