/** What an import adapter is: one kind of export, its mapping as a JSON Schema, and how its text becomes events. */
import type { ObjectSchema } from '../../json-schema.ts';
import type { Values, ItemName } from '../event.ts';
import type { CommonMapping, MappingSchema } from './mapping-schema.ts';

/** A piece of work as an export describes it; `POST /v1/schema` calls it a step.done. */
export interface ImportedEvent extends ItemName {
  readonly id: string;
  readonly kind: 'step.done';
  readonly at: string;
  readonly role: string;
  readonly actor: { readonly kind: 'operator' | 'agent'; readonly id: string; readonly version?: string };
  readonly decision?: string;
  readonly outputs?: Values;
  readonly features?: Values;
  readonly started_at?: string;
}

/** A row of the export that is not imported. */
export interface LeftOut {
  /** Line of the export on which the row starts, counted from 1. */
  readonly line: number;
  readonly reason: string;
}

export type MappedRow = { readonly line: number; readonly event: ImportedEvent } | LeftOut;

export interface ImportTools {
  /** Text → at least 32 hexadecimal digits that differ for other text. */
  readonly hash: (text: string) => string;
}

/** Rows as they are read (undefined: nothing yet), or what makes the export as a whole unreadable. */
export type ReadExport = { readonly rows: Iterable<MappedRow | undefined> } | { readonly findings: readonly string[] };

/** An export that is to be read, with a mapping that its adapter has accepted. */
export interface PreparedImport {
  /** The name of the adapter. */
  readonly adapter: string;
  readonly mapping: CommonMapping;
  /** Names of outputs and of features that its events may have. */
  readonly fields: { readonly outputs: readonly string[]; readonly features: readonly string[] };
  /** Yields where it may be interrupted. */
  read(text: string, tools: ImportTools): Generator<void, ReadExport>;
}

/** Lets a mapping through that fits a schema; `format: timezone` is a name of the IANA database. */
type AcceptMapping = <M>(schema: MappingSchema<M>, given: unknown) => M | undefined;

export interface ImportAdapter {
  readonly name: string;
  readonly about: string;
  readonly mappingSchema: ObjectSchema;
  /** @returns undefined for a mapping that is not accepted */
  prepare(accept: AcceptMapping, given: unknown): PreparedImport | undefined;
}

interface AdapterParts<M> {
  readonly name: string;
  readonly about: string;
  readonly mappingSchema: MappingSchema<M>;
  readonly fieldsOf: (mapping: M) => PreparedImport['fields'];
  readonly read: (text: string, mapping: M, tools: ImportTools) => Generator<void, ReadExport>;
}

/** An adapter whose mappings have the type that their schema declares. */
export function adapterOf<M extends CommonMapping>(parts: AdapterParts<M>): ImportAdapter {
  const { name, about, mappingSchema, fieldsOf, read } = parts;
  return {
    name,
    about,
    mappingSchema,
    prepare: (accept, given) => {
      const mapping = accept(mappingSchema, given);
      if (mapping === undefined) return undefined;
      return { adapter: name, mapping, fields: fieldsOf(mapping), read: (text, tools) => read(text, mapping, tools) };
    },
  };
}
