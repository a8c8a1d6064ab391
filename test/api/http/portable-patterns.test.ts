import assert from 'node:assert/strict';
import { openApiDocument } from '../../../api/dispatch/openapi-document.ts';
import { dispatchTools } from '../../../api/dispatch/mcp-tools.ts';
import type { DispatchDeps } from '../../../api/dispatch/deps.ts';
import type { LanesDeps } from '../../../api/lanes/deps.ts';
import { lanesTools } from '../../../api/lanes/mcp-tools.ts';
import { lanesOpenApi } from '../../../api/lanes/openapi-document.ts';
import { pinFindings } from '../../../commands/lanes/pins.ts';
import { eventSchema, workPlace } from '../../../domain/lanes/event-schema.ts';
import { readInstant } from '../../../domain/lanes/instant.ts';
import { checkCallbackUrl } from '../../../process/outbound/address-guard.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  isPortable,
  portablePatterns,
  receiverUrlSchema,
  visibleJson,
  withPortablePatterns,
  withSingleTypes,
} from '../../../domain/json-schema.ts';

const shown: Record<string, unknown> = {
  'the OpenAPI document of dispatch': openApiDocument({ baseUrl: 'https://x', headerName: 'Svc' }),
  'the OpenAPI document of lanes': lanesOpenApi('https://x', 'Svc'),
  'GET /v1/schema': withPortablePatterns(eventSchema),
  // Tools look at what they depend on when they are called.
  'the tools of dispatch': dispatchTools({} as DispatchDeps).map(schemasOf),
  'the tools of lanes': lanesTools({} as LanesDeps).map(schemasOf),
};

function schemasOf({ inputSchema, outputSchema }: { inputSchema: unknown; outputSchema: unknown }): unknown {
  return { inputSchema, outputSchema };
}

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'pattern' && typeof member === 'string' ? [member] : patternsIn(member),
  );
}

function defaultsOfMembers(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) => [
    ...(name === 'properties' && typeof inside === 'object' && inside !== null
      ? Object.entries(inside).flatMap(([member, schema]: [string, unknown]) =>
          typeof schema === 'object' && schema !== null && 'default' in schema ? [member] : [],
        )
      : []),
    ...defaultsOfMembers(inside),
  ]);
}

function schemaNames(document: unknown): string[] {
  const { components } = document as { components?: { schemas: object } };
  return Object.keys(components?.schemas ?? {});
}

describe('documents that generators make code of', () => {
  for (const [what, document] of Object.entries(shown)) {
    it(`have in ${what} no byte order mark, which Go refuses within a source`, () =>
      assert.doesNotMatch(JSON.stringify(document), /\ufeff/));
    it(`have in ${what} the type of every number to choose from: Java's generator writes what does not compile`, () =>
      assert.deepEqual(untypedNumbers(document), []));
    it(`have in ${what} no two names that become one: of capitals, or of the constructor in Go`, () => {
      const names = schemaNames(document);
      const made = new Set(names.flatMap((name) => [name.toLowerCase(), `new${name.toLowerCase()}`]));
      assert.equal(made.size, 2 * names.length);
    });
  }
});

/** Schemas of chosen numbers that do not say of which type they are. */
function untypedNumbers(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, enum: choices = [], const: only } = value as { type?: unknown; enum?: unknown; const?: unknown };
  const chosen: unknown[] = [...(Array.isArray(choices) ? choices : []), only];
  return [
    ...(type === undefined && chosen.some((one) => typeof one === 'number') ? [value] : []),
    ...Object.values(value).flatMap(untypedNumbers),
  ];
}

