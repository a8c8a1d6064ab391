/**
 * Two further readings of every body that arrived, as servers make them: busboy's (and JSON.parse), and that of Python's
 * email, urllib and json. Where they differ from each other or from what the guard judged, the case is broken; so it is where
 * PHP, Rack, ASP.NET or a servlet would fold two fields into one.
 */
import { Busboy } from '@fastify/busboy';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { readBody } from '../../domain/dispatch/guard/request-body.ts';
import type { ReceivedBody } from '../../test/portals/guard/hostile-portal.ts';
import { foldedTogether } from './folding-servers.ts';

type Fields = readonly (readonly [string, string])[];

interface OtherParsers {
  /** Whether there is a python3. */
  readonly hasPython: boolean;
  /** What the readings of a body differ in, in words; nothing when they agree. */
  differences(body: ReceivedBody): Promise<string[]>;
  close(): void;
}

export async function openOtherParsers(): Promise<OtherParsers> {
  const python = await openPython();
  return {
    hasPython: python !== undefined,
    async differences(body) {
      const fields = await byBusboy(body);
      const folded = kindOf(body) === 'json' ? [] : foldedTogether(fields);
      const readings: [string, string][] = [['busboy', JSON.stringify(fields)]];
      if (python !== undefined) readings.push(['Python', JSON.stringify(await python.read(body))]);
      const judged = byGuard(body);
      if (judged !== undefined) readings.push(['the guard', JSON.stringify(judged)]);
      const first = readings[0]?.[1];
      return readings.some(([, reading]) => reading !== first)
        ? [...folded, readings.map(([who, reading]) => `${who} reads ${reading.slice(0, 200)}`).join('; ')]
        : folded;
    },
    close: () => python?.close(),
  };
}

function kindOf({ contentType }: ReceivedBody): 'form' | 'multipart' | 'json' | undefined {
  const kind = contentType.split(';')[0]?.trim().toLowerCase();
  if (kind === 'application/x-www-form-urlencoded') return 'form';
  if (kind === 'multipart/form-data') return 'multipart';
  return kind === 'application/json' ? 'json' : undefined;
}

const fileOf = (name: string, bytes: Buffer): string =>
  `file ${name} ${createHash('sha256').update(bytes).digest('hex')}`;

async function byBusboy(body: ReceivedBody): Promise<Fields> {
  const kind = kindOf(body);
  if (kind === undefined) return [['body', body.bytes.toString('latin1')]];
  try {
    if (kind === 'json') return flat(JSON.parse(body.bytes.toString()), '');
    return await new Promise<Fields>((resolve, reject) => {
      const found: [string, string][] = [];
      const parser = new Busboy({ headers: { 'content-type': body.contentType } });
      parser.on('field', (name, value) => void found.push([name, value]));
      parser.on('file', (name, stream, filename) => {
        const at = found.push([name, '']) - 1;
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void (found[at] = [name, fileOf(filename, Buffer.concat(chunks))]));
      });
      parser.on('finish', () => resolve(found));
      parser.on('error', reject);
      parser.end(body.bytes);
    });
  } catch (error) {
    return [['unreadable', (error as Error).name]];
  }
}

function flat(value: unknown, path: string): Fields {
  if (Array.isArray(value))
    return value.length === 0 ? [[path, 'empty']] : value.flatMap((item, n) => flat(item, `${path}[${n}]`));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    return members.length === 0
      ? [[path, 'empty']]
      : members.flatMap(([name, member]) => flat(member, path === '' ? name : `${path}.${name}`));
  }
  return [[path, String(value)]];
}

/** As the guard reads what has arrived; undefined for kinds that it sends unread. */
function byGuard(body: ReceivedBody): Fields | undefined {
  const kind = kindOf(body);
  if (kind === undefined) return undefined;
  const hasFiles = kind === 'multipart' && body.bytes.includes('filename=');
  const text = body.bytes.toString(hasFiles ? 'latin1' : 'utf8');
  const fields = readBody({ contentType: body.contentType, text }, kind)?.fields;
  if (fields === undefined) return [['unreadable', 'by the guard']];
  return fields.map(({ name, value, type, file }) => {
    const shown = type === 'empty' ? 'empty' : value;
    return [name, file === undefined ? shown : fileOf(value, Buffer.from(file, 'latin1'))];
  });
}

async function openPython(): Promise<{ read(body: ReceivedBody): Promise<Fields>; close(): void } | undefined> {
  const program = spawn('python3', ['-u', `${import.meta.dirname}/parse_bodies.py`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const started = await new Promise<boolean>((resolve) => {
    program.once('spawn', () => resolve(true));
    program.once('error', () => resolve(false));
  });
  if (!started) return undefined;
  const waiting: ((fields: Fields) => void)[] = [];
  createInterface({ input: program.stdout }).on('line', (line) =>
    waiting.shift()?.((JSON.parse(line) as { fields: Fields }).fields),
  );
  return {
    read: ({ contentType, bytes }) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        program.stdin.write(`${JSON.stringify({ content_type: contentType, body: bytes.toString('base64') })}\n`);
      }),
    close: () => program.stdin.end(),
  };
}
