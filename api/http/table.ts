/** The one way a page shows rows: a table in a frame that scrolls by itself where the screen is narrow. */
import { html } from './html.ts';
import type { Content, Html } from './html.ts';

export interface Column<Row> {
  readonly heading: Content;
  readonly cell: (row: Row) => Content;
  /** Figures: heading and cells are set to the right and stay on one line. */
  readonly number?: boolean;
  /** For columns of buttons: the heading is only read aloud. */
  readonly headingHidden?: boolean;
  /** Its cells name their rows; without any such column the first one does. */
  readonly namesRow?: boolean;
  /** A class of its cells. */
  readonly class?: string | undefined;
}

export interface Table<Row> {
  /** The name of the frame for those who hear the page: the frame takes focus, because it may have to scroll. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** What is in place of a table without rows: a sentence, or a part of a page; nothing when left out. */
  readonly empty?: Content;
  readonly class?: string;
  readonly rowId?: (row: Row) => string;
  readonly rowClass?: (row: Row) => string | null;
  /** Rows that follow one another under one heading; rows of no group (null) have none. */
  readonly groupOf?: (row: Row) => string | null;
  readonly groupHeading?: (group: string) => Content;
  /** Roles are said again: where a stylesheet lays rows out as cards, some browsers forget that it is a table. */
  readonly rowsAsCards?: boolean;
}

/** A table with a heading for each column and each row. */
export function table<Row>(given: Table<Row>): Content {
  const { label, rows, columns, empty } = given;
  if (rows.length === 0) return typeof empty === 'string' ? html`<div class="empty"><p>${empty}</p></div>` : empty;
  const role = roles(given.rowsAsCards === true);
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="${label}">
    <table${classOf(given.class)}${role('table')}>
      <thead${role('rowgroup')}>
        <tr${role('row')}>
          ${columns.map((column) => headingCell(column, role))}
        </tr>
      </thead>
      ${runsOf(given).map(({ group, run }) => body(given, group, run, role))}
    </table>
  </div>`;
}

type Roles = (role: string) => Content;

const roles =
  (said: boolean): Roles =>
  (role) =>
    said && html` role="${role}"`;

const classOf = (...names: readonly (string | null | undefined | false)[]): Content => {
  const given = names.filter(Boolean).join(' ');
  return given !== '' && html` class="${given}"`;
};

function headingCell<Row>({ heading, number, headingHidden }: Column<Row>, role: Roles): Html {
  const words = headingHidden ? html`<span class="visually-hidden">${heading}</span>` : heading;
  return html`<th${role('columnheader')} scope="col"${classOf(number && 'number')}>${words}</th>`;
}

interface Run<Row> {
  readonly group: string | null;
  readonly run: Row[];
}

function runsOf<Row>({ rows, groupOf = () => null }: Table<Row>): Run<Row>[] {
  const runs: Run<Row>[] = [];
  for (const row of rows) {
    const group = groupOf(row);
    const last = runs.at(-1);
    if (last?.group === group) last.run.push(row);
    else runs.push({ group, run: [row] });
  }
  return runs;
}

function body<Row>(given: Table<Row>, group: string | null, run: readonly Row[], role: Roles): Html {
  const { columns, groupHeading = (name) => name } = given;
  const heading =
    group !== null &&
    html`<tr${role('row')}>
      <th class="group"${role('rowheader')} scope="rowgroup" colspan="${columns.length}">${groupHeading(group)}</th>
    </tr>`;
  return html`<tbody${role('rowgroup')}>
    ${heading} ${run.map((row) => bodyRow(given, row, role))}
  </tbody>`;
}

function bodyRow<Row>({ columns, rowId, rowClass }: Table<Row>, row: Row, role: Roles): Html {
  const named = Math.max(
    0,
    columns.findIndex(({ namesRow }) => namesRow),
  );
  return html`<tr${rowId && html` id="${rowId(row)}"`}${classOf(rowClass?.(row))}${role('row')}>
    ${columns.map(({ cell, number, class: own }, index) => {
      const look = classOf(number && 'number', own);
      return index === named
        ? html`<th${role('rowheader')} scope="row"${look}>${cell(row)}</th>`
        : html`<td${role('cell')}${look}>${cell(row)}</td>`;
    })}
  </tr>`;
}
