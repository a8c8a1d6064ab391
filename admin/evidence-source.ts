/** Reads an evidence pack from where an auditor has it: a folder of downloaded files, or a link to its manifest. */
import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  eventsFile,
  manifestFile,
  reservedFiles,
  signatureFile,
  stampFile,
  stampRequestFile,
} from '../domain/dispatch/evidence/manifest.ts';
import { filesOfPack } from '../domain/dispatch/evidence/verify.ts';
import { base64 } from '../process/evidence-crypto.ts';
import { fileError } from './arguments.ts';

/** The manifest, or the keys, could not be read at all: nothing was verified. */
export class UnreadableError extends Error {
  readonly code = 'unreadable';
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableError';
  }
}

export interface PackSource {
  readonly pack: ReadonlyMap<string, Uint8Array>;
  /** Files beside the manifest that are no part of the pack. */
  readonly unlisted: readonly string[];
  /** Where the pack was served from; null for a folder. */
  readonly origin: string | null;
}

/** No file of a pack comes near this; a server that sends more is not believed. */
const fileLimit = 200_000_000;
const fetchTimeoutMs = 60_000;

export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * @param place path of the manifest or of its folder, or the address of the manifest; the other files lie beside it
 * @throws UnreadableError
 */
export async function readPack(place: string): Promise<PackSource> {
  if (isAddress(place)) return readServedPack(new URL(place));
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const manifestPath = isFolder ? join(place, manifestFile) : place;
  const folder = dirname(manifestPath);
  const pack = await readEach((file) => readHere(file === manifestFile ? manifestPath : join(folder, file)));
  if (!pack.has(manifestFile))
    throw new UnreadableError(`${manifestPath} cannot be read: ${fileError({ code: 'ENOENT', message: '' })}`);
  const known = new Set([...pack.keys(), ...reservedFiles, basename(manifestPath)]);
  const unlisted = (await readdir(folder)).filter((file) => !known.has(file)).sort();
  return { pack, unlisted, origin: null };
}

async function readServedPack(address: URL): Promise<PackSource> {
  const pack = await readEach((file) => {
    if (file === manifestFile) return fetchBytes(address);
    const beside = new URL(`./${file}`, address);
    // The capability that opened the manifest opens the files beside it.
    beside.search = address.search;
    return fetchBytes(beside);
  });
  if (!pack.has(manifestFile))
    throw new UnreadableError(
      `there is no manifest at ${address.origin}${address.pathname}; the link may have expired`,
    );
  return { pack, unlisted: [], origin: address.origin };
}

async function readEach(read: (file: string) => Promise<Uint8Array | undefined>): Promise<Map<string, Uint8Array>> {
  const pack = new Map<string, Uint8Array>();
  const add = async (file: string): Promise<void> => {
    const bytes = await read(file);
    if (bytes !== undefined) pack.set(file, bytes);
  };
  for (const file of [manifestFile, signatureFile, eventsFile]) await add(file);
  const names = filesOfPack(pack.get(manifestFile), pack.get(signatureFile), base64);
  for (const file of names) if (!pack.has(file)) await add(file);
  // A time stamp that was asked for later is in no list; without it the pack is read all the same.
  for (const file of [stampRequestFile, stampFile])
    if (!names.includes(file))
      await add(file).catch((error: unknown) => {
        if (!(error instanceof UnreadableError)) throw error;
      });
  return pack;
}

async function readHere(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UnreadableError(`${path} cannot be read: ${fileError(error)}`);
  });
}

/** Bytes at an address, undefined for 404. @throws UnreadableError */
export async function fetchBytes(address: URL): Promise<Uint8Array | undefined> {
  // Without the query: it may carry a capability.
  const shown = `${address.origin}${address.pathname}`;
  const failed = (why: string): UnreadableError => new UnreadableError(`${shown} cannot be read: ${why}`);
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) }).catch(
    (error: Error) => {
      throw failed(error.cause instanceof Error ? error.cause.message : error.message);
    },
  );
  if (answer.status === 404) return undefined;
  if (!answer.ok || answer.body === null) throw failed(`the server answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).length;
    if (size > fileLimit) throw failed(`it is larger than ${fileLimit.toLocaleString('en-US')} bytes`);
  }
  return Buffer.concat(parts);
}
