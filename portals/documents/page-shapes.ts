/** What a PDF page draws, operator by operator: boxes, strokes, circles, pictures and the places of its texts. */
import {
  type Area,
  type Matrix,
  type Paint,
  apply,
  contains,
  extent,
  intersection,
  multiply,
  nowhere,
} from './plane.ts';

/** Marks, points of a path or texts that are read before other work may run: well below a millisecond. */
export const piece = 512;

/** How light something is drawn, from 0 (black) to 1; null for a pattern or a picture, undefined for nothing. */
export type Ink = number | null | undefined;

/** A drawing operator of the page, as the thread hands it on. */
export type Mark =
  | { readonly name: 'transform'; readonly matrix: readonly number[] }
  | {
      readonly name: 'paintFormXObjectBegin';
      readonly matrix: readonly number[] | null;
      readonly box: readonly number[] | null;
    }
  | {
      readonly name: 'constructPath';
      readonly path: ArrayLike<number>;
      readonly stroke?: Ink;
      readonly fill?: Ink;
      /** Hides what was drawn there before. */
      readonly covers?: boolean;
      /** What lies in two of its parts is not filled. */
      readonly isEvenOdd?: boolean;
      /** What follows is seen only inside of it. */
      readonly clips?: boolean;
    }
  /** Where a text begins, to know which of the texts are seen. */
  | {
      readonly name: 'text';
      readonly matrix: readonly number[];
      readonly width: number;
      readonly size: number;
      readonly ink?: Ink;
    }
  | { readonly name: 'picture'; readonly ink?: Ink; readonly isPlain: boolean; readonly covers: boolean }
  /** Put on the page by a pen app or by a signature with a certificate: left, bottom, right, top. */
  | {
      readonly name: 'annotation';
      readonly rect: readonly number[];
      readonly isSure?: boolean;
      /** It hides what is below it. */
      readonly covers?: boolean;
    }
  | { readonly name: 'save' | 'restore' | 'paintFormXObjectEnd' };

/** Pictures are painted into this, transformed. */
const unitSquare = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
/** Lower letters nobody reads, in points: a seventh of an inch would hold ten lines of them. */
const leastLetter = 0.7;
/** Smaller circles are dots of a pen. */
const smallestCircle = 8;

type Shape = Paint & {
  readonly kind: 'box' | 'stroke' | 'tilted' | 'circle' | 'picture' | 'text';
  readonly points: number;
};

