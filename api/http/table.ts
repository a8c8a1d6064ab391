/** The one way a page shows facts and rows: a list of names and values, and a table, whose rows a stylesheet lays out as cards where the screen is narrow. */
import { type Content, type Html, html } from './html.ts';

export interface Column<Row> {
  readonly heading: Content;
  /** What a card says in front of the cell, where the heading is more than words. */
  readonly label?: string;
  readonly cell: (row: Row) => Content;
  /** Figures: heading and cells are set to the right and stay on one line. */
  readonly number?: boolean;
  /** For columns of buttons: the heading is only read aloud. */
  readonly headingHidden?: boolean;
  /** Its cells name their rows; without any such column the first one does. */
  readonly namesRow?: boolean;
  /** A class of its cells. */
  readonly class?: string | undefined;
  /** Of a page of a longer list, which the server sorts. */
  readonly sort?: ColumnSort | undefined;
}

/** A heading that leads to the list in the order of its column. */
export interface ColumnSort {
  readonly href: string;
  readonly order: 'ascending' | 'descending' | null;
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
  /**
   * A list that people sort, filter and export: `whole` where the page has all of its rows, `page` where it has a part,
   * which the server sorts, filters and exports. The console's script adds what it takes.
   */
  readonly list?: 'whole' | 'page';
  /** `own`: the page has a choice of columns of its own. */
  readonly columnChoice?: 'own';
  /** `own`: a stylesheet of the page lays the rows out on narrow screens, in place of the cards that all tables have. */
  readonly narrow?: 'own';
}

/** A table with a heading for each column and each row. */
export function table<Row>(given: Table<Row>): Content {
  const { label, rows, columns, empty } = given;
  if (rows.length === 0) return typeof empty === 'string' ? html`<div class="empty"><p>${empty}</p></div>` : empty;
  const frame = given.narrow === 'own' ? 'table-wrap' : 'table-wrap cards';
  // Roles are said again: where a stylesheet lays rows out as cards, some browsers forget that it is a table.
  return html`<div class="${frame}" tabindex="0" role="region" aria-label="${label}"${listOf(given)}>
    <table${classOf(given.class)} role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(headingCell)}
        </tr>
      </thead>
      ${runsOf(given).map(({ group, run }) => body(given, group, run))}
    </table>
  </div>`;
}

const classOf = (...names: readonly (string | null | undefined | false)[]): Content => {
  const given = names.filter(Boolean).join(' ');
  return given !== '' && html` class="${given}"`;
};

const listOf = <Row>({ list, columnChoice }: Table<Row>): Content =>
  list !== undefined && html` data-list="${list}"${columnChoice && html` data-columns="${columnChoice}"`}`;

/** A card has its headings in front of its cells. */
function labelOf<Row>({ heading, headingHidden, label }: Column<Row>): Content {
  const words = label ?? (typeof heading === 'string' ? heading : '');
  return !headingHidden && words !== '' && html` data-label="${words}"`;
}

function headingCell<Row>({ heading, number, headingHidden, sort }: Column<Row>): Html {
  const plain = headingHidden ? html`<span class="visually-hidden">${heading}</span>` : heading;
  const words = sort === undefined ? plain : html`<a class="sort" href="${sort.href}">${plain}</a>`;
  const order = sort?.order && html` aria-sort="${sort.order}"`;
  return html`<th${classOf(number && 'number')} role="columnheader" scope="col"${order}>${words}</th>`;
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

function body<Row>(given: Table<Row>, group: string | null, run: readonly Row[]): Html {
  const { columns, groupHeading = (name) => name } = given;
  const heading =
    group !== null &&
    html`<tr role="row">
      <th class="group" role="rowheader" scope="rowgroup" colspan="${columns.length}">${groupHeading(group)}</th>
    </tr>`;
  return html`<tbody role="rowgroup">
    ${heading} ${run.map((row) => bodyRow(given, row))}
  </tbody>`;
}

function bodyRow<Row>({ columns, rowId, rowClass }: Table<Row>, row: Row): Html {
  const named = Math.max(
    0,
    columns.findIndex(({ namesRow }) => namesRow),
  );
  return html`<tr${rowId && html` id="${rowId(row)}"`}${classOf(rowClass?.(row))} role="row">
    ${columns.map((column, index) => {
      const { number, class: own } = column;
      const cell = html`${column.cell(row)}`;
      const look = classOf(number && 'number', own, hasLongWord(cell) && 'breaks');
      return index === named
        ? html`<th${look} role="rowheader" scope="row">${cell}</th>`
        : html`<td${look}${labelOf(column)} role="cell">${cell}</td>`;
    })}
  </tr>`;
}

/** Longer than any id of ours: a word from outside, such as the name of a host, which may be wider than the page. */
const longWord = /[^\s<>]{48}/;

/** Whether a cell has to break within a word; one that may, does so as soon as a table is narrow, so not all of them do. */
function hasLongWord({ markup }: Html): boolean {
  return longWord.test(markup) && longWord.test(markup.replace(/<[^>]*>/g, ' '));
}

// What is known about one thing, as a list of names and values; what is not known leaves no gap.

/** A name and its value; a value that is null, undefined, false or empty leaves the fact out. */
export type Fact = readonly [name: Content, value: Content, look?: 'mono'];

/** Names on the left, values on the right. */
export function factList(facts: readonly Fact[]): Html {
  return html`<dl class="kv">
    ${known(facts).map(
      ([name, value, look]) =>
        html`<dt>${name}</dt>
          <dd${look && html` class="${look}"`}>${value}</dd>`,
    )}
  </dl>`;
}

/** Each name above its value, as many beside one another as there is room for. */
export function factTiles(facts: readonly Fact[]): Html {
  return html`<dl>
    ${known(facts).map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

const known = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
