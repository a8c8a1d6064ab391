/** Which of the marks on a page people see: what is not drawn in the colour of its ground, and not covered later. */
import type { Area } from './plane.ts';
import { shareIn } from './plane.ts';

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
