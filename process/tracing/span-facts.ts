/** What a span says beside its name; never what somebody entered, and no address with a path. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;
