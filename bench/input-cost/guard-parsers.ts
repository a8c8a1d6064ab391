/** What pages show and send, as the guard reads it: bodies by their grammars, names, paths, scripts, elements, marks. */
import { judgeElement } from '../../domain/dispatch/guard/element-gate.ts';
import type { ElementFacts } from '../../domain/dispatch/guard/element-facts.ts';
import { saysFailure } from '../../domain/dispatch/guard/said-failure.ts';
import {
  doubtfulName,
  neverClickName,
  neverClickPath,
  neverClickScript,
} from '../../domain/dispatch/guard/never-click.ts';
import { beforeActList, namesActList } from '../../domain/dispatch/guard/act-lists.ts';
import { leadsToRecordList, namesRecordList } from '../../domain/dispatch/guard/record-lists.ts';
import { longestBody } from '../../domain/dispatch/guard/request-fit.ts';
import { judgeRequest } from '../../domain/dispatch/guard/request-gate.ts';
import { judgeMark, otherPerson, personMark, recordMark } from '../../domain/dispatch/guard/record-mark.ts';
import { type BodyContent, type BodyForm, readBody } from '../../domain/dispatch/guard/request-body.ts';
import { type RequestFacts, canonicalUrl, longestAddress } from '../../domain/dispatch/guard/request-line.ts';
import { missingOfFingerprint } from '../../domain/dispatch/guard/response-gate.ts';
import { seenPlaces } from '../../domain/dispatch/guard/described.ts';
import { similarName } from '../../domain/dispatch/playbook/similar-name.ts';
import type { Page } from '../../domain/dispatch/playbook/language.ts';
import { idsSaidByPage } from '../../portals/script-ids.ts';
import { inSlices } from '../../process/time-slices.ts';
import { plainElement } from '../../test/domain/dispatch/guard/plain-element.ts';
import type { Parser } from './parser.ts';
import { filled, jsonShapes, numbered, plainShapes, queryShapes, type Shape } from './shapes.ts';
import { uploadShapes } from './upload-shapes.ts';

type Shapes = Readonly<Record<string, Shape>>;

const textParser = (
  name: string,
  limit: number,
  shapes: Parser['shapes'],
  read: (text: string) => unknown,
): Parser => ({
  name: `guard: ${name}`,
  limit,
  shapes,
  parse: async (bytes) => read(bytes.toString('utf8')),
});

const body =
  (content: BodyContent, contentType: string, form: BodyForm = {}) =>
  (text: string): unknown =>
    readBody({ contentType, text }, content, form);

const formShapes: Shapes = {
  ...queryShapes,
  'good fields': numbered((n) => `field_${n % 900}=${n}`, '&'),
  'one long value': filled('a', 'note='),
  'a value of escapes': filled('%C3%A9', 'note='),
  'a value of spaces': filled('+', 'note='),
  'a name of dots': filled('a.', '', '=1'),
};
const json = jsonShapes((value) => `{"bill":${value}}`, {
  member: (n) => `{"bill":"${n}","amount":12.5}`,
  open: '{"bills":[',
  close: ']}',
});

const xmlShapes: Shapes = {
  ...plainShapes,
  'good elements': numbered((n) => `<line><no>${n}</no></line>`, '', '<a>', '</a>'),
  'one long text': filled('a', '<a>', '</a>'),
  'a text of entities': filled('&amp;', '<a>', '</a>'),
  'elements in elements': (bytes) => `${'<a>'.repeat(bytes / 8)}${'</a>'.repeat(bytes / 8)}`,
  'elements that are not closed': filled('<a>'),
  'attributes of one element': numbered((n) => ` a${n}="1"`, '', '<a', '/>'),
  'one attribute, repeated': filled(' a="1"', '<a', '/>'),
  'names of spaces': numbered((n) => ` xmlns:a${n}="u"`, '', '<a', '/>'),
  'a name without an end': filled('a', '<'),
  'an attribute without an end': filled('a', '<a b="'),
  comments: filled('<!-- a -->', '<a>', '</a>'),
  'instructions and types': filled('<?a b?><!DOCTYPE a>'),
  'texts kept as they are': filled('<![CDATA[a]]>', '<a>', '</a>'),
  'spaces within a tag': filled(' ', '<a', '/>'),
  'space between elements': filled('<b/>\n    ', '<a>', '</a>'),
};

const batch = 'b';
const request = (n: number): string =>
  `--${batch}\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n` +
  `PATCH Bills('${n}') HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"amount":${n}}\r\n`;
const batchShapes: Shapes = {
  ...plainShapes,
  'good requests': numbered(request, '', '', `--${batch}--\r\n`),
  'one long request': (bytes) => `${request(1).replace('{"amount":1}', `{"note":"${'a'.repeat(bytes)}"}`)}--${batch}--`,
  'requests of a change set': numbered(
    (n) => request(n).replaceAll(`--${batch}`, '--c'),
    '',
    `--${batch}\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n`,
    `--c--\r\n\r\n--${batch}--`,
  ),
  'headers of one request': filled('Prefer: a\r\n', request(1).slice(0, -14), `\r\n{}\r\n--${batch}--`),
  delimiters: filled(`\r\n--${batch}`),
  'delimiters with something behind': filled(`\r\n--${batch}x`, request(1)),
  'line ends at the end': filled('\r\n', `${request(1)}--${batch}--`),
  'line ends in a part': filled('\r\n', `--${batch}\r\n`, `--${batch}--`),
  'a request line without an end': filled('a', `--${batch}\r\nContent-Type: application/http\r\n\r\nPATCH `),
};

