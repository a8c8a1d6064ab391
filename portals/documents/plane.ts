/** Points, areas and their transformations on a page, and which of the marks on it people see. */

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
const piece = 128;

interface SeenMark<Shape extends Paint> {
  readonly shape: Shape;
  readonly isSeen: boolean;
  readonly isFaint: boolean;
}

/** For `inSlices`: a page may hold 100,000 marks. */
export function* seenMarks<Shape extends Paint>(shapes: readonly Shape[]): Generator<void, SeenMark<Shape>[]> {
  const size = ({ left, right, top, bottom }: Area): number => (right - left) * (top - bottom);
  const covers: Shape[] = [];
  for (const [index, shape] of shapes.entries()) {
    if (index % piece === 0) yield;
    if (!shape.hides || size(shape) < smallestCover) continue;
    covers.push(shape);
    if (covers.length > 2 * mostCovers) covers.sort((a, b) => size(b) - size(a)).splice(mostCovers);
  }
  covers.sort((a, b) => size(b) - size(a)).splice(mostCovers);
  covers.sort((a, b) => a.at - b.at);
  const seen: SeenMark<Shape>[] = [];
  for (const [index, shape] of shapes.entries()) {
    if (index % piece === 0) yield;
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
