/** The steps of a task as a timeline: what was done, what the guard said of it, what the page looked like. */
import type { SealState } from '../../commands/dispatch/verify-evidence.ts';
import {
  type ChainedEvent,
  type StepEvent,
  type VerdictEvent,
  stepText,
} from '../../domain/dispatch/evidence/evidence-events.ts';
import type { ApprovalRecord } from '../../domain/dispatch/task-record.ts';
import type { ShownContents } from '../../store/bound-approval.ts';
import type { EvidenceFileRow } from '../../store/evidence.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { type Content, type Html, html } from '../http/html.ts';
import { timeText } from './result-text.ts';

/** What the timeline is made of. */
type TimelinePage = Pick<ResultPage, 'task' | 'portalName' | 'events' | 'token' | 'refreshing'>;

/** A part of a long evidence log; every address leads to the same page with another part. */
export interface TimelineWindow {
  /** Only what came before this event; null: up to the newest. */
  readonly before: number | null;
  readonly most: number;
  readonly href: (before: number | null) => string;
}

interface TimelineItem {
  readonly seq: number;
  readonly isStopped: boolean;
  readonly show: () => Html;
}

/**
 * Steps in their order, each with the verdicts that came since the step before, and notes between them.
 * @param part how much of it; all where it is left out
 */
export function timeline(page: TimelinePage, part?: TimelineWindow): Html {
  const items = itemsOf(page);
  const before = part?.before ?? null;
  const end = before === null ? items.length : items.filter(({ seq }) => seq < before).length;
  const begin = part === undefined ? 0 : Math.max(0, end - part.most);
  const shown = items.slice(begin, end);
  const empty = html`<p>Nothing was done on a portal${page.refreshing === null ? '' : ' yet'}.</p>`;
  return html`<section aria-labelledby="steps">
    <h2 id="steps">Steps</h2>
    ${part && earlier(items.slice(0, begin), shown[0]?.seq ?? null, part)}
    ${
      items.length === 0
        ? empty
        : html`<ol class="timeline steps">
            ${shown.map(({ show }) => show())}
          </ol>`
    }
    ${part && end < items.length && html`<p><a href="${part.href(null)}">To the newest, ${items.length - end} later</a></p>`}
  </section>`;
}

function earlier(hidden: readonly TimelineItem[], before: number | null, part: TimelineWindow): Content {
  if (hidden.length === 0 || before === null) return null;
  const stopped = hidden.filter(({ isStopped }) => isStopped).length;
  return html`<p>
    <a href="${part.href(before)}">${hidden.length} earlier</a>${stopped > 0 && `, ${stopped} of them stopped`}
  </p>`;
}

function itemsOf(page: TimelinePage): TimelineItem[] {
  const items: TimelineItem[] = [];
  let verdicts: VerdictEvent[] = [];
  let pictured: string | undefined;
  for (const event of page.events) {
    if (event.kind === 'verdict') verdicts.push(event);
    if (event.kind === 'note')
      items.push({
        seq: event.seq,
        isStopped: false,
        show: () =>
          html`<li class="between">
            <p>${event.note}</p>
            <p class="note">${time(event.at)}</p>
          </li>`,
      });
    if (event.kind === 'step') {
      // The same picture again adds nothing.
      const isNew = event.screenshot !== null && event.screenshot.sha256 !== pictured;
      const since = verdicts;
      items.push({
        seq: event.seq,
        isStopped: event.guard.verdict === 'stopped',
        show: () => step(page, event, since, isNew),
      });
      pictured = event.screenshot?.sha256 ?? pictured;
      verdicts = [];
    }
  }
  if (verdicts.length > 0) {
    const last = verdicts;
    items.push({
      seq: page.events.at(-1)?.seq ?? 0,
      isStopped: last.some(({ verdict: said }) => said === 'stopped'),
      show: () => html`<li class="between">${verdictList(last)}</li>`,
    });
  }
  return items;
}

