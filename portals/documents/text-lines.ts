/** Words of a page put together into lines. */
import { sortInSlices } from '../../process/time-slices.ts';
import type { Word } from './page-geometry.ts';

/** From the top. */
export function* lines(words: readonly Word[]): Generator<void, string[]> {
  const sorted = yield* sortInSlices(words, (a, b) => b.bottom - a.bottom || a.left - b.left);
  const found: string[] = [];
  let line: Word[] = [];
  for (const [index, word] of sorted.entries()) {
    if (index % 512 === 0) yield;
    if (line[0] !== undefined && Math.abs(line[0].bottom - word.bottom) >= 3) {
      found.push(yield* lineOf(line));
      line = [];
    }
    line.push(word);
  }
  if (line.length > 0) found.push(yield* lineOf(line));
  return found;
}

/** Words of a line that are joined before other work may run. */
const wordsAtOnce = 512;

function* lineOf(words: readonly Word[]): Generator<void, string> {
  const sorted = words.length === 1 ? words : yield* sortInSlices(words, (a, b) => a.left - b.left);
  const pieces: string[] = [];
  for (let index = 0; index < sorted.length; index += wordsAtOnce) {
    if (index > 0) yield;
    const some = sorted.slice(index, index + wordsAtOnce);
    pieces.push(some.map((word) => word.text).join(' '));
  }
  return pieces.join(' ');
}
