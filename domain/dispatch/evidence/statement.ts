/** The in-toto Statement v1 that is signed: every file by its digest, and enough of each to say where it was changed. */
import { blockBytes, blockDigestDigits, blockDigests } from './blocks.ts';
import { bytesOf, textOf, type Sha256 } from './digest.ts';
import { type Manifest, eventsFile, manifestFile, manifestText } from './manifest.ts';

const statementType = 'https://in-toto.io/Statement/v1';
/** Our own type of predicate; docs/evidence.md describes its members. */
const predicateType = 'urn:lanekeeper:evidence-pack:v1';

export interface Statement {
  readonly _type: typeof statementType;
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: typeof predicateType;
  readonly predicate: {
    /** The whole manifest: manifest.json is exactly this, written with two spaces of indent and a newline. */
    readonly manifest: Manifest;
    /** The lines of events.jsonl. */
    readonly events: readonly string[];
    readonly blocks: {
      readonly bytes: typeof blockBytes;
      readonly digits: typeof blockDigestDigits;
      /** File name → digests of its blocks. */
      readonly files: Readonly<Record<string, string>>;
    };
  };
}

/**
 * Builds the statement over a finished manifest.
 * @param contents the bytes of every file that the manifest lists
 */
export function buildStatement(
  manifest: Manifest,
  events: readonly string[],
  contents: ReadonlyMap<string, Uint8Array>,
  sha256: Sha256,
): Statement {
  const manifestDigest = sha256(bytesOf(manifestText(manifest)));
  const blocks = manifest.files
    .filter(({ file }) => file !== eventsFile)
    .map(({ file }) => [file, blockDigests(contents.get(file) ?? new Uint8Array(), sha256)] as const);
  return {
    _type: statementType,
    subject: [
      { name: manifestFile, digest: { sha256: manifestDigest } },
      ...manifest.files.map((file) => ({ name: file.file, digest: { sha256: file.sha256 } })),
    ],
    predicateType,
    predicate: {
      manifest,
      events,
      blocks: { bytes: blockBytes, digits: blockDigestDigits, files: Object.fromEntries(blocks) },
    },
  };
}

export function statementText(statement: Statement): string {
  return JSON.stringify(statement);
}

/** Reads a payload back; undefined where it is no statement of this kind. */
export function readStatement(payload: Uint8Array): Statement | undefined {
  try {
    const value = JSON.parse(textOf(payload)) as Partial<Statement> | null;
    const { manifest, events, blocks } = value?.predicate ?? {};
    const whole =
      value?._type === statementType &&
      value.predicateType === predicateType &&
      Array.isArray(manifest?.files) &&
      Array.isArray(manifest.steps) &&
      Array.isArray(events) &&
      typeof blocks?.files === 'object';
    return whole ? (value as Statement) : undefined;
  } catch {
    return undefined;
  }
}
