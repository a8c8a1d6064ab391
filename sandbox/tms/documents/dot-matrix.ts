/** The 5 by 7 dot letters of line printers and displays, for pictures of text. */

/** Five columns a letter, left to right, two hexadecimal digits each; the lowest bit is the top row. */
const columns: Record<string, string> = {
  '#': '147f147f14',
  '&': '3649562050',
  "'": '0008070300',
  '(': '001c224100',
  ')': '0041221c00',
  '*': '2a1c7f1c2a',
  ',': '0080703000',
  '-': '0808080808',
  '.': '0000606000',
  '/': '2010080402',
  ':': '0000140000',
  '[': '007f414141',
  ']': '4141417f00',
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '7249494946',
  '3': '2141494d33',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494931',
  '7': '4121110907',
  '8': '3649494936',
  '9': '464949291e',
  A: '7c1211127c',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141413e',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e41415173',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f021c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '2649494932',
  T: '03017f0103',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0304780403',
  Z: '6159494d43',
};

/** Columns of a letter with its right gap, and rows. */
export const cell = { width: 6, height: 8 } as const;

/** Whether the dot of a letter is black; lower case prints as capitals, unknown letters as blanks. */
export function isDot(letter: string, column: number, row: number): boolean {
  const bits = columns[letter.toUpperCase()]?.slice(column * 2, column * 2 + 2) ?? '';
  return bits !== '' && ((Number.parseInt(bits, 16) >> row) & 1) === 1;
}
