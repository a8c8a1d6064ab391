/** Texts that are hard on parsers, of any length: what every parser of `npm run bench -- input-cost` is tried on. */

/** Makes a text of about so many bytes. */
export type Shape = (bytes: number) => string;

export const filled =
  (unit: string, before = '', after = ''): Shape =>
  (bytes) =>
    before + unit.repeat(Math.max(1, Math.floor((bytes - before.length - after.length) / unit.length))) + after;

/** Numbered units, so that no two are the same. */
export const numbered =
  (unit: (n: number) => string, between = '', before = '', after = ''): Shape =>
  (bytes) => {
    const parts: string[] = [];
    for (let size = before.length + after.length, n = 0; size < bytes; n += 1) {
      const part = unit(n);
      parts.push(part);
      size += part.length + between.length;
    }
    return before + parts.join(between) + after;
  };

/** The same text at every run. */
function randomText(bytes: number, alphabet: string): string {
  let seed = 42;
  let text = '';
  while (text.length < bytes) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text += alphabet[(seed >>> 16) % alphabet.length] ?? '';
  }
  return text;
}

/** Texts that begin like nothing in particular: for every parser. */
export const plainShapes: Readonly<Record<string, Shape>> = {
  blanks: filled(' '),
  'no-break spaces': filled('\u00a0'),
  letters: filled('a'),
  'line ends': filled('\n'),
  quotes: filled('"'),
  backslashes: filled('\\'),
  random: (bytes) => randomText(bytes, 'ab1,;:"\n\t {}[]\\|='),
  'pictures of letters': filled('😀'),
  brackets: filled('['),
  commas: filled(','),
  digits: filled('9'),
  'control characters': filled('\u0001'),
};

/** @param header a good header row, @param row a good row below it */
export function csvShapes(header: string, row: (n: number) => string): Readonly<Record<string, Shape>> {
  return {
    ...plainShapes,
    'good rows': numbered(row, '\n', `${header}\n`),
    'blanks in one cell': filled(' ', `${header}\na`, 'x'),
    'blanks in one cell, quoted': filled(' ', `${header}\n"x`, 'x"\n'),
    separators: filled(','),
    'separators in a row': filled(',', `${header}\n`),
    'rows of separators': filled(',,\n', `${header}\n`),
    'empty header names': filled(',', '', '\nx'),
    'header names of all kinds': numbered((n) => `n${n}`, ','),
    'repeated header names': filled(`${header},`, '', '\nx'),
    'a wide header and short rows': (bytes) => `${header}${','.repeat(400)}\n${'a\n'.repeat((bytes - 400) / 2)}`,
    'a quote that is not closed': filled('a', `${header}\n"`),
    'doubled quotes': filled('""', `${header}\n"`, '"'),
    'quotes in the middle': filled('a"', `${header}\n`),
    'short rows': filled('a\n', `${header}\n`),
    'rows that are wrong': filled('x,y,z\n', `${header}\n`),
    'line ends of old': filled('a,b\r', `${header}\r`),
    'one column': filled('a\n', 'a\n'),
    'carriage returns alone': filled('\r'),
    'line ends of all kinds': filled('a\r\nb\rc\n', `${header}\n`),
    'a line end in every cell': filled('"a\n",', `${header}\n`),
    'byte order marks': filled('\ufeff', `${header}\n`),
    'quoted line ends': filled('\n"'),
    'cells that go on after their quotes': filled('""a"",', `${header}\n`),
  };
}

/**
 * @param wrap puts a value where the body has its own, such as the params of a task
 * @param good a good member of the body's list, and how the list is opened and closed
 */
export function jsonShapes(
  wrap: (value: string) => string,
  good: { readonly member: (n: number) => string; readonly open: string; readonly close: string },
): Readonly<Record<string, Shape>> {
  const wrapped =
    (shape: Shape): Shape =>
    (bytes) =>
      wrap(shape(bytes));
  const list = (unit: string): Shape => filled(`${unit},`, '[', `${unit}]`);
  return {
    ...plainShapes,
    'good members': numbered(good.member, ',', good.open, good.close),
    'wrong members': filled('{"a":1},', good.open, `{"a":1}${good.close}`),
    'a text of blanks': wrapped(filled(' ', '"', '"')),
    'a text of letters': wrapped(filled('a', '"', '"')),
    'a text of escapes': wrapped(filled('\\u00e9', '"', '"')),
    'a text of pictures of letters': wrapped(filled('😀', '"', '"')),
    'empty lists': wrapped(list('[]')),
    'empty objects': wrapped(list('{}')),
    'objects in objects': wrapped(list('{"a":{"b":{"c":{}}}}')),
    'objects of all kinds': wrapped(numbered((n) => `{"k${n}":1}`, ',', '[', ']')),
    numbers: wrapped(list('1')),
    'one long number': wrapped(filled('9')),
    'many names': wrapped(numbered((n) => `"name${n}":1`, ',', '{', '}')),
    'many names that are numbers': wrapped(numbered((n) => `"${n * 7919}":1`, ',', '{', '}')),
    'one name, repeated': wrapped(filled('"a":1,', '{', '"a":1}')),
    'one long name': wrapped(filled('a', '{"', '":1}')),
    'names close to known ones': wrapped(numbered((n) => `"pro${n % 10}x${n}":1`, ',', '{', '}')),
    deep: filled('['),
    'deep again and again': wrapped(list(`${'['.repeat(20)}${']'.repeat(20)}`)),
    'space between': wrapped(filled(' ', '[1,', '2]')),
    'a list that is not closed': filled('{"a":1},', good.open),
    'a text that is not closed': filled('a', '{"a":"'),
    'a fault at the end': numbered(good.member, ',', good.open, `${good.close},`),
    'halves of surrogate pairs': wrapped(filled('\\ud800', '"', '"')),
    'huge exponents': wrapped(list('1e999999')),
    'numbers of many digits': wrapped(list('0.1234567890123456789012345678901234567890')),
    'texts, each of another length': wrapped(numbered((n) => `"${'x'.repeat(n % 300)}"`, ',', '[', ']')),
    'names that every object has': wrapped(list('{"__proto__":{"a":1},"constructor":1,"toString":2}')),
    'words that are no JSON': filled('[1,#]'),
    'objects that are no JSON': filled('{#},', good.open),
    'objects as deep as they may be': wrapped(list(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)),
  };
}

