/** A signature as pen strokes, drawn from a name: the same name always signs alike. */

import { seededRandom } from '../random.ts';
import type { Mark, Point } from './drawing.ts';

/** @param width, height the room it has, from its top left corner at x, y */
export function signature(name: string, x: number, y: number, width: number, height: number): Mark[] {
  const random = seededRandom(Array.from(name).reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7));
  const middle = y + height * 0.55;
  const points: Point[] = [];
  const steps = 60;
  const loops = random.whole(5, 8);
  for (let step = 0; step <= steps; step += 1) {
    const along = step / steps;
    const swing = Math.sin(along * loops * 2 * Math.PI) * height * (0.4 - 0.25 * along);
    const lean = Math.cos(along * loops * 2 * Math.PI) * 6;
    points.push([x + along * width * 0.85 + lean, middle - swing + random.whole(-2, 2)]);
  }
  const flourish: Point[] = [
    [x + width * 0.1, y + height * 0.88],
    [x + width * 0.5, y + height * 0.8],
    [x + width * 0.95, y + height * 0.9],
  ];
  return [
    { kind: 'stroke', width: 1.3, points },
    { kind: 'stroke', width: 1.1, points: flourish },
  ];
}