function step(
  { task, token, portalName }: TimelinePage,
  event: StepEvent & Pick<ChainedEvent, 'seq' | 'at'>,
  verdicts: readonly VerdictEvent[],
  pictured: boolean,
): Html {
  const { screenshot, page_text, guard } = event;
  const name = stepText(event);
  const text = html`<p class="note">
      ${time(event.at)}${event.portal !== 'none' && html` · ${portalName(event.portal)}`}${event.url && html` · <span class="url">${event.url}</span>`}
    </p>
    <p>${verdict(guard.verdict)} ${guard.reason} <code>${guard.rule}</code></p>
    ${
      verdicts.length > 0 &&
      html`<details>
        <summary>${verdicts.length} ${verdicts.length === 1 ? 'verdict' : 'verdicts'} of the guard</summary>
        ${verdictList(verdicts)}
      </details>`
    }
    ${
      page_text &&
      html`<p>
        <a href="${fileLink(task.id, page_text.file, token)}"
          >Text of the page<span class="visually-hidden"> at: ${name}</span></a
        >
      </p>`
    }`;
  const address = screenshot && fileLink(task.id, screenshot.file, token);
  const picture =
    pictured &&
    address &&
    html`<a class="shot" href="${address}"><img src="${address}" alt="Screenshot: ${name}" loading="lazy" /></a>`;
  // Most steps only fill in or read: their name says enough until somebody asks.
  if (guard.verdict === 'allowed' && (!pictured || filling.has(event.action)))
    return html`<li class="allowed brief">
      <details>
        <summary><h3>${name}</h3></summary>
        <div class="step">
          <div class="text">${text}</div>
          ${picture}
        </div>
      </details>
    </li>`;
  return html`<li class="step ${guard.verdict}">
    <div class="text">
      <h3>${name}</h3>
      ${text}
    </div>
    ${picture}
  </li>`;
}

/** Steps whose picture shows no more than a value in a field; the next click's shows them all. */
const filling: ReadonlySet<string> = new Set(['fill', 'choose']);

function verdictList(verdicts: readonly VerdictEvent[]): Html {
  return html`<ul class="verdicts">
    ${verdicts.map(({ verdict: said, layer, rule, reason, subject }) => html`<li>${verdict(said)} <span class="layer">${layer}</span> ${reason} <code>${rule}</code><br /><span class="url">${subject}</span></li>`)}
  </ul>`;
}

function verdict(said: 'allowed' | 'stopped'): Html {
  return mark(said === 'allowed', said);
}

/** A word with its sign, so that good and bad never differ by colour alone. */
export function mark(good: boolean, word: string): Html {
  return html`<span class="verdict ${good ? 'allowed' : 'stopped'}">${good ? '✓' : '✕'} ${word}</span>`;
}

export function time(iso: string): Html {
  return html`<time datetime="${iso}">${timeText(new Date(iso))}</time>`;
}

/** The address of a file of the pack, with the capability that opens it. */
export function fileLink(taskId: string, file: string, token: string | null): string {
  return `/evidence/${taskId}/${file}${token === null ? '' : `?k=${token}`}`;
}

// What the parts of the result page show.

export interface ResultPage {
  readonly task: TaskRow;
  /** What people call the portal of a playbook; its id where none is known any more. */
  readonly portalName: (id: string) => string;
  readonly approvals: readonly ApprovalRecord[];
  /** What the approvers of each are shown, by the id of the approval. */
  readonly shown: ReadonlyMap<string, ShownContents>;
  readonly events: readonly ChainedEvent[];
  readonly files: readonly EvidenceFileRow[];
  readonly seal: SealState;
  /** The capability that the page's own links carry. */
  /** Null where a session opens the links. */
  readonly token: string | null;
  readonly stylePath: string;
  /** Whether the page loads itself again; null where nothing will change any more. */
  readonly refreshing: boolean | null;
  readonly now: Date;
}