export function* shapesOf(
  marks: readonly Mark[],
  upright: Matrix,
  view: readonly number[] | undefined,
): Generator<void, Shape[]> {
  const shapes: Shape[] = [];
  const stack: { readonly matrix: Matrix; readonly clip: Area | undefined }[] = [];
  const [left = 0, bottom = 0, right = 0, top = 0] = view ?? [];
  let matrix = upright;
  let clip = view === undefined ? undefined : extent([apply(upright, [left, bottom]), apply(upright, [right, top])]);
  const restore = (): void => {
    const { matrix: before, clip: clipBefore } = stack.pop() ?? { matrix: upright, clip };
    matrix = before;
    clip = clipBefore;
  };
  const add = (area: Area, shape: Omit<Shape, keyof Area>): void => {
    const shown = clip === undefined ? area : intersection(area, clip);
    // A text that is clipped away is a text that nobody sees.
    if (shown !== undefined) shapes.push({ ...shape, ...shown });
    else if (shape.kind === 'text') shapes.push({ ...shape, ...area, ink: undefined });
  };
  for (const [at, mark] of marks.entries()) {
    if (at % piece === 0) yield;
    switch (mark.name) {
      case 'save':
        stack.push({ matrix, clip });
        break;
      case 'restore':
      case 'paintFormXObjectEnd':
        restore();
        break;
      case 'transform':
        matrix = multiply(matrix, mark.matrix);
        break;
      case 'paintFormXObjectBegin':
        stack.push({ matrix, clip });
        if (mark.matrix !== null) matrix = multiply(matrix, mark.matrix);
        if (mark.box !== null) clip = clipped(clip, cornersOf(mark.box, matrix));
        break;
      case 'constructPath': {
        const { stroke, fill, clips = false, covers = false, isEvenOdd = false } = mark;
        const isPainted = stroke !== undefined || fill !== undefined;
        let whole = nowhere;
        let parts = 0;
        const all = yield* partsOf(mark.path, matrix);
        const hollow = covers && fill !== undefined ? yield* hollowOf(all, isEvenOdd) : undefined;
        for (const part of all) {
          const { kind, points, turn: _turn, ...area } = part;
          parts += 1;
          if (parts % piece === 0) yield;
          whole = extent(
            [
              [area.left, area.bottom],
              [area.right, area.top],
            ],
            whole,
          );
          if (!isPainted || (kind === 'circle' && stroke === undefined)) continue;
          // Only what is filled up to its edges hides something.
          const hides = covers && fill !== undefined && kind === 'box' && hollow?.has(part) !== true;
          add(area, { kind, points, at, ink: stroke ?? fill, ink2: stroke === undefined ? undefined : fill, hides });
        }
        if (clips) clip = clipped(clip, parts === 0 ? undefined : whole);
        break;
      }
      case 'text': {
        const size = mark.size === 0 ? 1 : mark.size;
        const corners = cornersOf([0, 0, mark.width, size * 0.7], multiply(matrix, mark.matrix));
        const isTiny = Math.min(corners.right - corners.left, corners.top - corners.bottom) < leastLetter;
        add(corners, {
          kind: 'text',
          points: 0,
          at,
          ink: isTiny && mark.width > 0 ? undefined : mark.ink,
          hides: false,
        });
        break;
      }
      case 'annotation': {
        const [x = 0, y = 0, toX = 0, toY = 0] = mark.rect;
        const area = extent([apply(upright, [x, y]), apply(upright, [toX, toY])]);
        if (mark.covers === true) shapes.push({ ...area, kind: 'box', points: 0, at, ink: null, hides: true });
        break;
      }
      case 'picture': {
        const area = cornersOf([0, 0, 1, 1], matrix);
        const kind = mark.isPlain ? 'box' : 'picture';
        add(area, { kind, points: 0, at, ink: mark.ink, hides: mark.covers });
      }
    }
  }
  return shapes;
}

function cornersOf([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], matrix: Matrix): Area {
  return extent(unitSquare.map(([x, y]) => apply(matrix, [left + x * (right - left), bottom + y * (top - bottom)])));
}

/** Nothing is seen outside of both; an empty clip hides everything. */
function clipped(clip: Area | undefined, by: Area | undefined): Area {
  const nothing = { left: 0, bottom: 0, right: -1, top: -1 };
  if (by === undefined) return nothing;
  return (clip === undefined ? by : intersection(by, clip)) ?? nothing;
}

/** Numbers of coordinates after each of pdf.js' path codes: move, line, curve, quadratic curve, close. */
const coordinates = [2, 2, 6, 4, 0];
const [move, , curve, quadratic] = [0, 1, 2, 3];
/** Ends of lines and curves that are kept of a part; a frame whose corners are drawn in many pieces has about 40. */
const mostEnds = 48;

interface Part extends Area {
  readonly kind: 'box' | 'stroke' | 'tilted' | 'circle';
  readonly points: number;
  /** Which way it is drawn: above 0 to the left. */
  readonly turn: number;
}

/** Parts of a path that are compared with each other. */
const mostParts = 400;

/** Frames that are filled between two boxes, one in the other, as some programs draw borders: nothing in them is hidden. */
function* hollowOf(parts: readonly Part[], isEvenOdd: boolean): Generator<void, ReadonlySet<Part>> {
  const boxes = parts.filter(({ kind }) => kind === 'box');
  const hollow = new Set<Part>();
  if (boxes.length < 2 || boxes.length > mostParts) return hollow;
  for (const outer of boxes) {
    yield;
    for (const inner of boxes) {
      const isCut = isEvenOdd || Math.sign(inner.turn) !== Math.sign(outer.turn);
      if (inner === outer || !isCut || !contains(outer, inner, 0.1)) continue;
      hollow.add(outer);
      hollow.add(inner);
    }
  }
  return hollow;
}

function turnOf(ends: readonly Point[]): number {
  let sum = 0;
  for (const [index, [x, y]] of ends.entries()) {
    const [nextX = x, nextY = y] = ends[(index + 1) % ends.length] ?? [];
    sum += x * nextY - nextX * y;
  }
  return sum;
}