describe('schemas that allow only what is accepted', () => {
  const { schemas } = (shown['the OpenAPI document of lanes'] as { components: { schemas: Record<string, object> } })
    .components;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const fits = (schema: object): ((value: unknown) => boolean) => ajv.compile({ ...schema, components: { schemas } });

  it('take a queue and a step of POST /v1/route by the rule of the server, character by character', () => {
    const allowed = fits(schemas['RouteRequest'] ?? {});
    const own = new RegExp(workPlace.queue.pattern, 'u');
    const wrong: string[] = [];
    for (let code = 1; code <= 0xffff; code++) {
      const id = `a${String.fromCharCode(code)}`;
      if (allowed({ queue: id, step: 's', item: 'i' }) !== own.test(id)) wrong.push(code.toString(16));
    }
    assert.deepEqual(wrong, []);
    for (const [id, taken] of [
      ['.', false],
      ['..', false],
      ['...', true],
      ['', false],
      ['漢字', true],
      ['😀', false],
    ] as const)
      assert.equal(allowed({ queue: 'q', step: id, item: 'i' }), taken, JSON.stringify(id));
  });

  it('take a time of POST /v1/route that exists, and no other', () => {
    const allowed = fits(schemas['RouteRequest'] ?? {});
    for (const at of [
      '2026-11-20T08:00:00Z',
      '2024-02-29T00:00:00.123456789+05:30',
      '2000-02-29t23:59:59z',
      '2026-04-30T08:00-11:00',
    ])
      assert.deepEqual(
        [allowed({ queue: 'q', step: 's', item: 'i', at }), readInstant(at) !== undefined],
        [true, true],
        at,
      );
    for (const at of [
      '',
      'è',
      '2026-02-29T08:00:00Z',
      '2026-04-31T08:00:00Z',
      '2026-13-01T08:00:00Z',
      '2026-11-20T24:00:00Z',
      '2026-11-20T08:00:60Z',
      '2026-11-20 08:00:00Z',
      '2026-11-20T08:00:00',
      '1999-11-20T08:00:00Z',
      '2100-02-29T08:00:00Z',
    ])
      assert.deepEqual(
        [allowed({ queue: 'q', step: 's', item: 'i', at }), readInstant(at) !== undefined],
        [false, false],
        at,
      );
  });

  it('take a step of a pin only with its queue', () => {
    const allowed = fits(schemas['PinRequest'] ?? {});
    const [lane, reason] = ['shadow', 'stop'];
    for (const queue of [undefined, null, 'q'])
      for (const step of [undefined, null, 's']) {
        const found = pinFindings({ queue: queue ?? null, step: step ?? null, lane, reason });
        const pin = JSON.parse(JSON.stringify({ queue, step, lane, reason })) as unknown;
        assert.equal(allowed(pin), found.length === 0, JSON.stringify(pin));
      }
  });

  it('take addresses of receivers that the guard takes', () => {
    const allowed = new RegExp(receiverUrlSchema.pattern);
    const guard = (url: string): boolean => checkCallbackUrl(url, { allowLoopback: true }).ok;
    for (const url of [
      'https://hooks.example.com',
      'HTTPS://a.example:8443/in?x=1#y',
      'https://a.example:10443/in',
      'https://a.example:65535',
      'https://xn--mnchen-3ya.example/é',
      'http://127.0.0.1:7095/hook',
      'http://localhost/',
    ])
      assert.deepEqual([allowed.test(url), guard(url)], [true, true], url);
    for (const url of [
      'https://intranet/',
      'https://a.example./in',
      'https://a.example:/in',
      `https://${'a'.repeat(63)}.example/`,
      'http://hooks.LocalHost:7095/',
      'https://my_bucket.s3.example/',
    ])
      assert.deepEqual([allowed.test(url), guard(url)], [true, true], url);
    // Its own format would refuse the é.
    assert.ok(!('format' in receiverUrlSchema));
    for (const url of [
      '0',
      'https:',
      'https://',
      'http://example.com/',
      'https://user@example.com/',
      'https://10.0.0.1/',
      'https://a.1/',
      'https://a.0x1/',
      'https://a b.example/',
      'https://a.example/\u3000',
      ...['\u200b', '\u00ad', '\u2060', '\u202e', '\u034f', '\ufe0f'].map((unseen) => `https://a.example/x${unseen}`),
      'https://a.example\\b',
      'ftp://a.example/',
      'https://-a.example/',
      'https://a-.example/',
      'https://a.3com/',
      'https://a.example:0443/',
      'https://-.localhost/',
      `https://${'a'.repeat(64)}.example/`,
      'https://a.example/\u{e04ca}',
    ])
      assert.deepEqual([allowed.test(url), guard(url)], [false, false], url);
    // Each character in each place; letters beyond ASCII are left out of the pattern's host names.
    for (let code = 0; code <= 0xfffd; code++) {
      const character = String.fromCharCode(code);
      const urls = [`https://a.example/${character}`, `https://a.example/?a=${character}b`];
      if (code < 0x80)
        urls.push(`https://0.A${character}`, `https://a${character}b.example/`, `https://${character}a.example`);
      for (const url of urls) assert.equal(allowed.test(url), guard(url), JSON.stringify(url));
    }
    for (const [document, path] of [
      ['the OpenAPI document of dispatch', 'EndpointInput'],
      ['the OpenAPI document of lanes', 'Webhook'],
    ] as const)
      assert.ok(JSON.stringify(shown[document]).includes(JSON.stringify(receiverUrlSchema.pattern)), path);
  });
});

