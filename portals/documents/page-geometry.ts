/** Where the words, boxes, strokes and pictures of a PDF page are, in points from its bottom left corner. */

export interface Area {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}
export interface Word extends Area {
  readonly text: string;
}
/** A pen line: its extent and how many points it goes through. */
export interface Stroke extends Area {
  readonly points: number;
}
export interface PageGeometry {
  readonly words: readonly Word[];
  readonly boxes: readonly Area[];
  readonly strokes: readonly Stroke[];
  readonly pictures: readonly Area[];
}

type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];
/** Pictures are painted into this, transformed. */
const unitSquare = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** A drawing operator of the page, as the thread hands it on. */
export type Mark =
  | { readonly name: 'transform'; readonly matrix: readonly number[] }
  | { readonly name: 'paintFormXObjectBegin'; readonly matrix: readonly number[] | null }
  | { readonly name: 'constructPath'; readonly path: ArrayLike<number> }
  /** Put on the page by a pen app or by a signature with a certificate: left, bottom, right, top. */
  | { readonly name: 'annotation'; readonly rect: readonly number[] }
  | {
      readonly name:
        | 'save'
        | 'restore'
        | 'paintFormXObjectEnd'
        | 'paintImageXObject'
        | 'paintInlineImageXObject'
        | 'paintImageMaskXObject';
    };
export interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** Marks, points of a path or texts that are read before other work may run: well below a millisecond. */
const piece = 512;

/** Follows the page's drawing operators with their transformations; for `inSlices`. */
export function* pageGeometry({
  items,
  marks,
}: {
  readonly items: readonly TextItem[];
  readonly marks: readonly Mark[];
}): Generator<void, PageGeometry> {
  const boxes: Area[] = [];
  const strokes: Stroke[] = [];
  const pictures: Area[] = [];
  const stack: Matrix[] = [];
  let matrix = identity;
  for (const [index, mark] of marks.entries()) {
    if (index % piece === 0) yield;
    switch (mark.name) {
      case 'save':
        stack.push(matrix);
        break;
      case 'restore':
      case 'paintFormXObjectEnd':
        matrix = stack.pop() ?? identity;
        break;
      case 'transform':
        matrix = multiply(matrix, mark.matrix);
        break;
      case 'paintFormXObjectBegin':
        stack.push(matrix);
        if (mark.matrix !== null) matrix = multiply(matrix, mark.matrix);
        break;
      case 'constructPath': {
        const { points, first, ...area } = yield* pathOf(mark.path, matrix);
        if (points === 0) break;
        if (points === first.length && isRectangle(first)) boxes.push(area);
        else strokes.push({ ...area, points });
        break;
      }
      case 'annotation': {
        const [left = 0, bottom = 0, right = 0, top = 0] = mark.rect;
        pictures.push({ left, bottom, right, top });
        break;
      }
      case 'paintImageXObject':
      case 'paintInlineImageXObject':
      case 'paintImageMaskXObject': {
        const corners = unitSquare.map((point) => apply(matrix, point));
        pictures.push(extent(corners));
      }
    }
  }
  const words: Word[] = [];
  for (const [index, item] of items.entries()) {
    if (index % piece === 0) yield;
    const text = item.str.trim();
    if (text === '') continue;
    const [, , , , left = 0, bottom = 0] = item.transform;
    words.push({ text, left, bottom, right: left + item.width, top: bottom + (item.height || 8) });
  }
  return { words, boxes, strokes, pictures };
}

/** Numbers of coordinates after each of pdf.js' path codes: move, line, curve, quadratic curve, close. */
const coordinates = [2, 2, 6, 4, 0];
/** A rectangle has four, and a fifth to close it. */
const rectanglePoints = 5;

interface Path extends Stroke {
  /** No more points than a rectangle has. */
  readonly first: readonly (readonly [number, number])[];
}

/** A hostile path has a million points: they are counted and not kept. */
function* pathOf(data: ArrayLike<number>, matrix: Matrix): Generator<void, Path> {
  const first: [number, number][] = [];
  let points = 0;
  let area = nowhere;
  for (let i = 0; i < data.length;) {
    const count = coordinates[data[i] ?? 4] ?? 0;
    const some: [number, number][] = [];
    for (let k = 1; k + 1 <= count; k += 2) some.push(apply(matrix, [data[i + k] ?? 0, data[i + k + 1] ?? 0]));
    for (const point of some) if (first.length < rectanglePoints) first.push(point);
    area = extent(some, area);
    if (Math.floor((points + some.length) / piece) > Math.floor(points / piece)) yield;
    points += some.length;
    i += 1 + count;
  }
  return { ...area, points, first };
}

/** Four corners, sides along the axes; a fifth point may close it. */
function isRectangle(points: readonly (readonly [number, number])[]): boolean {
  if (points.length < 4) return false;
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;
  const { left, right, bottom, top } = extent(points);
  return (
    right - left > 2 &&
    top - bottom > 2 &&
    points.every(([x, y]) => (near(x, left) || near(x, right)) && (near(y, bottom) || near(y, top)))
  );
}

const nowhere: Area = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };

/** @param known extends it */
function extent(points: readonly (readonly [number, number])[], known: Area = nowhere): Area {
  let { left, right, bottom, top } = known;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return { left, right, bottom, top };
}

function multiply(m: Matrix, n: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = n;
  return [
    m[0] * a + m[2] * b,
    m[1] * a + m[3] * b,
    m[0] * c + m[2] * d,
    m[1] * c + m[3] * d,
    m[0] * e + m[2] * f + m[4],
    m[1] * e + m[3] * f + m[5],
  ];
}

function apply(m: Matrix, [x, y]: readonly [number, number]): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

export function contains(outer: Area, inner: Area, slack = 1): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.bottom >= outer.bottom - slack &&
    inner.top <= outer.top + slack
  );
}
