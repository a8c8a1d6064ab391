/** The page that an approval is bound to, as the console and the result page show it: picture, tables and text. */
import { zoomedTo, type PageTable, type ShownPage } from '../../domain/dispatch/writing/shown-page.ts';
import type { ShownContents } from '../../store/bound-approval.ts';
import { html, type Content, type Html } from '../http/html.ts';
import { table } from '../http/table.ts';
import { fileLink } from './result-page-timeline.ts';

/** A longer page text is cut here; the whole is one link away. */
const textAtMost = 20_000;

interface ShownPageView {
  readonly taskId: string;
  readonly page: ShownPage | null;
  /** Null in approvals of versions that bound nothing. */
  readonly sha256: string | null;
  readonly contents: ShownContents;
  /** Capability of the result page's address. */
  readonly token: string | null;
}

/** The picture, or a sentence in its place with the tables and the text of the same page opened. */
export function shownPage({ taskId, page, sha256, contents, token }: ShownPageView): Html {
  const { differs, missingPicture, text, tables } = contents;
  const isOpen = missingPicture !== null;
  return html`<figure class="card preview">
    ${differs !== null && html`<p class="notice notice-warn" role="alert">This is not what the approval was asked for with: ${differs}. It cannot be decided; a new one is asked for.</p>`}
    ${page === null ? null : caption(page)}
    ${missingPicture !== null && html`<p class="notice notice-warn">${missingPicture}</p>`}
    ${page === null || page.screenshot === null ? null : picture(fileLink(taskId, page.screenshot.file, token), page)}
    ${
      tables.length > 0 &&
      html`<details${isOpen && html` open`}>
        <summary>Tables on this page</summary>
        ${tables.map(pageTable)}
      </details>`
    }
    ${
      text !== null &&
      html`<details${isOpen && html` open`}>
        <summary>Text of this page</summary>
        <pre tabindex="0">${text.slice(0, textAtMost)}</pre>
        ${page?.page_text && html`<p><a href="${fileLink(taskId, page.page_text.file, token)}">The whole text</a></p>`}
      </details>`
    }
    ${sha256 !== null && html`<p class="note quiet">SHA-256 of everything shown: <code class="digest">${sha256}</code></p>`}
  </figure>`;
}

function caption({ step, target }: ShownPage): Html {
  return html`<figcaption>
    <strong>What the portal showed</strong> at step ${step} of the evidence: ${target}.
  </figcaption>`;
}

/** Zoomed to what was read, where that is known: on a phone a whole page cannot be read. */
function picture(address: string, { target, region }: ShownPage): Html {
  const zoom = region && zoomedTo(region);
  if (region !== undefined && zoom !== undefined)
    return html`<a class="shown" href="${address}">
        <svg
          viewBox="${[zoom.x, zoom.y, zoom.width, zoom.height].join(' ')}"
          role="img"
          aria-label="Part of the page of the portal: ${target}"
        >
          <image href="${address}" width="${region.of.width}" height="${region.of.height}" />
        </svg>
      </a>
      <p class="note quiet">Zoomed to what was read. <a href="${address}">Whole page</a></p>`;
  return html`<a class="shown" href="${address}"><img src="${address}" alt="The page of the portal: ${target}" /></a>`;
}

function pageTable({ name, headings, rows }: PageTable, index: number): Content {
  const width = Math.max(headings?.length ?? 0, ...rows.map(({ length }) => length));
  const label = name === '' ? `Table ${index + 1} of the page` : name;
  return html`<h3>${label}</h3>
    ${table({
      label,
      rows,
      columns: Array.from({ length: width }, (_, column) => ({
        heading: headings?.[column] || `Column ${column + 1}`,
        headingHidden: headings === null,
        cell: (row: readonly string[]) => row[column] ?? '',
      })),
    })}`;
}