const gwtShapes: Shapes = {
  ...plainShapes,
  'a good call': (bytes) => `7|0|400|${numbered((n) => `text ${n}`, '|')(bytes)}|1|2|3|4|`,
  'numbers without an end': filled('1|', '7|0|4|a|b|c|d|'),
  'one long text': filled('a', '7|0|4|a|b|c|', '|1|2|'),
  'a text of escapes': filled('\\!', '7|0|4|a|b|c|', '|1|2|'),
  'a text of coded letters': filled('\\u00e9', '7|0|4|a|b|c|', '|1|2|'),
  bars: filled('|'),
};

/** Names of controls as pages have them: labels, ids, classes, texts around them. */
const nameShapes: Shapes = {
  ...plainShapes,
  'words of acts': filled('void the bill ', '', 'of lading'),
  'beginnings of acts': filled('cance void del '),
  'words that are no act': numbered((n) => `word${n}`, ' '),
  'letters one by one': filled('v o i d '),
  'one word': filled('void'),
  'camel case': filled('voidTheBill'),
  'kebab case': filled('void-the-bill-'),
  'letters that look like others': filled('vοid '),
  'marks above letters': filled('o\u0336'),
  'letters without width': filled('a\u200b'),
  'turned directions': filled('\u202ea\u202c'),
  'compound words': filled('Frachtbrief'),
  'scripts of all kinds': filled('作废 заявка '),
  'digits for letters': filled('v01d '),
  'line breaks and tabs': filled('void\n\t bill'),
};
const pathShapes: Shapes = {
  ...nameShapes,
  folders: filled('/a'),
  'folders of acts': filled('/bills/void'),
  'dots between folders': filled('/..'),
  'escaped letters': filled('%76oid/'),
  parameters: numbered((n) => `p${n}=${n}`, '&', '/a?'),
  'one parameter, repeated': filled('action=view&', '/a?'),
  'escapes of escapes': filled('%25'),
};
const scriptShapes: Shapes = {
  ...nameShapes,
  calls: filled('a(b);'),
  'calls in calls': (bytes) => `${'a('.repeat(bytes / 3)}${')'.repeat(bytes / 3)}`,
  'texts in scripts': filled("f('void');"),
  'members of members': filled('a.b', 'x'),
  'brackets that are not closed': filled('a('),
  'states of a record': filled("status=='Closed'&&"),
};

const rules = { origins: ['https://tms.example'], pages: {}, neverClick: [], harmless: [], values: {} };
function judged(facts: Partial<ElementFacts>): unknown {
  const all = { ...plainElement, ...facts };
  const target = { role: 'button', name: 'Refresh' } as const;
  const question = { input: 'click', effect: 'read', step: 'bench', target, expects: [], page: 'start' } as const;
  return judgeElement({ ...question, facts: all }, rules);
}
/** Parts, attributes, titles and fields of one control. */
const pieces = (text: string): string[] => text.split(/[ ,;\n]/).slice(0, 1_000);

const page: Page = {
  paths: ['/bills/*'],
  fingerprint: { title: 'Bill', headings: ['Bill {{pro}}'], labels: ['PRO'], buttons: ['Search'], columns: ['Amount'] },
} as unknown as Page;
const values = { pro: '0412708839', 'account.username': 'dana.reyes' };
const marks = [
  recordMark({ heading: 'Bill {{pro}}' }, values),
  recordMark({ heading: 'Bill {{pro}} of *' }, values),
  recordMark({ text: 'Dispute * for * is open' }, values),
  personMark({ text: 'Signed in as dana.reyes' }, 'dana.reyes'),
].flatMap((mark) => mark ?? []);
const markShapes: Shapes = {
  ...plainShapes,
  'the form again and again': filled('Bill 0412708839 of '),
  'words of the form': filled('Dispute for is open '),
  'the form without its end': filled('a ', 'Dispute 7 for '),
  'blanks between its words': filled(' ', 'Bill', '0412708839'),
  'many texts': numbered((n) => `Bill ${n}`, '\n'),
  'people signed in': filled('Signed in as '),
};
const pageShapes: Shapes = { ...nameShapes, 'many short texts': numbered((n) => `text ${n}`, '\n') };

/** More than is read: what is longer is refused before. */
const overLong = 2_000_000;
const declared = { method: 'POST', path: '/save', content: 'form', fields: ['a'], constraints: [] } as const;
const gate = {
  origins: ['https://tms.example'],
  assetOrigins: [],
  pages: {},
  assets: [],
  reads: [],
  neverClick: [],
  values: {},
  documents: [],
  tickets: [{ id: 'a', step: 'bench', expected: declared, values: {} }],
  used: [],
  acting: false,
  uploads: [],
};
const sent = (url: string, body: RequestFacts['body']): unknown =>
  judgeRequest({ method: body === null ? 'GET' : 'POST', url, purpose: 'part', headers: {}, body }, gate);

