/** Tables and fields that the portals' pages are made of. */
import type { Visit } from './application.ts';
import { html, type Html, type HtmlValue } from './html.ts';

type Label = Visit['label'];

/** What a cell shows when there is nothing. */
export const none = '-';

/** Names in row headers, values in the only cell beside them. */
export function detailTable(label: Label, caption: string, rows: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<table>
    <caption>
      ${label(caption)}
    </caption>
    <tbody>
      ${rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${label(name)}</th>
            <td>${value}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

export function dataTable(
  label: Label,
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly HtmlValue[])[],
): Html {
  return html`<table>
    <caption>
      ${label(caption)}
    </caption>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column !== '' && label(column)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** A labelled choice; an option is a text, or a text with the value it stands for. */
export function chooser(
  name: string,
  text: string,
  options: readonly (string | readonly [value: string, text: string])[],
  chosen: string,
): Html {
  const pairs = options.map((option) => (typeof option === 'string' ? ([option, option] as const) : option));
  return html`<label for="${name}">${text}</label>
    <select id="${name}" name="${name}">
      ${pairs.map(([value, shown]) => html`<option value="${value}" ${value === chosen && html` selected`}>${shown}</option>`)}
    </select>`;
}

/** Drawings for buttons that show nothing else. */
const icons = {
  search: 'M10 4a6 6 0 1 0 3.7 10.7l4.8 4.8 1.4-1.4-4.8-4.8A6 6 0 0 0 10 4z',
  refresh: 'M12 5V2l5 4-5 4V7a5 5 0 1 0 5 5h2a7 7 0 1 1-7-7z',
  print: 'M6 3h12v5H6zM4 9h16v8h-3v4H7v-4H4z',
  previous: 'M15 4 7 12l8 8z',
  next: 'M9 4l8 8-8 8z',
} as const;

export function icon(name: keyof typeof icons): Html {
  return html`<svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="${icons[name]}" fill="currentColor" />
  </svg>`;
}
