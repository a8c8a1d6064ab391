/**
 * What the guard decided in one browser: verdicts in their order for the evidence, the first stop that ends the run, and
 * in numbers what pages asked for by themselves and did not get. A stop ends whatever is waited for.
 */
import { byItself, leftOut, type RequestVerdict } from '../domain/dispatch/guard/request-gate.ts';
import { describeRequest, type RequestFacts } from '../domain/dispatch/guard/request-line.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import { StoppedError } from './gate.ts';

interface VerdictLog {
  /** @param final a stop ends the run */
  readonly note: (verdict: Verdict, final: boolean) => void;
  /** The first stop that ends the run. */
  readonly stopped: () => Verdict | undefined;
  /** Rejects with StoppedError as soon as there is such a stop, and as `wake` says; otherwise as the work goes. */
  readonly unlessStopped: <T>(work: Promise<T>, instead: Error | undefined) => Promise<T>;
  readonly wake: (error: Error) => void;
  /** Verdicts since the last call, in the order in which they were given. */
  readonly drain: () => Verdict[];
  readonly leftOut: () => readonly string[];
  /** What was left out is that of the page that is open. */
  readonly leavePage: () => void;
  readonly unsent: () => string | undefined;
  /** Whether the pages of this run asked by themselves for the same before, and did not get it. */
  readonly isUnsent: (subject: string) => boolean;
}

/** So many different requests that were not sent are recorded one by one. */
const mostUnsent = 50;

/** So many are named where a page lacks something. */
const mostLeftOut = 5;

const otherUnsent = 'others';

/** Without what only the gate needs. */
export function plainly({ verdict, layer, rule, reason, subject }: Verdict): Verdict {
  return { verdict, layer, rule, reason, subject };
}

/** @returns the same of a request that a step asked for and that was left out: the run does not go on without it */
export function ofStepItself(verdict: Verdict): Verdict {
  const reason = verdict.reason.replace(leftOut, '').replace(byItself, '');
  return { ...plainly(verdict), rule: 'request.undeclared_write', reason };
}

/** What is said of a request that a page makes after the run was stopped. */
export function afterStop({ method, url }: RequestFacts): RequestVerdict {
  return {
    verdict: 'stopped',
    layer: 'request',
    rule: 'request.run_stopped',
    reason: 'the run was stopped before; nothing leaves any more',
    subject: describeRequest(method, url),
    final: false,
    silent: true,
    ticket: null,
    sent: null,
    headers: [],
  };
}

/** Fonts and pictures change how a page looks, and not what it has. */
const ofLooks = /\.(?:woff2?|ttf|otf|eot|png|jpe?g|gif|svg|ico|webp|cur)(?:\?|$)/i;

/** @param hasWritten whether the portal has taken a write of this run */
export function openVerdictLog(hasWritten: () => boolean): VerdictLog {
  const unsent = new Map<string, number>();
  /** Of the page that is open. */
  let leftOut = new Map<string, string>();
  let shut = new Map<string, string>();
  let verdicts: Verdict[] = [];
  let stop: Verdict | undefined;
  const waking = new Set<(error: Error) => void>();

  function note(verdict: Verdict, final: boolean): void {
    // A socket comes first: of what a page lacks, it is what no line of a playbook can name.
    const lacking = verdict.rule === 'request.socket' ? shut : leftOut;
    const isLacking = verdict.rule !== 'request.run_stopped' && !ofLooks.test(verdict.subject);
    if (verdict.silent === true && isLacking && lacking.size < mostLeftOut)
      lacking.set(verdict.subject, verdict.reason);
    if (verdict.silent === true && isCounted(verdict)) return;
    verdicts.push({ ...saidOf(verdict), ...(verdict.silent === undefined ? {} : { silent: verdict.silent }) });
    if (verdict.verdict === 'allowed' || !final || stop !== undefined) return;
    stop = verdicts.at(-1);
    wake(new StoppedError(verdict));
  }

  function wake(error: Error): void {
    for (const reject of waking) reject(error);
    waking.clear();
  }

  /** What a page tries after its write is not sent, and the write stays: people have to know both. */
  function saidOf(verdict: Verdict): Verdict {
    const { reason, ...rest } = plainly(verdict);
    const isAfter = hasWritten() && verdict.verdict === 'stopped' && verdict.layer === 'request';
    return { ...rest, reason: isAfter ? `${reason}; it was not sent, and the write before it had been made` : reason };
  }

  /** Counts what was not sent. @returns whether the same was recorded before; a page may ask without end */
  function isCounted({ subject }: Verdict): boolean {
    const known = unsent.has(subject) || unsent.size >= mostUnsent;
    const counted = known && !unsent.has(subject) ? otherUnsent : subject;
    unsent.set(counted, (unsent.get(counted) ?? 0) + 1);
    return known;
  }

  return {
    note,
    stopped: () => stop,
    unlessStopped(work, instead) {
      const ended = stop === undefined ? instead : new StoppedError(stop);
      if (ended !== undefined) {
        work.catch(() => {});
        return Promise.reject(ended);
      }
      return new Promise((resolve, reject) => {
        waking.add(reject);
        work.then(resolve, reject).finally(() => waking.delete(reject));
      });
    },
    wake,
    drain() {
      const taken = verdicts;
      verdicts = [];
      return taken;
    },
    leftOut: () => [...shut, ...leftOut].map(([subject, reason]) => `${subject}: ${reason}`),
    leavePage() {
      leftOut = new Map();
      shut = new Map();
    },
    isUnsent: (subject) => unsent.has(subject),
    unsent() {
      const lines = [...unsent].map(([subject, times]) => (times === 1 ? subject : `${subject} (${times} times)`));
      return lines.length === 0
        ? undefined
        : `The pages asked by themselves for these, and nothing of it was sent: ${lines.join('; ')}.`;
    },
  };
}
