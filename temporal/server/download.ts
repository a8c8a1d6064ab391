/**
 * Fetches the official release of the Temporal program. What arrives is used only when it has the pinned checksum.
 * A machine without outbound network gives up after five seconds, and one that gets a trickle after some more:
 * building the program would be quicker.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { EnvHttpProxyAgent, fetch } from 'undici';

interface DownloadOptions {
  readonly release: Release;
  /** Where releases lie: `<url>/v<version>/<archive>`. Empty: nothing is downloaded. */
  readonly url: string;
  /** As Node names it; by default this machine's. */
  readonly platform?: string;
  readonly limits?: DownloadLimits;
  /** What a person should read, now and then: the share done. */
  readonly status: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface DownloadLimits {
  /** Until the site answers, redirects included. */
  readonly answerMs: number;
  /** In each stretch of this length at least so many bytes must come. */
  readonly stretchMs: number;
  readonly bytesPerStretch: number;
  /** The archives of today have some 60 MB. */
  readonly mostBytes: number;
}

const usualLimits: DownloadLimits = {
  answerMs: 5_000,
  stretchMs: 10_000,
  bytesPerStretch: 1_000_000,
  mostBytes: 400_000_000,
};

class DownloadError extends Error {}

/**
 * Downloads the archive, checks it and puts the program at `target`.
 * @returns null, or the sentence that says why there is none
 */
export async function downloadTemporal(target: string, options: DownloadOptions): Promise<string | null> {
  const platform = options.platform ?? `${process.platform}-${process.arch}`;
  if (options.url === '') return 'downloading is off (EMBEDDED_TEMPORAL_DOWNLOAD_URL is empty)';
  const archive = options.release.archives[platform];
  if (archive === undefined) return `there is no release of the Temporal program for ${platform}`;
  const address = `${options.url.replace(/\/$/, '')}/v${options.release.version}/${archive.name}`;
  const folder = mkdtempSync(`${target}.download-`);
  try {
    const file = join(folder, archive.name);
    await fetchInto(file, address, archive, options);
    await unpack(file, folder);
    const program = join(folder, 'temporal');
    chmodSync(program, 0o755);
    renameSync(program, target);
    return null;
  } catch (error) {
    return `${address} ${error instanceof DownloadError ? error.message : `could not be used: ${deepest(error)}`}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes what arrives to `file`. @throws DownloadError unless all of it came and has the checksum */
async function fetchInto(file: string, address: string, archive: Archive, options: DownloadOptions): Promise<void> {
  const limits = options.limits ?? usualLimits;
  const over = new AbortController();
  const stopWith = (why: string): void => over.abort(new DownloadError(why));
  const cancel = (): void => over.abort(options.signal?.reason);
  if (options.signal?.aborted === true) cancel();
  options.signal?.addEventListener('abort', cancel, { once: true });
  // Companies reach the outside through HTTPS_PROXY.
  const dispatcher = new EnvHttpProxyAgent();
  let out: FileHandle | undefined;
  let timer = setTimeout(() => stopWith(`did not answer within ${limits.answerMs / 1_000} s`), limits.answerMs);
  try {
    const answer = await fetch(address, { dispatcher, signal: over.signal });
    clearTimeout(timer);
    if (answer.status !== 200 || answer.body === null) throw new DownloadError(`answered ${answer.status}`);
    const length = Number(answer.headers.get('content-length') ?? 0);
    let bytes = 0;
    let atStretch = 0;
    timer = setInterval(() => {
      if (bytes - atStretch < limits.bytesPerStretch) stopWith('is too slow: building is quicker');
      atStretch = bytes;
    }, limits.stretchMs);
    const hash = createHash('sha256');
    out = await open(file, 'wx', 0o600);
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > limits.mostBytes) throw new DownloadError(`is larger than ${limits.mostBytes} bytes`);
      hash.update(chunk);
      await out.writeFile(chunk);
      options.status(`downloading the Temporal server ${options.release.version}: ${share(bytes, length)}`);
    }
    const digest = hash.digest('hex');
    if (digest !== archive.sha256)
      throw new DownloadError(`was refused: its SHA-256 is ${digest}, and ${archive.sha256} is the pinned one`);
  } catch (error) {
    // fetch reports an abort as an error of its own.
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    clearTimeout(timer);
    clearInterval(timer);
    options.signal?.removeEventListener('abort', cancel);
    await out?.close();
    await dispatcher.destroy().catch(() => {});
  }
}

function share(bytes: number, length: number): string {
  const megabytes = (count: number): string => `${(count / 1e6).toFixed(0)} MB`;
  return length > 0
    ? `${Math.floor((100 * bytes) / length)} % of ${megabytes(length)}`
    : `${megabytes(bytes)} so far`;
}

async function unpack(file: string, folder: string): Promise<void> {
  const child = spawn('tar', ['-xzf', file, '-C', folder, 'temporal'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      complaint = error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  if (code !== 0) throw new DownloadError(`could not be unpacked: ${complaint.trim()}`);
}

/** fetch hides the reason ("getaddrinfo ENOTFOUND …") behind "fetch failed". */
function deepest(error: unknown): string {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  return at instanceof Error ? at.message || (at as NodeJS.ErrnoException).code || at.name : String(at);
}

/** The official release of the Temporal program that this version is made for: its archives and their checksums. */
export interface Release {
  readonly version: string;
  /** By platform, as Node names it: `linux-x64`. */
  readonly archives: Readonly<Record<string, Archive>>;
}

interface Archive {
  readonly name: string;
  readonly sha256: string;
}

/** The same version as the pin in go.mod, which a machine without a way to the release builds instead. */
export const pinnedRelease = JSON.parse(readFileSync(join(import.meta.dirname, 'release.json'), 'utf8')) as Release;
