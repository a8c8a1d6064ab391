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
  | { readonly name: 'constructPath'; readonly path: readonly number[] }
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

/** Follows the page's drawing operators with their transformations. */
export function pageGeometry({
  items,
  marks,
}: {
  readonly items: readonly TextItem[];
  readonly marks: readonly Mark[];
}): PageGeometry {
  const boxes: Area[] = [];
  const strokes: Stroke[] = [];
  const pictures: Area[] = [];
  const stack: Matrix[] = [];
  let matrix = identity;
  for (const mark of marks) {
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
        const points = pointsOf(mark.path).map((point) => apply(matrix, point));
        if (points.length === 0) break;
        if (isRectangle(points)) boxes.push(extent(points));
        else strokes.push({ ...extent(points), points: points.length });
        break;
      }
      case 'paintImageXObject':
      case 'paintInlineImageXObject':
      case 'paintImageMaskXObject':
        pictures.push(extent(unitSquare.map((point) => apply(matrix, point))));
    }
  }
  const words = items
    .filter((item) => item.str.trim() !== '')
    .map((item) => {
      const [, , , , left = 0, bottom = 0] = item.transform;
      return { text: item.str.trim(), left, bottom, right: left + item.width, top: bottom + (item.height || 8) };
    });
  return { words, boxes, strokes, pictures };
}

/** Numbers of coordinates after each of pdf.js' path codes: move, line, curve, quadratic curve, close. */
const coordinates = [2, 2, 6, 4, 0];

function pointsOf(data: readonly number[]): [number, number][] {
  const points: [number, number][] = [];
  for (let i = 0; i < data.length;) {
    const count = coordinates[data[i] ?? 4] ?? 0;
    for (let k = 1; k + 1 <= count; k += 2) points.push([data[i + k] ?? 0, data[i + k + 1] ?? 0]);
    i += 1 + count;
  }
  return points;
}

/** Four corners, sides along the axes; a fifth point may close it. */
function isRectangle(points: readonly (readonly [number, number])[]): boolean {
  if (points.length < 4 || points.length > 5) return false;
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;
  const { left, right, bottom, top } = extent(points);
  return (
    right - left > 2 &&
    top - bottom > 2 &&
    points.every(([x, y]) => (near(x, left) || near(x, right)) && (near(y, bottom) || near(y, top)))
  );
}

function extent(points: readonly (readonly [number, number])[]): Area {
  // A loop: a hostile path has more points than a call may have arguments.
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
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

export function overlaps(a: Area, b: Area): boolean {
  return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}