export const linesShapes: Readonly<Record<string, Shape>> = {
  ...plainShapes,
  'key: value lines': numbered((n) => `key${n}: value`, '\n'),
  'one key, repeated': filled('pro: 1\n'),
  'a line of blanks before a colon': filled(' ', 'task_type', ': x'),
  'a line of blanks without a colon': filled(' ', 'task_type', 'x'),
  'a value of blanks': filled(' ', 'task_type: a', 'b'),
  colons: filled(':'),
  'many columns': numbered((n) => `changes.x${n}: 1`, '\n'),
};

export const cookieShapes: Readonly<Record<string, Shape>> = {
  ...plainShapes,
  'many cookies': numbered((n) => `c${n}=${n}`, '; '),
  'one cookie, repeated': filled('lk_session=a; '),
  'names close to ours': numbered((n) => `lk_sessio${n}=1`, ';'),
  'a session in front of blanks': filled(' ', 'lk_session=a', ';'),
  'blanks before a name': filled(' ', '', 'lk_session=a'),
};

export const queryShapes: Readonly<Record<string, Shape>> = {
  ...plainShapes,
  'one name, repeated': filled('limit=1&'),
  'all names differ': numbered((n) => `n${n}=1`, '&'),
  'names close to known ones': numbered((n) => `limi${n}=1`, '&'),
  ampersands: filled('&'),
  'equals signs': filled('='),
  'escaped blanks': filled('%20', 'limit='),
  'broken escapes': filled('%', 'limit='),
  'a long value': filled('9', 'limit='),
};

export const yamlShapes: Readonly<Record<string, Shape>> = {
  ...plainShapes,
  'many keys': numbered((n) => `key${n}: 1`, '\n'),
  'one key, repeated': filled('key: 1\n'),
  'a list of lists': filled('- - 1\n'),
  'flow, deep': filled('['),
  'flow, wide': filled('1, ', '[', '1]'),
  'deep by indentation': (bytes) => {
    const lines: string[] = [];
    for (let size = 0, n = 0; size < bytes; size += n + 3, n += 1) lines.push(`${' '.repeat(n)}a:`);
    return lines.join('\n');
  },
  aliases: filled('- *a\n', '- &a [1, 2, 3]\n'),
  'aliases of aliases': numbered(
    (n) => (n === 0 ? 'a0: &a0 [x, x]' : `a${n}: &a${n} [*a${n - 1}, *a${n - 1}, *a${n - 1}]`),
    '\n',
  ),
  'a quoted text that is not closed': filled('a', 'key: "'),
  'a folded text': filled('  word\n', 'key: >\n'),
  comments: filled('# a\n'),
  'marks before nothing': filled('&a '),
  'brackets that close nothing': filled('}'),
  'lists side by side': filled('[]'),
  'escapes that are none': filled('\\q', 'a: "'),
  'keys that are lists of keys': filled('? - '),
  documents: filled('---\n'),
  anchors: numbered((n) => `- &a${n} 1`, '\n'),
};

export const podShapes: Readonly<Record<string, Shape>> = {
  ...plainShapes,
  'PRO and blanks': filled(' ', 'PRO', 'x'),
  'PRO and hashes': filled('#', 'PRO ', 'x'),
  'PRO, again and again': filled('PRO no. # '),
  'PRO numbers': numbered((n) => `PRO ${1_000_000 + n}`, ' '),
  'labels of signatures': filled('consignee signature\n'),
  'labels of exceptions': filled('exceptions noted\n'),
  crosses: filled('Liftgate delivery [X]\n'),
  'words of habit': filled('subject to count, '),
  'words of habit, and one more': filled('count,', '', ' crushed'),
};