/** One path may draw the whole grid of a form: each part of it by itself. A hostile path has a million points. */
function* partsOf(data: ArrayLike<number>, matrix: Matrix): Generator<void, Part[]> {
  const parts: Part[] = [];
  let ends: [number, number][] = [];
  let [points, isCurved, area] = [0, false, nowhere];
  const finish = (): void => {
    // A lone move draws nothing.
    if (points > 1) parts.push({ ...area, points, kind: kindOf(ends, points, isCurved, area), turn: turnOf(ends) });
    [ends, points, isCurved, area] = [[], 0, false, nowhere];
  };
  let read = 0;
  let from: Point = [0, 0];
  for (let i = 0; i < data.length;) {
    const code = data[i] ?? 4;
    const count = coordinates[code] ?? 0;
    if (code === move) finish();
    if (code === curve || code === quadratic) isCurved = true;
    const some: [number, number][] = [];
    for (let k = 1; k + 1 <= count; k += 2) some.push(apply(matrix, [data[i + k] ?? 0, data[i + k + 1] ?? 0]));
    const end = some.at(-1);
    if (end !== undefined && ends.length <= mostEnds) ends.push(end);
    area = extent(code === curve || code === quadratic ? bent(from, some) : some, area);
    if (end !== undefined) from = end;
    points += some.length;
    read += 1;
    if (read % piece === 0) yield;
    i += 1 + count;
  }
  finish();
  return parts;
}

type Point = readonly [number, number];

/** Places that a curve goes through; it keeps well away from the points that bend it. */
function bent(from: Point, [first = from, second = first, third]: readonly Point[]): Point[] {
  const end = third ?? second;
  return [0.2, 0.4, 0.6, 0.8, 1].map((t): Point => {
    const at = (axis: 0 | 1): number =>
      third === undefined
        ? (1 - t) ** 2 * from[axis] + 2 * (1 - t) * t * first[axis] + t ** 2 * end[axis]
        : (1 - t) ** 3 * from[axis] +
          3 * (1 - t) ** 2 * t * first[axis] +
          3 * (1 - t) * t ** 2 * second[axis] +
          t ** 3 * end[axis];
    return [at(0), at(1)];
  });
}

/** Frames have straight or round corners; circles are stamps and logos, unless they are as small as dots. */
function kindOf(
  ends: readonly (readonly [number, number])[],
  points: number,
  isCurved: boolean,
  { left, bottom, right, top }: Area,
): Part['kind'] {
  const [width, height] = [right - left, top - bottom];
  if (ends.length < 4 || ends.length > mostEnds || width <= 2 || height <= 2) return 'stroke';
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;
  const onSide = ([x]: readonly [number, number]): boolean => near(x, left) || near(x, right);
  const onEnd = ([, y]: readonly [number, number]): boolean => near(y, bottom) || near(y, top);
  if (!isCurved && points <= 5 && ends.every((end) => onSide(end) && onEnd(end))) return 'box';
  if (!isCurved) return points <= 5 && isFrameAskew(ends) ? 'tilted' : 'stroke';
  const [middle, centre] = [(left + right) / 2, (bottom + top) / 2];
  const isRound = ends.every(([x, y]) => {
    const away = ((x - middle) / (width / 2)) ** 2 + ((y - centre) / (height / 2)) ** 2;
    return Math.abs(away - 1) < 0.08;
  });
  if (isRound) return Math.max(width, height) > smallestCircle ? 'circle' : 'stroke';
  const isFrame = ends.length >= 8 && width > 20 && height > 8 && ends.every((end) => onSide(end) || onEnd(end));
  return isFrame || (ends.length >= 8 && isRoundedFrame(ends, { left, bottom, right, top })) ? 'box' : 'stroke';
}

