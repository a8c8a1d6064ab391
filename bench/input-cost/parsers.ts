/** Every parser of bytes from outside, as the product calls it, with the shapes that it is tried on and its limit. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { judgeAuthenticity } from '../../api/dispatch/mail/authenticity.ts';
import { readMail } from '../../api/dispatch/mail/read-mail.ts';
import { checkTaskInput } from '../../commands/dispatch/check-task-input.ts';
import { readSentFile } from '../../api/console/tasks/import.ts';
import { readCsv } from '../../commands/dispatch/import-tasks.ts';
import { csvHead, readCsvRecords } from '../../commands/input/csv-records.ts';
import { ApiError } from '../../api/http/errors.ts';
import { parseJsonInSlices } from '../../api/http/json-in-slices.ts';
import { eventsLimit, parseEvents } from '../../api/lanes/read-events-body.ts';
import { pageSize, readQuery } from '../../api/http/query.ts';
import { checkEvents } from '../../commands/lanes/check-event.ts';
import { mapExport, prepareImport } from '../../commands/lanes/import-events.ts';
import { batchLimit } from '../../domain/dispatch/batch-report.ts';
import { readMailBody } from '../../domain/dispatch/mail/body.ts';
import { judgePod, podLimits } from '../../domain/dispatch/pod.ts';
import { otherFormat, readFlatCsv } from '../../domain/lanes/flat-csv.ts';
import type { ImportAdapter } from '../../domain/lanes/import/adapter.ts';
import { importAdapters } from '../../domain/lanes/import/adapters.ts';
import { PlaybookError, readingPlaybook } from '../../portals/playbooks/load.ts';
import { pageGeometry } from '../../portals/documents/page-geometry.ts';
import { podOf, readPod } from '../../portals/documents/read-pod.ts';
import { inSlices, openSlices } from '../../process/time-slices.ts';
import { cursorOf, decodeCursor } from '../../store/cursor.ts';
import { type PageParts, hostilePages } from '../../test/portals/documents/hostile-pages.ts';
import { manyStrokes } from '../../test/portals/documents/raw-pdf.ts';
import { guardParsers } from './guard-parsers.ts';
import { httpParsers } from './http-parsers.ts';
import { mailShapes } from './mail-shapes.ts';
import type { Parser } from './parser.ts';
import { csvShapes, jsonShapes, linesShapes, plainShapes, podShapes, queryShapes, yamlShapes } from './shapes.ts';
import { boundary, uploadShapes } from './upload-shapes.ts';

const rules = { allowLoopback: false };
const taskLine = (n: number): string => `pull_pod,${1_000_000_000 + n},Order ${n}`;
const eventHeader = 'id,kind,at,queue,step,item,actor_kind,actor,role,output.amount';
const eventLine = (n: number): string =>
  `e${n},step.done,2026-01-05T08:00:00Z,invoices,match,INV-${n},operator,dana,act,12.50`;
const event = (n: number): string =>
  `{"id":"e${n}","kind":"step.done","at":"2026-01-05T08:00:00Z","queue":"invoices","step":"match","item":"INV-${n}",` +
  `"role":"act","actor":{"kind":"operator","id":"dana"},"outputs":{"amount":"12.50"}}`;

async function tasksIn(bytes: Buffer): Promise<unknown> {
  const body = await parseJsonInSlices(bytes);
  const tasks =
    typeof body === 'object' && body !== null && 'tasks' in body && Array.isArray(body.tasks) ? body.tasks : [body];
  const pause = openSlices();
  for (const task of tasks.slice(0, batchLimit) as unknown[]) {
    checkTaskInput(task, rules);
    await pause();
  }
  return body;
}

async function eventsIn(bytes: Buffer): Promise<unknown> {
  const body = await parseEvents(bytes);
  const events =
    typeof body === 'object' && body !== null && 'events' in body && Array.isArray(body.events) ? body.events : [body];
  if (events.length <= eventsLimit) await checkEvents(events, { latest: Infinity });
  return body;
}

const place = { latest: Infinity, dryRun: true, stepsOf: () => Promise.resolve([]) };

function importOf(adapter: ImportAdapter): Parser[] {
  const prepared = prepareImport(adapter, mappings[adapter.name]);
  if ('findings' in prepared) throw new Error(prepared.findings.join('; '));
  const parse = async (bytes: Buffer): Promise<unknown> => mapExport(prepared, bytes.toString('utf8'), place);
  const { header, row } = exportRows[adapter.name] ?? exportRows['generic-csv']!;
  const csv: Parser = { name: `import ${adapter.name}, CSV`, limit: 50_000_000, shapes: csvShapes(header, row), parse };
  if (adapter.name === 'generic-csv') return [csv];
  const record = (n: number): string =>
    `{"number":"T${n}","Id":"${n}","state":"Closed","IsClosed":"true","Owner":{"Name":"dana"},"assigned_to":"dana"}`;
  const shapes = jsonShapes((value) => `{"result":[{"a":${value}}],"records":[${value}]}`, {
    member: record,
    open: '{"records":[',
    close: ']}',
  });
  return [csv, { name: `import ${adapter.name}, JSON`, limit: 50_000_000, shapes, parse }];
}

const mappings: Readonly<Record<string, object>> = {
  'generic-csv': {
    queue: 'q',
    item: 'item',
    step: 'step',
    actor: 'actor',
    finished_at: 'at',
    outputs: { amount: 'amount' },
    steps: { Match: 'match', 'Pay*': 'pay' },
    timezone: 'Europe/Berlin',
  },
  'itsm-tasks': { queue: 'q', steps: { Match: 'match', 'Pay*': 'pay' }, fields: ['u_amount'] },
  'crm-cases': { queue: 'q', steps: { Match: 'match', 'Pay*': 'pay' }, fields: ['Amount__c'] },
};
const exportRows: Readonly<Record<string, { readonly header: string; readonly row: (n: number) => string }>> = {
  'generic-csv': {
    header: 'item,step,actor,at,amount',
    row: (n) => `INV-${n},Match,dana,2026-01-05 08:00:00,${n}.50`,
  },
  'itsm-tasks': {
    header: 'number,parent,closed_at,assigned_to,state,u_step,u_amount',
    row: (n) => `T${n},INV-${n},2026-01-05 08:00:00,dana,Closed,Match,${n}.50`,
  },
  'crm-cases': {
    header: 'Id,ParentId,ClosedDate,IsClosed,Owner.Name,Step__c,Amount__c',
    row: (n) => `${n},INV-${n},2026-01-05T08:00:00Z,true,dana,Match,${n}.50`,
  },
};

const playbookSettings = {
  PORTAL_PLAYBOOKS: '',
  PORTAL_ALLOW_LOOPBACK: false,
  PORTAL_SANDBOX_TMS_URL: '',
  PORTAL_SANDBOX_AUDIT_URL: '',
};

/** A form as a socket brings it, 64 kB at a time. */
async function readUpload(bytes: Buffer): Promise<unknown> {
  const type = `multipart/form-data; boundary=${boundary}`;
  function* pieces(): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  const req = Object.assign(Readable.from(pieces(), { objectMode: false }), { headers: { 'content-type': type } });
  return readSentFile({ req, get: () => type } as unknown as Context);
}

