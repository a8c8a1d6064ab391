/** The audit log: filters in the address, page by page, and the same filter as a file. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/api-route.ts';
import { writeCsv } from '../../../domain/csv.ts';
import { auditCountedAtMost, countAudit, listAudit } from '../../../store/audit-log.ts';
import type { AuditFilter, LoggedEntry } from '../../../store/audit-log.ts';
import { cursorOf, pageOf } from '../../../store/cursor.ts';
import type { Pool } from '../../../store/database.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { textField } from '../form.ts';
import {
  addressOf,
  dayFilter,
  dayRange,
  listLinks,
  listSummary,
  placeInList,
  spanOf,
  textFilter,
} from '../pagination.ts';
import { sendPage, when } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { administrationCrumb, auditPath } from '../paths.ts';
import { sendFile } from '../csv-export.ts';

const pageSize = 100;
const exportPage = 2_000;

/** The filter as it is in the address. */
interface GivenFilter {
  readonly about?: string | undefined;
  readonly act?: string | undefined;
  readonly by?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

function givenIn(ctx: Context): GivenFilter {
  return {
    about: textFilter(ctx, 'about'),
    act: textFilter(ctx, 'act'),
    by: textFilter(ctx, 'by'),
    from: dayFilter(ctx, 'from'),
    until: dayFilter(ctx, 'until'),
  };
}

function filterOf(ctx: Context, { about, act, by, ...days }: GivenFilter): Omit<AuditFilter, 'limit'> {
  const { from: since, until } = spanOf(ctx, days);
  return { about, act, by, since, until };
}

const auditCursor = cursorOf('serial');

export const getAudit: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const given = givenIn(ctx);
  const [before] = placeInList(ctx, (cursor) => auditCursor.decode(cursor)) ?? [];
  const [rows, total] = await Promise.all([
    listAudit(deps.pool, { ...filterOf(ctx, given), limit: pageSize + 1, beforeId: before }),
    countAudit(deps.pool, filterOf(ctx, given)),
  ]);
  const { page: entries, next } = pageOf(rows, pageSize, ({ id }) => auditCursor.encode([id]));
  const links = listLinks(ctx, (place) => addressOf(auditPath, { ...given, ...place }), next, {
    firstWords: 'Newest entries',
    nextWords: 'Older entries',
  });
  sendPage(deps, ctx, {
    title: 'Audit log',
    section: 'administration',
    crumbs: [administrationCrumb],
    body: view(ctx, { given, entries, total, links, now: deps.now() }),
  });
};

interface AuditPage {
  readonly given: GivenFilter;
  readonly entries: readonly LoggedEntry[];
  /** How many fit, up to `auditCountedAtMost`. */
  readonly total: number;
  readonly links: Content;
  readonly now: Date;
}

function view(ctx: Context, { given, entries, total, links, now }: AuditPage): Html {
  return html`<div class="page-head">
      <h1>Audit log</h1>
      <a class="button" href="${addressOf(`${auditPath}.csv`, { ...given })}">Download CSV</a>
      <a class="button" href="${addressOf(`${auditPath}.jsonl`, { ...given })}">Download JSON lines</a>
      <p>Entries are append-only; the database rejects changes and deletions.</p>
    </div>
    <form class="filters" method="get" action="${auditPath}" role="search" aria-label="Audit log">
      ${textField({ name: 'about', label: 'About (id)', value: given.about ?? '' })}
      ${textField({ name: 'act', label: 'Action, such as key', value: given.act ?? '' })}
      ${textField({ name: 'by', label: 'By', value: given.by ?? '' })} ${dayRange(ctx, 'From', given)}
      <div class="actions"><button class="button">Filter</button></div>
    </form>
    ${total > 0 && listSummary({ total, countedAtMost: auditCountedAtMost, nouns: ['entry', 'entries'] })}
    ${table({
      label: 'Entries',
      list: 'page',
      rows: entries,
      empty: 'No entries match these filters.',
      columns: [
        { heading: 'When', cell: ({ at }) => when(at, now) },
        { heading: 'Who', cell: ({ actor }) => actor },
        { heading: 'Action', cell: ({ act }) => act, namesRow: true, class: 'mono act' },
        {
          heading: 'About',
          cell: ({ subject }) => html`<a href="${addressOf(auditPath, { about: subject })}">${subject}</a>`,
          class: 'mono small',
        },
        { heading: 'Details', cell: ({ details }) => detailsText(details), class: 'small long' },
      ],
    })}
    ${links}`;
}

function detailsText(details: LoggedEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

const forms = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: writeCsv(['at', 'actor', 'act', 'subject', 'details'], []),
    lines: (entries: readonly LoggedEntry[]): string =>
      entries
        .map(({ at, actor, act, subject, details }) =>
          writeCsv([at.toISOString(), actor, act, subject, JSON.stringify(details)], []),
        )
        .join(''),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    lines: (entries: readonly LoggedEntry[]): string =>
      entries
        .map(
          ({ at, actor, act, subject, details }) =>
            `${JSON.stringify({ at: at.toISOString(), actor, act, subject, details })}\n`,
        )
        .join(''),
  },
} as const;

/** Everything that fits the filter, newest first, a page of the log at a time. */
export function getAuditExport(form: keyof typeof forms): (deps: ConsoleDeps) => (ctx: Context) => Promise<void> {
  return (deps) => async (ctx) => {
    const { type, head, lines } = forms[form];
    const filter = filterOf(ctx, givenIn(ctx));
    const day = deps.now().toISOString().slice(0, 10);
    sendFile(ctx, `audit-log-${day}.${form}`, type, Readable.from(written(deps.pool, filter, head, lines)));
  };
}

async function* written(
  pool: Pool,
  filter: Omit<AuditFilter, 'limit'>,
  head: string,
  lines: (entries: readonly LoggedEntry[]) => string,
): AsyncGenerator<string> {
  if (head !== '') yield head;
  let beforeId: number | undefined;
  for (;;) {
    const entries = await listAudit(pool, { ...filter, limit: exportPage, beforeId });
    if (entries.length > 0) yield lines(entries);
    if (entries.length < exportPage) return;
    beforeId = entries.at(-1)?.id;
  }
}
