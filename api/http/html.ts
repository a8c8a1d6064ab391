/** HTML by tagged template: whatever is put in is escaped, unless it is HTML made here. */

/** HTML that is safe as it is; only `html` makes it. */
export interface Html {
  readonly markup: string;
}

/** What a template takes; null, undefined and false leave nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Characters that turn the direction of text or cannot be seen, other than newline and tab: shown, not obeyed. */
// oxlint-disable-next-line no-control-regex -- these are the characters meant
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Escaped for text and for quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character]!)
    .replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  const parts = strings.map((part, index) => part + (index < values.length ? markupOf(values[index]) : ''));
  return made(parts.join(''));
}

/** A set of HTML made here; nothing else can be passed off as one, not even an object of the same shape. */
const safe = new WeakSet<object>();

function made(markup: string): Html {
  const result = Object.freeze({ markup });
  safe.add(result);
  return result;
}

function markupOf(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (safe.has(value)) return (value as Html).markup;
  throw new TypeError('only text, numbers and HTML made by html`…` go into a page');
}

/** The product's sign; the style gives it its colour. */
export const brandMark = html`<svg class="brand-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
  <path d="M5 3v18M19 3v18" />
  <path class="brand-dash" d="M12 3v4M12 10v4M12 17v4" />
</svg>`;