/** Of a body that carries a proof of delivery. */
const formWithFile = 10_000_000;
/** As much as is read of a body without files. */
const bodyLimit = longestBody;
/** As much as is read of a text of a control, and of an address. */
const textLimit = longestAddress;

const htmlShapes: Shapes = {
  ...plainShapes,
  'scripts that never end': filled('<script>'),
  'tags that never end': filled('<script '),
  'a list in a script': numbered(
    (n) => `{ id: ${n}, pro: '${10_000_000 + n}', go() {} }`,
    ',',
    '<script>a=[',
    ']</script>',
  ),
  'lists that never end': filled('[{a:', '<script>"0412708839"+', '</script>'),
  'a long list in JSON': numbered((n) => `{"id":${n},"pro":"${10_000_000 + n}"}`, ',', '<script>a=[', ']</script>'),
  'short scripts': filled('<script>var b = { id: 1, pro: "0412708839", go() {} };</script>'),
  functions: filled('function a(b){return b?c(d,{e:1}):[f,g]}\n', '<script>"0412708839";', '</script>'),
  'attributes with data': filled(`<a onclick="x({ id: 1, pro: '0412708839' })">`),
};

export const guardParsers: readonly Parser[] = [
  textParser('page of a portal', 2_000_000, htmlShapes, (html) => inSlices(idsSaidByPage(html))),
  textParser('form body', bodyLimit, formShapes, body('form', 'application/x-www-form-urlencoded')),
  textParser(
    'form body with JSON in a field',
    bodyLimit,
    formShapes,
    body('form', 'application/x-www-form-urlencoded', { json: ['note'] }),
  ),
  {
    name: 'guard: multipart body',
    limit: formWithFile,
    shapes: { ...plainShapes, ...uploadShapes },
    parse: async (bytes) => body('multipart', 'multipart/form-data; boundary=b')(bytes.toString('latin1')),
  },
  textParser('JSON body', bodyLimit, json, body('json', 'application/json')),
  textParser('XML body', bodyLimit, xmlShapes, body('xml', 'text/xml')),
  textParser('batch body', bodyLimit, batchShapes, body('batch', `multipart/mixed; boundary=${batch}`)),
  textParser('GWT call', bodyLimit, gwtShapes, body('gwt', 'text/x-gwt-rpc')),
  textParser('name', textLimit, nameShapes, (text) => [
    neverClickName(text, []),
    doubtfulName(text),
    namesRecordList(text),
    namesActList(text),
    saysFailure(text),
  ]),
  textParser('path', textLimit, pathShapes, (text) => {
    const path = text.startsWith('/') ? text : `/${text}`;
    return [
      neverClickPath(path, [], true),
      neverClickPath(path, []),
      leadsToRecordList(path),
      beforeActList(path.split('/')),
      canonicalUrl(`https://tms.example${path}`),
    ];
  }),
  textParser('script', textLimit, scriptShapes, (text) => neverClickScript(text, [])),
  textParser('element', textLimit, nameShapes, (text) =>
    judged({ name: text, visibleText: text, value: text, title: text, hiddenTexts: [text] }),
  ),
  textParser('element with a text that is not read', overLong, nameShapes, (text) =>
    judged({ name: text, visibleText: text, title: text, hiddenTexts: [text] }),
  ),
  textParser('address of a request', overLong, pathShapes, (text) =>
    sent(`https://tms.example/${text.length > longestAddress ? text : encodeURI(text)}`, null),
  ),
  textParser('body of a request', overLong, formShapes, (text) =>
    sent('https://tms.example/save', { contentType: 'application/x-www-form-urlencoded', text }),
  ),
  textParser('parts of an element', textLimit, scriptShapes, (text) => {
    const texts = pieces(text);
    return judged({
      hiddenTexts: texts,
      attributes: texts.map((value, n) => ({ where: 'part', name: n % 2 === 0 ? 'class' : `data-${n}`, value })),
      context: texts.map((each) => ({ kind: 'section', text: each })),
      fields: texts.map((value, n) => ({ name: `field_${n}`, value })),
    });
  }),
  textParser('what a page shows', textLimit, pageShapes, (text) => {
    // As many as are read of a page (portals/page/page-facts.js).
    const texts = text.split('\n').slice(0, 400);
    const facts = {
      url: 'https://tms.example/bills/1',
      title: text,
      headings: texts,
      labels: texts,
      buttons: texts,
      columns: texts,
    };
    return [missingOfFingerprint(facts, page, values), similarName('Search', texts, [], seenPlaces.button)];
  }),
  textParser('mark of a record', textLimit, markShapes, (text) => {
    const texts = text.split('\n').slice(0, 20_000);
    return marks.map((mark) => [judgeMark(mark, texts), otherPerson(mark, texts)]);
  }),
];