describe('documents as they are written', () => {
  it('have an escape for whatever nobody sees, and say the same', () => {
    for (const [what, document] of Object.entries(shown)) {
      const text = visibleJson(JSON.stringify(document));
      assert.doesNotMatch(text, /(?! )[\p{Z}\p{Cf}\u007f-\u009f\p{Default_Ignorable_Code_Point}]/u, what);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(document)), what);
    }
    const hard = { 'a\u2028': '\u2029 \ufeff \u{e0041} \\u2028 \\\u2028 👩\u200d🚀 "' };
    assert.deepEqual(JSON.parse(visibleJson(JSON.stringify(hard))), hard);
  });
});

describe('schemas of tools', () => {
  const typesIn = (value: unknown): string[][] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, inside]: [string, unknown]) => [
          ...(name === 'type' && Array.isArray(inside) ? [inside as string[]] : []),
          ...typesIn(inside),
        ]);
  for (const what of ['the tools of dispatch', 'the tools of lanes'])
    it(`have one type at a time in ${what}: strict validators take no list`, () =>
      assert.deepEqual(typesIn(shown[what]), []));

  it('allow the same as the lists of types did', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schema = {
      type: ['object', 'null'],
      description: 'x',
      required: ['a'],
      maxProperties: 3,
      properties: {
        a: { type: ['string', 'integer'], pattern: '^a', maximum: 5 },
        type: { type: ['array', 'null'], items: { type: ['number', 'boolean'], minimum: 2 }, minItems: 1 },
      },
      additionalProperties: {
        type: ['string', 'null'],
        maxLength: 2,
        enum: ['x', 'yyy', null],
        anyOf: [{ const: 'x' }, { const: null }],
      },
    };
    const [before, ...afterwards] = [schema, withSingleTypes(schema), withSingleTypes(schema, 'listed')].map((one) =>
      ajv.compile(one),
    );
    assert.ok(before);
    const members: unknown[] = ['a', 'b', 3, 9, null, [], [1], [2, true], ['x'], {}, 'x', 'yyy', undefined];
    for (const value of [
      null,
      1,
      [],
      {},
      ...members.flatMap((a) => members.flatMap((type) => members.map((z) => ({ a, type, z })))),
    ])
      for (const after of afterwards) assert.equal(after(value), before(value), JSON.stringify(value));
  });

  for (const name of ['the OpenAPI document of dispatch', 'the OpenAPI document of lanes'])
    it(`is one, or one and null, in ${name}: generators of Go clients end at other lists`, () => {
      const lists = typesIn(shown[name]).filter((types) => types.length > 2 || !types.includes('null'));
      assert.deepEqual(lists, []);
    });
});

describe('defaults in OpenAPI documents', () => {
  for (const name of ['the OpenAPI document of dispatch', 'the OpenAPI document of lanes'])
    it(`are words in ${name}: generators would send them, or ask callers to`, () =>
      assert.deepEqual(defaultsOfMembers(shown[name]), []));
});

