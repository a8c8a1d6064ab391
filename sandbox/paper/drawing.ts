/** A sheet of paper as data: marks on a US letter page, in points from the top left, for any renderer to draw. */

export type Point = readonly [x: number, y: number];

export type Mark =
  /** `y` is the top of the letters. */
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly bold: boolean;
    }
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly filled: boolean;
    }
  /** A pen line through all points. */
  | { readonly kind: 'stroke'; readonly points: readonly Point[]; readonly width: number };

export interface Drawing {
  readonly title: string;
  readonly marks: readonly Mark[];
}

export const sheet = { width: 612, height: 792 } as const;

export function text(x: number, y: number, size: number, words: string, bold = false): Mark {
  return { kind: 'text', x, y, size, text: words, bold };
}

export function box(x: number, y: number, width: number, height: number, filled = false): Mark {
  return { kind: 'box', x, y, width, height, filled };
}

/** A form field: small label in the corner of a box, value below it. */
export function field(x: number, y: number, width: number, label: string, value: string, height = 34): Mark[] {
  return [
    box(x, y, width, height),
    text(x + 4, y + 3, 7, label),
    ...(value === '' ? [] : [text(x + 4, y + 15, 10, value, true)]),
  ];
}

/** A box to tick. */
export function tick(x: number, y: number, label: string, ticked: boolean): Mark[] {
  const cross: Mark[] = ticked
    ? [
        {
          kind: 'stroke',
          width: 1.2,
          points: [
            [x + 1, y + 1],
            [x + 8, y + 8],
          ],
        },
        {
          kind: 'stroke',
          width: 1.2,
          points: [
            [x + 8, y + 1],
            [x + 1, y + 8],
          ],
        },
      ]
    : [];
  return [box(x, y, 9, 9), ...cross, text(x + 13, y, 8, ticked ? `${label} [X]` : `${label} [ ]`)];
}
