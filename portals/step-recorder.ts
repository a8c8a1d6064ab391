/**
 * Records every step while the run continues: page text, screenshot and verdicts. A picture is taken while the next
 * step looks for its element and is done before that step's input (some 30 ms a step saved); storing overlaps too
 * and keeps the order. Before anything is written to a portal, and at the end, all of it is stored.
 */
import type { EvidenceEvent } from '../domain/dispatch/evidence/evidence-events.ts';
import type { EvidenceFile, StepEvent, VerdictEvent } from '../domain/dispatch/evidence/evidence-events.ts';
import { withoutSession } from '../domain/dispatch/guard/request-line.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { PageChange } from '../domain/dispatch/playbook/changed-control.ts';
import { maySend } from '../domain/dispatch/playbook/step.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import type { ReadFieldsStep, ReadRowsStep, ReadStep, Step } from '../domain/dispatch/playbook/step.ts';
import type { Phase } from '../domain/dispatch/playbook/needed-facts.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import type { PictureRegion, ShownPage } from '../domain/dispatch/writing/shown-page.ts';
import type { PageView, Place, PortalDriver } from './driver.ts';

interface StepRecord {
  readonly action: string;
  readonly target: string;
  readonly verdicts: readonly Verdict[];
  /** The page may have changed since the last picture. */
  readonly capture: boolean;
  readonly hideFields: boolean;
  /** What people decide by is pictured in full: the portal's preview is below the form. */
  readonly whole?: boolean;
  /** What the page shows, where that was just read. */
  readonly view?: PageView | undefined;
  /** A picture of that, as its window showed it. */
  readonly picture?: Promise<Buffer | undefined> | undefined;
  /** Where what was read from this page is. */
  readonly read?: readonly Place[];
  /** How much people decide by this page; default 0. */
  readonly weight?: Weight;
  /** The page was not as the playbook says. */
  readonly change?: PageChange | undefined;
}

/** A decisive page that could not be pictured is tried again this often before it counts as not pictured. */
const decisiveTries = 3;

export interface StepRecorder {
  /** @throws what the sink threw for an earlier step */
  step(record: StepRecord): void;
  /** Waits until the last picture is taken; whatever changes the page comes after this. */
  captured(): Promise<void>;
  note(events: readonly EvidenceEvent[]): void;
  keep(name: string, bytes: Buffer, mediaType: string): ReturnType<EvidenceSink['file']>;
  /** Waits until everything is stored. @throws what the sink threw */
  stored(): Promise<void>;
  /** The page that people decide by, when everything is stored. */
  decisivePage(): ShownPage | undefined;
  /** The run starts over: what was decisive before is not. */
  forgetDecisivePage(): void;
}

/** A verdict as it is in the story of a task. */
export function verdictEvent(verdict: Verdict): VerdictEvent {
  return { kind: 'verdict', ...verdict };
}

type Stored = { file: string; sha256: string } | null;

/** The page after a step, on its way into the evidence. */
interface Capture {
  readonly taken: Promise<unknown>;
  readonly text: Promise<Stored>;
  readonly screenshot: Promise<Stored>;
  readonly tables: Promise<Stored>;
  readonly url: Promise<string | null>;
  readonly region: Promise<PictureRegion | undefined>;
  /** Made after facts were read from the page, in full. */
  readonly afterReading: boolean;
}