/** Corners in several pieces lie on a quarter of a circle each. */
function isRoundedFrame(ends: readonly Point[], { left, bottom, right, top }: Area): boolean {
  const away = ends.map(([x, y]): Point => [Math.min(x - left, right - x), Math.min(y - bottom, top - y)]);
  const onSides = away.filter(([x]) => x < 0.05);
  const onEnds = away.filter(([, y]) => y < 0.05);
  if (onSides.length < 4 || onEnds.length < 4) return false;
  const radius = Math.min(...onSides.map(([, y]) => y));
  const isOnCorner = ([x, y]: Point): boolean =>
    x <= radius + 1 && y <= radius + 1 && Math.abs(Math.hypot(radius - x, radius - y) - radius) < 0.5 + 0.05 * radius;
  return away.every(([x, y]) => x < 0.5 || y < 0.5 || isOnCorner([x, y]));
}

/** Four corners that come back to where they began, opposite sides alike. */
function isFrameAskew([a, b, c, d, e]: readonly Point[]): boolean {
  if (a === undefined || b === undefined || c === undefined || d === undefined) return false;
  const isSame = (x: number, y: number): boolean => Math.abs(x - y) < 1.5;
  const isClosed = e === undefined || (isSame(a[0], e[0]) && isSame(a[1], e[1]));
  const long = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1]));
  return isClosed && long > smallestCircle && isSame(a[0] + c[0], b[0] + d[0]) && isSame(a[1] + c[1], b[1] + d[1]);
}

/** Sides of the cells of low rows, each drawn by itself: three or more that stand on each other. */
export function* stackedPosts(marks: readonly Area[]): Generator<void, Area[]> {
  const columns = new Map<number, Area[]>();
  for (const [index, mark] of marks.entries()) {
    if (index % piece === 0) yield;
    const height = mark.top - mark.bottom;
    if (mark.right - mark.left > thinnest || height < lowestRow || height > highestRow) continue;
    const key = Math.round(mark.left * 2);
    columns.set(key, [...(columns.get(key) ?? []).slice(-mostStacked), mark]);
  }
  const found: Area[] = [];
  for (const column of columns.values()) {
    yield;
    const sorted = column.toSorted((a, b) => a.bottom - b.bottom);
    const isOn = (one: Area | undefined, next: Area | undefined): boolean =>
      one !== undefined && next !== undefined && Math.abs(next.bottom - one.top) < 1.5;
    const stacked = sorted.filter((post, index) => isOn(sorted[index - 1], post) || isOn(post, sorted[index + 1]));
    if (stacked.length >= fewestStacked) found.push(...stacked);
  }
  return found;
}
const thinnest = 1.2;
const [lowestRow, highestRow] = [7, 12];
const fewestStacked = 3;
/** Rows of a page. */
const mostStacked = 200;

/** No pen makes as many dots on one straight line. */
const leastDots = 8;
const largestDot = 7;

/** Lines that are made of dots or dashes, each drawn by itself. */
export function* dottedLines(
  marks: readonly Area[],
): Generator<void, { rules: Area[]; posts: Area[]; parts: Set<Area> }> {
  const rows = new Map<number, Area[]>();
  const columns = new Map<number, Area[]>();
  const put = (lines: Map<number, Area[]>, at: number, mark: Area): void => {
    const key = Math.round(at * 5);
    const known = lines.get(key);
    if (known === undefined) lines.set(key, [mark]);
    else known.push(mark);
  };
  for (const [index, mark] of marks.entries()) {
    if (index % 512 === 0) yield;
    const [width, height] = [mark.right - mark.left, mark.top - mark.bottom];
    if (width > largestDot || height > largestDot) continue;
    put(rows, (mark.bottom + mark.top) / 2, mark);
    put(columns, (mark.left + mark.right) / 2, mark);
  }
  const parts = new Set<Area>();
  const linesOf = function* (lines: Map<number, Area[]>): Generator<void, Area[]> {
    const found: Area[] = [];
    let index = 0;
    for (const dots of lines.values()) {
      index += 1;
      if (index % 128 === 0) yield;
      if (dots.length < leastDots) continue;
      let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const dot of dots) {
        parts.add(dot);
        left = Math.min(left, dot.left);
        right = Math.max(right, dot.right);
        bottom = Math.min(bottom, dot.bottom);
        top = Math.max(top, dot.top);
      }
      found.push({ left, bottom, right, top });
    }
    return found;
  };
  return { rules: yield* linesOf(rows), posts: yield* linesOf(columns), parts };
}
