/** Documents that a step brings home: fetched from their link, or made by a click. */
import type { EvidenceFile } from '../domain/dispatch/evidence/evidence-events.ts';
import type { DownloadStep } from '../domain/dispatch/playbook/step.ts';
import { heldBy } from '../domain/dispatch/guard/element-facts.ts';
import type { Keeping } from './gate.ts';
import { otherRecordIn } from '../domain/dispatch/guard/record-mark.ts';
import { DriverError, type FetchedDocument } from './driver.ts';
import { refuseTrouble } from './page-arrival.ts';
import type { PageControl, PageParts, Position } from './page-control.ts';
import { ChangedSignal, SessionLostSignal } from './run-signals.ts';
import { decodeOnce } from '../domain/dispatch/guard/request-line.ts';

export interface Download {
  readonly name: string;
  readonly file: EvidenceFile;
  readonly bytes: Buffer;
}

/** Called with what has come, before it is stored; it must not fail. */
export type OnDocument = (bytes: Buffer) => void;

interface Downloads {
  /** @returns whether the page may look different afterwards */
  download(step: DownloadStep, words: string, timeoutMs: number, findMs: number): Promise<boolean>;
}

/** @param downloads to which each document is added */
export function openDownloads(
  { driver, gate, recorder, values, onDocument }: PageParts & { readonly onDocument?: OnDocument | undefined },
  { act, isLoginPage, touched }: PageControl,
  position: Position,
  downloads: Download[],
): Downloads {
  return { download };

  async function download(step: DownloadStep, words: string, timeoutMs: number, findMs: number): Promise<boolean> {
    if (step.by === 'click') return downloadByClick(step, words, timeoutMs, findMs);
    const wanted = {
      target: step.target,
      input: 'download',
      effect: 'read',
      words,
      findMs,
      document: step.path,
    } as const;
    return act(wanted, (_, facts) => fetchDocument(step, words, facts.href ?? '', timeoutMs));
  }

  async function fetchDocument(step: DownloadStep, words: string, href: string, timeoutMs: number): Promise<boolean> {
    refuseOther(href);
    gate.open({ step: words, requests: [], dialogs: [], documents: [step.path], windows: 0, values });
    try {
      await keepDocument(step, await driver.fetch(href, timeoutMs, step.max_bytes), href);
    } catch (error) {
      throw tooLarge(step, error);
    } finally {
      gate.close();
    }
    return false;
  }

  async function keepDocument(step: DownloadStep, got: FetchedDocument, from: string): Promise<void> {
    if (got.location !== null && isLoginPage(new URL(got.location, from).href)) throw new SessionLostSignal();
    refuseTrouble(got.status, got.retryAfterMs);
    if (got.status !== 200) throw new ChangedSignal(position.page ?? '', 'the document', `an answer ${got.status}`);
    got.names.forEach(refuseOther);
    onDocument?.(got.bytes);
    const file = await recorder.keep(step.as, got.bytes, step.media_type);
    downloads.push({ name: step.as, file, bytes: got.bytes });
  }

  /** @param name address of the document, or what the portal calls it */
  function refuseOther(name: string): void {
    const pro = values['pro'] ?? '';
    const other = otherRecordIn(decodeOnce(name) ?? name, pro);
    if (other !== undefined)
      throw new ChangedSignal(position.page ?? '', `the document of ${pro}`, `one that is called after ${other}`);
  }

  function tooLarge(step: DownloadStep, error: unknown): unknown {
    if (!(error instanceof DriverError) || error.code !== 'too_large') return error;
    return new ChangedSignal(position.page ?? '', `a document of at most ${step.max_bytes} bytes`, error.message);
  }

  /** Presses what makes the document: a button of a script, a form, a link to a new window. */
  async function downloadByClick(
    step: DownloadStep,
    words: string,
    timeoutMs: number,
    findMs: number,
  ): Promise<boolean> {
    const keeping: Keeping = { maxBytes: step.max_bytes, isAsked: false };
    const isThere = (): boolean => keeping.document !== undefined || keeping.error !== undefined;
    const wanted = {
      target: step.target,
      input: 'click',
      effect: 'read',
      words,
      findMs,
      document: step.path,
    } as const;
    const from = driver.url();
    await act(wanted, async (control, facts) => {
      gate.open({
        step: words,
        requests: [],
        dialogs: [],
        documents: [step.path],
        windows: 1,
        values,
        held: heldBy(facts, step.target),
        keeping,
      });
      touched();
      try {
        await driver.andWait(() => control.click(), isThere, timeoutMs);
      } catch (error) {
        const isLate = error instanceof DriverError && error.code === 'timeout' && !keeping.isAsked;
        if (!isLate) throw error;
        const instead = gate.heldBack();
        const found = instead === undefined ? 'no request for it' : `${instead.subject}: ${instead.reason}`;
        throw new ChangedSignal(position.page ?? '', `the document ${step.path}`, found);
      } finally {
        gate.close();
      }
    });
    if (keeping.document === undefined) throw tooLarge(step, keeping.error);
    await keepDocument(step, keeping.document, from);
    return true;
  }
}
