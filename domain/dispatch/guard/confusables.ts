/**
 * Characters that look like a Latin letter or like one another, for comparing names and never for showing them.
 * A selection of the skeleton table of Unicode Technical Standard #39 for the letters of English labels; full
 * width, mathematical and ligature forms need no row, because NFKC has replaced them before.
 */

const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑạᴀ4@',
  b: 'ЬƄḅʙ8',
  c: 'сϲⅽᴄⲥ',
  d: 'ԁɗⅾᴅ',
  e: 'еҽєε℮ᴇ3',
  f: 'ẝƒϝꜰ',
  g: 'ɡցɢ',
  h: 'һհʜ',
  j: 'јϳᴊ',
  k: 'κкⲕᴋ',
  l: 'іιıӏΙІⵏןⅼℓ|1i!ʟɪ',
  m: 'мⅿᴍ',
  n: 'ոпηɴ',
  o: 'оοσօഠഠ〇ⲟ0ⵔᴏ',
  p: 'рρⲣᴘ',
  q: 'ԛգꞯ',
  r: 'гᴦⲅʀ',
  s: 'ѕꜱƽ5$',
  t: 'тτⲧᴛ7',
  u: 'υսцʋᴜ',
  v: 'νѵᴠⅴ',
  w: 'ѡωԝɯᴡ',
  x: 'хχⅹ',
  y: 'уγүყʏ',
  z: 'ᴢʐ',
};

const toLatin = new Map<string, string>();
for (const [latin, others] of Object.entries(lookAlikes))
  for (const other of others) toLatin.set(other.toLowerCase(), latin);

/** Pairs that read as one letter in most fonts. */
const pairs: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
];

/** The text with foreign look-alikes as the Latin letters they show as; Latin letters and digits stay what they are. */
export function latinised(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[^\u0000-\u007f]/gu, (character) => toLatin.get(character) ?? character);
}

/** The shape of a text that was already lower-cased: two texts with equal skeletons can be mistaken for each other. */
export function skeleton(text: string): string {
  let shape = '';
  for (const character of text) shape += toLatin.get(character) ?? character;
  for (const [pair, letter] of pairs) shape = shape.replaceAll(pair, letter);
  return shape;
}
