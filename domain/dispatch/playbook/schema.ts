/** The JSON Schema of a playbook file, as data: the form that editors, the loader and the pages about playbooks share. */
import { portalActions, taskTypes } from '../task.ts';
import { pressedKeys } from './step.ts';
import { targetRoles } from './target.ts';
import { valueFormats } from './declared-request.ts';
import { weekdays } from './opening-hours.ts';

import type { JsonSchema } from '../../json-schema.ts';

const text = { type: 'string', minLength: 1, maxLength: 500 } as const;
const name = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' } as const;
const path = { type: 'string', pattern: '^/[^?#\\s]*$', maxLength: 300 } as const;
/** With its query, and its route where a script shows the page; searches of trackers hold a whole query and its columns. */
const address = { type: 'string', pattern: '^/[^?#\\s]*(\\?[^?#\\s]+)?(#[^#\\s]+)?$', maxLength: 1_000 } as const;
/** Of a request, which has no route. */
const requestAddress = { type: 'string', pattern: '^/[^?#\\s]*(\\?[^?#\\s]+)?$', maxLength: 1_000 } as const;
const list = (items: JsonSchema, extra: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  maxItems: 200,
  ...extra,
});
const object = (
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
  extra: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
  ...extra,
});
const mapOf = (value: JsonSchema, key: JsonSchema = name): JsonSchema => ({
  type: 'object',
  propertyNames: key,
  additionalProperties: value,
});
const target = { $ref: '#/$defs/target' } as const;
const steps = { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1, maxItems: 100 } as const;
const stepBase = { title: text, timeout_ms: { type: 'integer', minimum: 100, maximum: 600_000 } } as const;
const step = (
  kind: string,
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema => object(['do', ...required], { do: { const: kind }, ...stepBase, ...properties });

const headerName = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9._-]{0,79}$' } as const;
const contents = ['form', 'multipart', 'json', 'xml', 'batch', 'gwt', 'file', 'none'] as const;
/** Of the requests of writes and of reads. */
const requestMembers = {
  path: requestAddress,
  query: list(text),
  content: { enum: contents },
  json: list(text, { minItems: 1 }),
  media_type: {
    type: 'string',
    pattern:
      '^(application/[a-z0-9][a-z0-9.-]{0,60}\\+(json|xml)(; ?action="[!-~]{1,200}")?|application/(json-rpc|jsonrequest|x-json|xml|x-www-form-urlencoded)|text/(json|x-json|plain))$',
  },
  fields: list(text),
  opaque: list(
    object(['field', 'pattern', 'max_length'], {
      field: text,
      pattern: text,
      max_length: { type: 'integer', minimum: 1, maximum: 500_000 },
      type: { const: 'number' },
    }),
  ),
  repeats: list(text),
  headers: list({
    oneOf: [
      headerName,
      object(['name', 'equals'], { name: headerName, equals: text }),
      object(['name', 'pattern', 'max_length'], {
        name: headerName,
        pattern: text,
        max_length: { type: 'integer', minimum: 1, maximum: 16_000 },
      }),
    ],
  }),
  as_is: { type: 'boolean' },
  constraints: list(
    object(
      ['field'],
      {
        field: text,
        // Some portals send all events of a form as one value.
        equals: { ...text, minLength: 0, maxLength: 8_000 },
        one_of: list({ ...text, minLength: 0 }, { minItems: 1 }),
        all_of: list({ ...text, minLength: 0 }, { minItems: 1, uniqueItems: true }),
        chosen: text,
        at_most: text,
        format: { enum: valueFormats },
        written: text,
        type: { enum: ['number', 'boolean', 'null', 'empty'] },
      },
      { minProperties: 2 },
    ),
    { default: [] },
  ),
} as const;

const dialog = object(['type', 'text', 'answer'], {
  type: { enum: ['alert', 'confirm', 'prompt'] },
  text,
  answer: { enum: ['accept', 'dismiss'] },
  value: { ...text, minLength: 0 },
});

