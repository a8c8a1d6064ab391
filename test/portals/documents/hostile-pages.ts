/** Pages of a PDF, as its reader hands them on, that are hard to judge: tens of thousands of texts, boxes or points. */
import type { TextItem } from '../../../portals/documents/page-geometry.ts';
import type { Mark } from '../../../portals/documents/page-shapes.ts';

export interface PageParts {
  readonly items: readonly TextItem[];
  readonly marks: readonly Mark[];
}

function textItem(str: string, left: number, bottom: number): TextItem {
  return { str, transform: [1, 0, 0, 1, left, bottom], width: 4, height: 3 };
}

const label = textItem('Consignee signature, and some words more', 5, 5);
const box = (n: number): Mark => ({
  name: 'constructPath',
  path: [0, n, n, 1, n + 100, n, 1, n + 100, n + 9, 1, n, n + 9, 4],
});

/** Each by its name, with so many parts. */
export const hostilePages: Readonly<Record<string, (parts: number) => PageParts>> = {
  'texts all over the page': (parts) => ({
    items: Array.from({ length: parts }, (_, n) => textItem('a', (n * 7919) % 1000, (n * 104_729) % 9999)),
    marks: [],
  }),
  'texts on one line': (parts) => ({
    items: Array.from({ length: parts }, (_, n) => textItem('a', (n * 7919) % 99_991, 5)),
    marks: [],
  }),
  boxes: (parts) => ({
    items: Array.from({ length: 30 }, () => label),
    marks: Array.from({ length: parts }, (_, n) => box(n)),
  }),
  'one path of many points': (parts) => ({
    items: [label],
    marks: [{ name: 'constructPath', path: Array.from({ length: parts * 3 }, (_, n) => (n % 3 === 0 ? 1 : n)) }],
  }),
};
