/** Code 39 bars for PRO numbers, as freight labels carry them. */
import { box, type Mark } from '../../paper/drawing.ts';

/** Nine elements a character, bar and space in turn; 1 is wide. From ISO/IEC 16388. */
const patterns: Record<string, string> = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  '*': '010010100',
};

/** @param narrow width of a narrow element in points; a wide one is three times that */
export function code39(digits: string, x: number, y: number, height: number, narrow = 0.9): Mark[] {
  const bars: Mark[] = [];
  let at = x;
  for (const character of `*${digits}*`) {
    for (const [index, wide] of Array.from(patterns[character] ?? '').entries()) {
      const width = wide === '1' ? narrow * 3 : narrow;
      if (index % 2 === 0) bars.push(box(at, y, width, height, true));
      at += width;
    }
    at += narrow;
  }
  return bars;
}
