/** A DNS server on a free UDP port of this machine that answers out of a table, fails, or stays silent. */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

/** TXT or A records; `servfail`: the server says that it cannot answer; `silent`: it says nothing. */
type DnsAnswer = { readonly txt: string } | { readonly a: string } | 'servfail' | 'silent';

export interface DnsServer {
  /** By name in lower case; other names do not exist. Tests add to it. */
  readonly records: Map<string, DnsAnswer>;
  /** Names asked for, oldest first. */
  readonly asked: string[];
  readonly lookup: (name: string, type: string) => Promise<unknown>;
  close(): void;
}

const types = { a: 1, txt: 16 } as const;

export async function openDnsServer(timeoutMs = 200): Promise<DnsServer> {
  const records = new Map<string, DnsAnswer>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = questionOf(query);
    asked.push(name);
    const answer = records.get(name);
    if (answer === 'silent') return;
    const type = query.readUInt16BE(end - 4);
    const record = answer === undefined || answer === 'servfail' ? null : encoded(answer);
    const fits = record !== null && record.type === type;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (answer === 'servfail' ? 2 : answer === undefined ? 3 : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(fits ? 1 : 0, 6);
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(type, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt16BE(record?.data.length ?? 0, 10);
    const answered = fits ? [fixed, record.data] : [];
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answered]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    records,
    asked,
    lookup: (name, type) => resolver.resolve(name, type),
    close: () => {
      resolver.cancel();
      socket.close();
    },
  };
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function encoded(answer: Exclude<DnsAnswer, string>): { type: number; data: Buffer } {
  if ('a' in answer) return { type: types.a, data: Buffer.from(answer.a.split('.').map(Number)) };
  const strings = answer.txt.match(/.{1,255}/g) ?? [''];
  return {
    type: types.txt,
    data: Buffer.concat(strings.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)])),
  };
}
