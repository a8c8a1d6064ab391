/** A signature as pen strokes, drawn from a name: the same name always signs alike. */

import { seededRandom } from '../framework/random.ts';
import type { Mark, Point } from './drawing.ts';

const pointsPerLoop = 24;

/** @param width, height the room it has, from its top left corner at x, y */
export function signature(name: string, x: number, y: number, width: number, height: number): Mark[] {
  const seed = Array.from(name).reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  const random = seededRandom(seed);
  const loops = random.whole(6, 10);
  const stride = (width * 0.8) / loops;
  const points: Point[] = [];
  for (let loop = 0; loop < loops; loop += 1) {
    // A tall first letter, then whatever the hand makes of the rest.
    const rise = height * (loop === 0 ? 0.5 : random.whole(8, 40) / 100);
    const slant = random.whole(2, 9);
    for (let step = 0; step < pointsPerLoop; step += 1) {
      const turn = (step / pointsPerLoop) * 2 * Math.PI;
      const across = x + (loop + step / pointsPerLoop) * stride;
      points.push([across + Math.sin(turn) * slant, y + height * 0.65 - ((1 - Math.cos(turn)) / 2) * rise]);
    }
  }
  const flourish: Point[] = [
    [x + width * 0.05, y + height * 0.9],
    [x + width * 0.5, y + height * (random.whole(72, 84) / 100)],
    [x + width * 0.95, y + height * 0.88],
  ];
  return [
    { kind: 'stroke', width: 1.3, points },
    { kind: 'stroke', width: 1.1, points: flourish },
  ];
}
