/** HTML as a tagged template: everything put into it is escaped, unless it is HTML already. */

export interface Html {
  readonly html: string;
}

export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  if ('html' in value) return value.html;
  return value.map(render).join('');
}

/** Null, undefined and false give nothing; lists are joined; text is escaped for elements and quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { html: parts.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}
