/** What a PDF page draws, operator by operator: boxes, strokes, circles, pictures and the places of its texts; points, areas and their transformations. */
export interface Area {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export type Matrix = readonly [number, number, number, number, number, number];

export const nowhere: Area = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };

/** @param known extends it */
export function extent(points: readonly (readonly [number, number])[], known: Area = nowhere): Area {
  let { left, right, bottom, top } = known;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return { left, right, bottom, top };
}

/** What two areas have in common; lines and points are areas, too. */
export function intersection(a: Area, b: Area): Area | undefined {
  const common = {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
    top: Math.min(a.top, b.top),
  };
  return common.left > common.right || common.bottom > common.top ? undefined : common;
}

/** How much of an area lies in another, from 0 to 1. */
export function shareIn(outer: Area, inner: Area): number {
  const width = Math.min(outer.right, inner.right) - Math.max(outer.left, inner.left);
  const height = Math.min(outer.top, inner.top) - Math.max(outer.bottom, inner.bottom);
  if (width < 0 || height < 0) return 0;
  const share = (part: number, whole: number): number => (whole < 0.01 ? 1 : part / whole);
  return share(width, inner.right - inner.left) * share(height, inner.top - inner.bottom);
}

/** @param quarters of a turn to the left by which the texts are written; what turns them back */
export function rotationOf(quarters: number): Matrix {
  if (quarters === 1) return [0, -1, 1, 0, 0, 0];
  if (quarters === 2) return [-1, 0, 0, -1, 0, 0];
  return quarters === 3 ? [0, 1, -1, 0, 0, 0] : [1, 0, 0, 1, 0, 0];
}

export function multiply(m: Matrix, n: readonly number[]): Matrix {
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

export function apply(m: Matrix, [x, y]: readonly [number, number]): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

// What people see: what is not drawn in the colour of its ground, and not covered later.

/** Something painted, in the order of the page. */
export interface Paint extends Area {
  readonly at: number;
  /** How light, from 0 (black) to 1 (white); null may be anything; undefined is nothing. */
  readonly ink: number | null | undefined;
  /** Of what it is filled with, where its edge has another colour. */
  readonly ink2?: number | null | undefined;
  /** It hides what was painted there before. */
  readonly hides: boolean;
}

/** Of a page, the largest of what hides other things; each is compared with everything painted. */
const mostCovers = 60;
const smallestCover = 60;
/** Marks that differ less from their ground are not seen, or hardly. */
const seenFrom = 0.06;
const plainFrom = 0.25;

interface SeenMark<Shape extends Paint> {
  readonly shape: Shape;
  readonly isSeen: boolean;
  readonly isFaint: boolean;
}

/** Shapes that are compared before other work may run. */
const fewShapes = 128;

/** For `inSlices`: a page may hold 100,000 marks. */
export function* seenMarks<Shape extends Paint>(shapes: readonly Shape[]): Generator<void, SeenMark<Shape>[]> {
  const size = ({ left, right, top, bottom }: Area): number => (right - left) * (top - bottom);
  const covers: Shape[] = [];
  for (const [index, shape] of shapes.entries()) {
    if (index % fewShapes === 0) yield;
    if (!shape.hides || size(shape) < smallestCover) continue;
    covers.push(shape);
    if (covers.length > 2 * mostCovers) covers.sort((a, b) => size(b) - size(a)).splice(mostCovers);
  }
  covers.sort((a, b) => size(b) - size(a)).splice(mostCovers);
  covers.sort((a, b) => a.at - b.at);
  const seen: SeenMark<Shape>[] = [];
  for (const [index, shape] of shapes.entries()) {
    if (index % fewShapes === 0) yield;
    const contrast = contrastOf(shape, covers);
    seen.push({ shape, isSeen: contrast >= seenFrom, isFaint: contrast < plainFrom });
  }
  return seen;
}

function contrastOf(shape: Paint, covers: readonly Paint[]): number {
  let ground: number | null = 1;
  for (const cover of covers) {
    if (cover.at === shape.at || shareIn(cover, shape) < 0.95) continue;
    if (cover.at > shape.at) return 0;
    ground = groundOf(cover);
  }
  const to = (ink: Paint['ink']): number =>
    ink === undefined ? 0 : ink === null || ground === null ? 1 : Math.abs(ink - ground);
  return Math.max(to(shape.ink), to(shape.ink2));
}

function groundOf({ ink, ink2 }: Paint): number | null {
  return (ink2 === undefined ? ink : ink2) ?? null;
}

export function contains(outer: Area, inner: Area, slack = 1): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.bottom >= outer.bottom - slack &&
    inner.top <= outer.top + slack
  );
}

interface Ruled {
  readonly rules: readonly Area[];
}

/** A line to write on lies between a text and what is under it. */
export const isRuledOff = ({ rules }: Ruled, word: Area, under: Area): boolean =>
  rules.some(
    ({ left, right, bottom }) =>
      bottom > under.top - 4 && bottom < word.bottom + 4 && left < word.left + 4 && right > word.left + 20,
  );

/** In the middle under the line on which a text is written. */
export const isUnderRuleOf = ({ rules }: Ruled, word: Area, under: Area): boolean =>
  rules.some(
    ({ left, right, bottom }) =>
      bottom > under.top - 4 &&
      bottom < word.bottom + 4 &&
      right - left < widestLine &&
      left < Math.min(word.left, under.left) + 8 &&
      right > Math.max(word.right, under.right) - 8,
  );
/** To write on, in points. */
const widestLine = 260;

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