/** Findings of a refusal are an outcome like any other. */
async function orRefused(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof PlaybookError)) throw error;
    return undefined;
  }
}

const sync =
  (read: (text: string) => unknown): Parser['parse'] =>
  async (bytes) =>
    read(bytes.toString('utf8'));

const noSuchName = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
const mailParsers: readonly Parser[] = [
  {
    name: 'mail, DKIM and SPF',
    limit: 2_000_000,
    shapes: mailShapes,
    inThread: true,
    parse: (raw) => {
      const from = 'ops@acme.example';
      const origin = { raw, remoteAddress: '192.0.2.1', helo: 'mx.acme.example', returnPath: from, from };
      return judgeAuthenticity(origin, noSuchName);
    },
  },
  { name: 'mail, MIME', limit: 2_000_000, shapes: mailShapes, inThread: true, parse: readMail },
];

/** Pages are made of their parts, not of bytes: the bytes say only which page, and by their number how many parts. */
const madePages = new Map<string, PageParts>();
const pageNames = Object.keys(hostilePages);
const pdfPage: Parser = {
  name: 'page of a PDF',
  limit: podLimits.marks,
  shapes: Object.fromEntries(pageNames.map((name, n) => [name, (bytes: number) => Buffer.alloc(bytes, n)])),
  parse: async (bytes) => {
    const name = pageNames[bytes[0] ?? 0] ?? '';
    const key = `${bytes.length} ${name}`;
    const page = madePages.get(key) ?? hostilePages[name]!(bytes.length);
    madePages.set(key, page);
    return inSlices(podOf([await inSlices(pageGeometry(page))]));
  },
};