/** Of the steps whose input may send something. */
const sendingMembers = {
  effect: { enum: ['read', 'preview', 'write'], default: 'read' },
  target,
  next: {
    oneOf: [
      name,
      object(
        [],
        { shows: target, gone: target, alert: text, as: name, after: text, before: text, page: name },
        { anyOf: [{ required: ['shows'] }, { required: ['gone'] }, { required: ['alert'] }] },
      ),
    ],
  },
  refused: object(['page', 'words'], { page: name, words: target }),
  popup: { type: 'boolean' },
  expects: list({ $ref: '#/$defs/request' }, { minItems: 1 }),
  dialog: {
    oneOf: [{ const: 'none' }, dialog, { type: 'array', items: dialog, minItems: 2, maxItems: 5 }],
  },
  limit: name,
} as const;

export const playbookSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Lanekeeper playbook',
  ...object(
    ['id', 'name', 'version', 'portal', 'origins', 'account', 'pages', 'login', 'capabilities', 'never_click'],
    {
      id: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
      name: text,
      version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
      owner: text,
      portal: object(['name', 'kind'], { name: text, kind: { enum: ['tms', 'audit'] } }),
      origins: list(text, { minItems: 1, uniqueItems: true }),
      account: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
      assets: list(path, { default: [] }),
      asset_origins: list(text, { default: [], uniqueItems: true }),
      reads: list(
        object(['method', 'path'], {
          ...requestMembers,
          method: { enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH'] },
          content: { enum: contents, default: 'none' },
          fields: list(text, { default: [] }),
        }),
        { default: [] },
      ),
      pages: { ...mapOf({ $ref: '#/$defs/page' }), minProperties: 1 },
      login: object(['page', 'steps', 'probe'], {
        page: name,
        steps,
        probe: object(['go', 'page', 'signed_in'], { go: address, page: name, signed_in: target }),
        http_basic: { type: 'boolean' },
      }),
      unavailable: list(object([], { heading: text, text }, { minProperties: 1 }), { default: [] }),
      interstitials: list(object(['target'], { heading: text, text, target }, { minProperties: 2 }), { default: [] }),
      capabilities: { ...mapOf({ $ref: '#/$defs/capability' }, { enum: taskTypes }), minProperties: 1 },
      parts: { ...mapOf(steps), default: {} },
      never_click: list(
        object(['action', 'label', 'names', 'paths'], {
          action: { enum: portalActions },
          label: text,
          names: list(text),
          paths: list(path),
        }),
        { minItems: 1 },
      ),
      harmless: list(
        object(['name', 'page', 'why'], {
          name: text,
          page: name,
          within: object([], { row: text, section: text, frame: text }, { minProperties: 1 }),
          why: text,
        }),
        { default: [] },
      ),
      approval_limits: list(
        object(['task_type', 'field', 'over', 'currency'], {
          task_type: { enum: taskTypes },
          field: name,
          over: { type: 'string', pattern: '^\\d{1,9}\\.\\d{2}$' },
          two_people_over: { type: 'string', pattern: '^\\d{1,9}\\.\\d{2}$' },
          currency: { type: 'string', pattern: '^[A-Z]{3}$' },
        }),
        { default: [] },
      ),
      reference_field: { anyOf: [{ type: ['string', 'null'] }, list(text, { minItems: 1 })], default: null },
      hours: {
        ...object(['time_zone', 'open'], {
          time_zone: text,
          open: list(
            object(['days', 'from', 'to'], {
              days: list({ enum: weekdays }, { minItems: 1 }),
              from: { $ref: '#/$defs/time' },
              to: { $ref: '#/$defs/time' },
            }),
          ),
        }),
        type: ['object', 'null'],
        default: null,
      },
      rate_limit: {
        ...object(['per_minute'], { per_minute: { type: 'integer', minimum: 1, maximum: 100_000 } }),
        type: ['object', 'null'],
        default: null,
      },
      settle_ms: { type: ['integer', 'null'], minimum: 0, maximum: 3_600_000, default: null },
      amounts: { type: 'string', maxLength: 40, default: 'printed' },
      dates: { enum: ['22.11.2026', '22/11/2026', '22-11-2026', '11/22/2026', '11-22-2026', '11.22.2026'] },
      holidays: list({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, { default: [] }),
      canary: {
        ...mapOf(
          object(['params'], {
            params: { type: 'object', maxProperties: 30 },
            inputs: { ...mapOf({ type: 'string', maxLength: 2000 }), default: {} },
          }),
          { enum: taskTypes },
        ),
        default: {},
      },
    },
  ),
  $defs: {
    time: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
    page: object(['paths', 'fingerprint'], {
      paths: list(address, { minItems: 1 }),
      query: list(text, { default: [] }),
      secret: { type: 'boolean', default: false },
      record: {
        ...object([], {
          heading: text,
          text,
          field: text,
          number: text,
          within: object([], { section: text, frame: text }, { minProperties: 1 }),
        }),
        oneOf: [{ required: ['heading'] }, { required: ['text'] }, { required: ['field', 'number'] }],
        dependencies: { number: ['field'], field: ['number'] },
      },
      fingerprint: object(
        [],
        {
          title: text,
          headings: list(text, { default: [] }),
          labels: list(text, { default: [] }),
          buttons: list(text, { default: [] }),
          columns: list(text, { default: [] }),
        },
        { minProperties: 1 },
      ),
    }),
    target: {
      ...object([], {
        role: { enum: targetRoles },
        name: text,
        label: text,
        text,
        beside: text,
        column: text,
        nth_field: { type: 'integer', minimum: 1, maximum: 200 },
        field_name: text,
        placeholder: text,
        test_id: text,
        containing: text,
        within: object([], { row: text, section: text, frame: text }, { minProperties: 1 }),
      }),
      // Which of its members go together is the lint's to say, in a sentence.
      minProperties: 1,
      dependencies: { name: ['role'], column: ['within'], nth_field: ['within'] },
    },
    capability: object([], {
      inputs: list(name, { default: [] }),
      steps,
      look: steps,
      prepare: steps,
      submit: steps,
      probe: steps,
      words: {
        ...mapOf({
          ...object(['of'], {
            of: name,
            are: mapOf(text, { type: 'string', maxLength: 200 }),
            like: { type: 'string', pattern: '^[^#{}]{0,20}(?:#[^#{}]{0,5}){1,40}$' },
          }),
          oneOf: [{ required: ['are'] }, { required: ['like'] }],
        }),
        default: {},
      },
    }),
    request: object(['method', 'path', 'content', 'fields'], {
      ...requestMembers,
      method: { enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
    }),
    step: {
      type: 'object',
      required: ['do'],
      discriminator: { propertyName: 'do' },
      oneOf: [
        step('go', ['to', 'next'], { to: address, next: name }),
        step('fill', ['target', 'value'], {
          target,
          value: text,
          written: text,
          leave: { type: 'boolean' },
          keys: { type: 'boolean' },
          next: name,
          expects: list({ $ref: '#/$defs/request' }, { minItems: 1 }),
        }),
        step('ask', ['target', 'question'], {
          target,
          question: text,
          within_s: { type: 'integer', minimum: 10, maximum: 300 },
        }),
        step('click', ['target'], { double: { type: 'boolean' }, ...sendingMembers }),
        step('hover', ['target'], { target }),
        step('scroll', ['until'], { target, until: target }),
        step('press', ['target', 'key'], { key: { enum: pressedKeys }, ...sendingMembers }),
        step('choose', ['target', 'option'], {
          effect: { enum: ['read', 'preview'], default: 'read' },
          target,
          option: { oneOf: [text, list(text, { minItems: 1, uniqueItems: true })] },
          next: name,
          expects: list({ $ref: '#/$defs/request' }, { minItems: 1 }),
        }),
        step('read', ['target', 'as'], { target, as: name, after: text, before: text }),
        step('read_fields', ['target', 'fields'], { target, fields: { ...mapOf(name, text), minProperties: 1 } }),
        step('read_rows', ['target', 'columns', 'as'], {
          target,
          columns: { ...mapOf(name, text), minProperties: 1 },
          as: name,
          none: target,
          keyed_by: name,
          more: target,
        }),
        step('expect', ['target'], { target, text, amount: text }),
        step('download', ['target', 'path', 'as', 'media_type', 'max_bytes'], {
          target,
          by: { enum: ['click'] },
          path: requestAddress,
          as: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,79}$' },
          media_type: text,
          max_bytes: { type: 'integer', minimum: 1, maximum: 200_000_000 },
        }),
        step('upload', ['target', 'file'], { target, file: text }),
        step('close', [], {}),
        step('when', ['steps'], {
          present: target,
          single: target,
          given: name,
          steps,
          otherwise: { type: 'array', items: { $ref: '#/$defs/step' }, maxItems: 100, default: [] },
        }),
        step('absent', ['what', 'words'], { what: text, words: target }),
        step('refused', ['words'], { words: target }),
        step('part', ['name'], { name }),
      ],
    },
  },
};
