/** What `admin lanes import` may be told. */
import type { PrintOptions } from './print.ts';

/** What `--encoding` takes, and the decoder of each; a byte order mark of UTF-16 tells its byte order. */
export const decoders = {
  'utf-8': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  latin1: 'windows-1252',
} as const;
export type Encoding = keyof typeof decoders;

/** The options as the command line gives them. */
export interface ImportOptions extends PrintOptions {
  readonly mapping: string;
  readonly workspace: string;
  readonly encoding: Encoding;
  readonly dryRun?: boolean;
  readonly hold?: boolean;
}
