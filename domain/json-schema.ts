/** JSON Schemas as data, and the types that the compiler derives from them: a shape is declared once. */

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of an object, with its members by name: of what `ObjectOf` is derived from. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

declare const shape: unique symbol;

/** A schema that a table makes: the type of its values comes from the table. */
export interface SchemaOf<T> extends JsonSchema {
  readonly [shape]?: T;
}

/** What a value is that fits a schema declared `as const`; what the keywords here do not say is `unknown`. */
export type ValueOf<S> = typeof shape extends keyof S
  ? S extends { readonly [shape]?: infer T }
    ? T
    : never
  : ValueOfKeywords<S>;

type ValueOfKeywords<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: infer T }
      ? T extends readonly (infer Each)[]
        ? ValueOfType<Each, S>
        : ValueOfType<T, S>
      : unknown;

type ValueOfType<T, S> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? ValueOf<S extends { readonly items: infer I } ? I : never>[]
          : T extends 'object'
            ? S extends { readonly properties: infer P }
              ? ObjectOf<P, S extends { readonly required: readonly (infer R)[] } ? R : never>
              : Readonly<Record<string, S extends { readonly additionalProperties: infer A } ? ValueOf<A> : unknown>>
            : unknown;

/** @typeParam R names of the members that are required */
export type ObjectOf<P, R = never> = { readonly [K in keyof P as K extends R ? K : never]: ValueOf<P[K]> } & {
  readonly [K in keyof P as K extends R ? never : K]?: ValueOf<P[K]>;
};