export function openStepRecorder(sink: EvidenceSink, portal: string, driver: PortalDriver): StepRecorder {
  let chain: Promise<unknown> = Promise.resolve();
  /** Notes that go with the record of the step that they are of. */
  let noted: readonly EvidenceEvent[] = [];
  let failed: { error: unknown } | undefined;
  let count = 0;
  let last: Capture | undefined;
  let decisive: { readonly weight: Weight; readonly page: ShownPage } | undefined;

  function inOrder(work: () => Promise<unknown>): void {
    chain = chain
      .then(() => (failed === undefined ? work() : undefined))
      .catch((error: unknown) => (failed ??= { error }));
  }

  function takeNoted(): readonly EvidenceEvent[] {
    const taken = noted;
    noted = [];
    return taken;
  }

  async function put(name: string, bytes: Buffer | undefined, mediaType: string): Promise<Stored> {
    if (bytes === undefined) return null;
    const file = await sink.file(name, bytes, mediaType);
    return { file: file.file, sha256: file.sha256 };
  }

  /** A page that cannot be pictured any more (a crash, a closed window) leaves a step without a picture. */
  function capture(slug: string, record: StepRecord): Capture {
    const { capture: changed, hideFields, whole = false, view, read = [], weight = 0 } = record;
    const tries = weight > 0 ? decisiveTries : 1;
    // A page that is just giving way to the next is looked at again.
    const seen = view === undefined ? tried(Math.max(2, tries), () => driver.view()) : Promise.resolve(view);
    const isWhole = whole || weight > 0;
    const taken = isWhole || hideFields ? undefined : record.picture;
    const picture = Promise.resolve(taken).then(
      (bytes) => bytes ?? tried(tries, () => driver.screenshot(hideFields, isWhole)),
    );
    const grid = weight > 0 ? tried(tries, () => driver.tables()) : Promise.resolve(undefined);
    const isFound = weight > 0 && read.length > 0;
    const region = isFound ? tried(1, () => driver.regionOf(read)) : Promise.resolve(undefined);
    const text = seen.then((shown) =>
      put(
        `${slug}.txt`,
        shown === undefined
          ? undefined
          : Buffer.from(`${shown.title}\n${withoutSession(shown.url)}\n\n${shown.text}\n`),
        'text/plain; charset=utf-8',
      ),
    );
    const screenshot = picture.then((bytes) => put(`${slug}.jpg`, bytes, 'image/jpeg'));
    const tables = grid.then((found) =>
      put(`${slug}.tables.json`, found && Buffer.from(JSON.stringify(found)), 'application/json'),
    );
    // Awaited in the chain; a failure before that must not count as unhandled.
    for (const stored of [text, screenshot, tables]) stored.catch(() => {});
    return {
      taken: Promise.all([seen, picture, grid, region]),
      region,
      text,
      screenshot,
      tables,
      url: seen.then((shown) => (shown === undefined ? null : withoutSession(shown.url))),
      afterReading: !changed && weight > 0,
    };
  }

  return {
    step(record) {
      if (failed !== undefined) throw failed.error;
      const { action, target, verdicts, change, weight = 0 } = record;
      count += 1;
      if (record.capture || last === undefined || (weight > 0 && !last.afterReading))
        last = capture(`step-${String(count).padStart(2, '0')}-${action}`, record);
      const page = last;
      const before = takeNoted();
      const deciding =
        verdicts.find((verdict) => verdict.verdict === 'stopped' && verdict.silent !== true) ??
        verdicts.find((verdict) => verdict.layer === 'element') ??
        verdicts.findLast((verdict) => verdict.silent !== true);
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
          ...(change === undefined ? {} : { change }),
        };
        const numbers = await sink.record([...before, ...verdicts.map(verdictEvent), event]);
        if (weight === 0 || weight < (decisive?.weight ?? 0)) return;
        const { url, page_text, screenshot } = event;
        const [tables, region] = await Promise.all([page.tables, page.region]);
        const zoom = screenshot === null || region === undefined ? {} : { region };
        const shown = { step: numbers.at(-1) ?? 0, target, url, screenshot, ...zoom, page_text, tables };
        decisive = { weight, page: shown };
      });
    },
    async captured() {
      await last?.taken;
    },
    note(events) {
      noted = [...noted, ...events];
    },
    keep(name, bytes, mediaType) {
      return sink.file(name, bytes, mediaType);
    },
    async stored() {
      const rest = takeNoted();
      if (rest.length > 0) inOrder(() => sink.record(rest));
      await chain;
      if (failed !== undefined) throw failed.error;
    },
    decisivePage: () => decisive?.page,
    forgetDecisivePage() {
      inOrder(async () => {
        decisive = undefined;
      });
    },
  };
}

/** @returns undefined when every try failed */
async function tried<T>(times: number, work: () => Promise<T>): Promise<T | undefined> {
  for (let left = times; left > 0; left -= 1) {
    try {
      return await work();
    } catch {
      // A page that is gone stays gone; one on a busy machine may answer the next time.
    }
  }
  return undefined;
}

/** Where the interpreter reports what it does: files and events of a task's evidence. */
export interface EvidenceSink {
  /** Keeps a file of the pack; the answer names it by digest. Safe to repeat with the same bytes. */
  file(name: string, bytes: Buffer, mediaType: string): Promise<EvidenceFile>;
  /** Appends events in order, chained by hash, in one transaction. @returns the sequence number of each */
  record(events: readonly EvidenceEvent[]): Promise<readonly number[]>;
}

/** Of several decisive steps the one of the highest weight counts, and of equals the last; 0 is not decisive. */
export type Weight = 0 | 1 | 2;

/** Judges each step as it is done, given the one after it. */
export type DecisiveSteps = (step: Step, next: Step | undefined) => Weight;

/**
 * A preview counts when it has been read, so that the picture is of what the facts are from. Where nothing is
 * previewed, the page counts whose fields were read: the record itself, and not a list that was searched.
 */
export function decisiveSteps(
  { capabilities }: Pick<LoadedPlaybook, 'capabilities'>,
  taskType: TaskType,
  phase: Phase,
): DecisiveSteps {
  const isPreview = phase === 'prepare';
  if (!isPreview && (phase !== 'look' || capabilities[taskType]?.prepare !== undefined)) return () => 0;
  let previewed = false;
  let readsFields = false;
  return (step, next) => {
    if (maySend(step) && step.effect === 'preview') {
      previewed = true;
      return isPreview ? 2 : 0;
    }
    if (!isReading(step)) {
      readsFields = false;
      return 0;
    }
    readsFields ||= step.do !== 'read_rows';
    // One picture for all that is read in a row.
    if (next !== undefined && isReading(next)) return 0;
    return (isPreview ? previewed : readsFields) ? 2 : 1;
  };
}

export function isReading(step: Step): step is ReadStep | ReadFieldsStep | ReadRowsStep {
  return step.do === 'read' || step.do === 'read_fields' || step.do === 'read_rows';
}
