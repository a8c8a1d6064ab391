/** The names of files inside an evidence pack: flat, harmless in a path and in an address. */

export const manifestFile = 'manifest.json';
export const eventsFile = 'events.jsonl';
export const signatureFile = 'manifest.dsse.json';

/** Files that only packing writes. */
export const reservedFiles: readonly string[] = [manifestFile, eventsFile, signatureFile];

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** A name is one path segment of ASCII letters, digits, dot, dash and underscore, and does not begin with a dot. */
export function isPackFileName(name: string): boolean {
  return pattern.test(name) && !name.includes('..');
}

/** `steps.png` → `steps-2.png`: a second file of the same name keeps its ending. */
export function numberedName(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${n}${name.slice(dot)}` : `${name}-${n}`;
}

/** What a pack holds, by ending. */
const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
};

/** Media type of the files that packing writes. */
export function reservedMediaType(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