const textParsers: readonly Parser[] = [
  {
    name: 'mail text',
    limit: 2_000_000,
    shapes: linesShapes,
    parse: sync((text) => readMailBody(text, (json) => JSON.parse(json) as unknown)),
  },
  {
    name: 'query string',
    limit: 16_000,
    shapes: queryShapes,
    parse: async (bytes) =>
      readQuery(
        { querystring: bytes.toString('latin1') },
        { limit: pageSize({ default: 50, max: 100 }), cursor: pageSize({ default: 1, max: 9 }) },
      ),
  },
  {
    name: 'cursor',
    limit: 16_000,
    shapes: plainShapes,
    parse: sync((text) => [decodeCursor(text), cursorOf('count', 'text').decode(text)]),
  },
  {
    name: 'playbook',
    limit: 256_000,
    shapes: yamlShapes,
    parse: async (bytes) => inSlices(readingPlaybook(bytes.toString('utf8'), 'bench.yaml', playbookSettings)),
  },
  {
    name: 'text of a PDF',
    limit: podLimits.marks,
    shapes: podShapes,
    parse: async (bytes) => {
      // As many texts as the reader returns: each counts as eight more letters.
      const texts: string[] = [];
      let room: number = podLimits.marks;
      for (const line of bytes.toString('utf8').split('\n')) {
        room -= line.length + 8;
        if (room < 0) break;
        texts.push(line.trim());
      }
      const words = texts.map((text, n) => ({ text, left: 0, right: 9, bottom: -n, top: 8 - n }));
      const boxes = words.slice(0, 1000).map((word) => ({ ...word, right: 99 }));
      const page = { words, boxes, strokes: [], pictures: [], rings: [] };
      return judgePod(await inSlices(podOf([page])), '0412708839');
    },
  },
  pdfPage,
  {
    name: 'drawn lines of a PDF',
    limit: 850_000,
    shapes: { lines: (bytes) => manyStrokes(Math.floor(bytes / 19)) },
    parse: (bytes) => readPod(bytes),
  },
];

const allParsers: readonly Parser[] = [
  {
    name: 'tasks, JSON',
    limit: 1_000_000,
    shapes: jsonShapes((value) => `{"task_type":"pull_pod","params":${value}}`, {
      member: (n) => `{"task_type":"pull_pod","params":{"pro":"${1_000_000_000 + n}"}}`,
      open: '{"tasks":[',
      close: ']}',
    }),
    parse: tasksIn,
  },
  {
    name: 'tasks, CSV',
    limit: 10_000_000,
    shapes: csvShapes('task_type,pro,note', taskLine),
    parse: (bytes) => readCsv(bytes, 5000),
  },
  {
    name: 'events, JSON',
    limit: 50_000_000,
    shapes: jsonShapes((value) => `{"events":[{"kind":"step.done","outputs":${value}}]}`, {
      member: event,
      open: '{"events":[',
      close: ']}',
    }),
    parse: eventsIn,
  },
  {
    name: 'definitions, JSON',
    limit: 50_000_000,
    shapes: jsonShapes((value) => `{"events":[{"kind":"queue.defined","steps":[{"step":"s","fields":${value}}]}]}`, {
      member: (n) => `{"step":"s${n}","fields":[{"name":"a","compare":"exact"}]}`,
      open: '{"events":[{"kind":"queue.defined","steps":[',
      close: ']}]}',
    }),
    parse: eventsIn,
  },
  {
    name: 'events, CSV',
    limit: 50_000_000,
    shapes: csvShapes(eventHeader, eventLine),
    parse: async (bytes) => {
      if (otherFormat(csvHead(bytes)) !== undefined) return;
      const records = await readCsvRecords(bytes, eventsLimit + 2);
      if ('finding' in records) return;
      const file = await inSlices(readFlatCsv(records, eventsLimit));
      if ('events' in file)
        await checkEvents(
          file.events.map((row) => row.event),
          { latest: Infinity },
        );
    },
  },
  ...importAdapters.flatMap(importOf),
  { name: 'upload', limit: 10_000_000, shapes: uploadShapes, parse: readUpload },
  ...httpParsers(tasksIn),
  ...mailParsers,
  ...textParsers,
  ...guardParsers,
];

export const parsers: readonly Parser[] = allParsers.map((parser) => ({
  ...parser,
  parse: (bytes) => orRefused(parser.parse(bytes)),
}));