describe('patterns that others read', () => {
  for (const [name, schema] of Object.entries(shown))
    it(`are portable in ${name}`, () => {
      const patterns = [...new Set(patternsIn(schema))];
      assert.ok(patterns.length > 0);
      assert.deepEqual(
        patterns.filter((pattern) => !isPortable(pattern)),
        [],
      );
      for (const pattern of patterns)
        for (const flags of ['', 'u']) assert.doesNotThrow(() => new RegExp(pattern, flags), pattern);
    });

  it('are distinguished from those that some engines cannot read', () => {
    for (const pattern of ['^\\p{L}$', '^(?!a)', '(?<=a)', '(?:a)', '\\u0000', '\\d', '(?i)a', '[^\\x7f-\\x9f]'])
      assert.equal(isPortable(pattern), false, pattern);
  });

  it('take every text that our own take', () => {
    const texts = [
      '',
      '.',
      '..',
      '...',
      '.a',
      '..a',
      'a',
      'inv-1',
      'Müller/Ж.1',
      'e\u0301',
      '漢字',
      'a b',
      'line\nbreak',
      'tab\t',
    ];
    for (let code = 0; code < 0x2100; code++) texts.push(String.fromCodePoint(code), `a${String.fromCodePoint(code)}`);
    for (const [own, portable] of Object.entries(portablePatterns))
      for (const text of texts)
        if (new RegExp(own, 'u').test(text)) assert.match(text, new RegExp(portable, 'u'), `${own} takes it`);
  });

  it('refuse the characters of ASCII that an id cannot have, and the ids . and ..', () => {
    const [[own, portable] = ['', '']] = Object.entries(portablePatterns);
    for (const text of ['.', '..', ...Array.from({ length: 128 }, (_, code) => `a${String.fromCharCode(code)}`)])
      assert.equal(new RegExp(portable, 'u').test(text), new RegExp(own, 'u').test(text), JSON.stringify(text));
  });

  it('cannot be left without a portable form', () => {
    assert.throws(() => withPortablePatterns({ items: [{ pattern: '^\\p{Lu}$' }] }), /has no portable form/);
  });
});

describe('the description of events', () => {
  it('names each kind, each role of work and who did it, so that generators name their types by them', () => {
    const { schemas } = (shown['the OpenAPI document of lanes'] as { components: { schemas: Record<string, unknown> } })
      .components;
    const names = ['QueueDefined', 'StepDoneShadow', 'StepDoneProposal', 'StepDoneConfirm', 'StepDoneAct'];
    names.push('AuditResult', 'SettlementMade', 'SignoffGiven', 'OutcomeRecorded');
    const { oneOf } = schemas['Event'] as { oneOf: { $ref: string }[] };
    assert.deepEqual(
      oneOf.map(({ $ref }) => $ref),
      names.map((name) => `#/components/schemas/${name}`),
    );
    for (const name of [...names, 'Actor', 'Agent', 'Operator', 'EventsRequest', 'EventList']) assert.ok(schemas[name]);
  });
});

describe('operations', () => {
  for (const name of Object.keys(shown).slice(0, 2))
    it(`answer with JSON of which ${name} says what it has`, () => {
      const { paths } = shown[name] as { paths: Record<string, Record<string, { responses: object }>> };
      const bare = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          // The file of a pack may be any JSON; the descriptions describe themselves.
          .filter(([, { responses }]) => /"application\/json":(\{\}|\{"schema":\{\}\})/.test(JSON.stringify(responses)))
          .map(([method]) => `${method} ${path}`),
      );
      assert.deepEqual(
        bare.filter((one) => one !== 'get /evidence/{id}/{file}'),
        [],
      );
    });

  for (const name of Object.keys(shown).slice(0, 2))
    it(`are grouped by tags that ${name} describes`, () => {
      const { tags, paths } = shown[name] as {
        tags: { name: string; description?: string }[];
        paths: Record<string, Record<string, { tags: string[] }>>;
      };
      assert.deepEqual(
        new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags))),
        new Set(tags.filter(({ description }) => description !== undefined).map((one) => one.name)),
      );
    });

  for (const name of Object.keys(shown).slice(0, 2))
    it(`have a description each in ${name}`, () => {
      const { paths } = shown[name] as { paths: Record<string, Record<string, { description?: string }>> };
      for (const [path, methods] of Object.entries(paths))
        for (const [method, { description }] of Object.entries(methods)) assert.ok(description, `${method} ${path}`);
    });
});
