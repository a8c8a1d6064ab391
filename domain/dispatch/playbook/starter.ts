/** The first draft of a playbook, for a portal that nobody has described yet: every part it needs, with names to replace. */
import { actionLabels } from '../guard/task-gate.ts';
import { type TaskType, actionsOfKind } from '../task.ts';
import { type NeededFact, type WritingTaskType, neededFacts, phaseInputs, weighedField } from './needed-facts.ts';

/** A `portal_action` is never done by the robot. */
type StartedType = Exclude<TaskType, 'portal_action'>;

export interface Starter {
  readonly id: string;
  readonly name: string;
  readonly kind: 'tms' | 'audit';
  /** Scheme, host and port. */
  readonly origin: string;
  readonly taskTypes: readonly StartedType[];
}

/** What a task type works on, and what it writes there. */
interface Subject {
  readonly record: string;
  /** The input with the number of the record. */
  readonly key: string;
  readonly written?: string;
}

const subjects: Readonly<Record<StartedType, Subject>> = {
  pull_pod: { record: 'shipment', key: 'pro' },
  tms_correction: { record: 'shipment', key: 'pro', written: 'correction' },
  file_dispute: { record: 'invoice', key: 'invoice_number', written: 'dispute' },
  pod_to_dispute: { record: 'dispute', key: 'dispute_number', written: 'attachment' },
  answer_claim: { record: 'claim', key: 'claim_number', written: 'response' },
};

export const startedTypes = Object.keys(subjects) as readonly StartedType[];

/**
 * YAML that `playbook check` accepts as it is: addresses, names of pages, labels and columns are examples. What each recipe is
 * given and has to read comes from `neededFacts` and `phaseInputs`.
 */
export function starterPlaybook({ id, name, kind, origin, taskTypes }: Starter): string {
  const records = [...new Map(taskTypes.map((type) => [subjects[type].record, subjects[type]])).values()];
  const writes = taskTypes.filter((type) => type !== 'pull_pod');
  return [
    `# A start for ${name}. Replace the addresses, headings, labels, buttons and columns by what its pages show; a name is written as people`,
    "# read it. Then: npx lanekeeper playbook check <file>, and npx lanekeeper playbook rehearse <file> --task '{…}', which says what differs.",
    `id: ${id}`,
    `name: ${quoted(name)}`,
    'version: 0.1.0',
    `portal: { name: ${quoted(name)}, kind: ${kind} }`,
    `origins: ['${origin}']`,
    `account: ${id} # its login: npx lanekeeper portal account set ${id} --username <name> < password.txt`,
    'assets: [/static/*, /favicon.ico] # style sheets, scripts and pictures; a rehearsal says what was left out',
    ...(writes.length === 0
      ? []
      : ['reference_field: reference # the name of the form field that takes our mark, as it is sent']),
    '',
    'pages:',
    ...page('login', '/login', {
      secret: true,
      headings: ['Sign in'],
      labels: ['User name', 'Password'],
      buttons: ['Sign in'],
    }),
    ...records.flatMap((subject) => pagesOf(subject)),
    ...writes.flatMap((type) => pagesOfWrite(type)),
    '',
    ...loginOf(records[0]?.record ?? 'shipment'),
    '',
    'parts: # steps that several recipes share',
    ...partsOf(taskTypes),
    '',
    'capabilities:',
    ...taskTypes.flatMap((type) => (type === 'pull_pod' ? pullPod() : writing(type))),
    ...limitsOf(writes),
    '',
    '# What is never pressed; add the names and addresses that this portal has for it.',
    'never_click:',
    ...actionsOfKind[kind].map(
      (action) => `  - { action: ${action}, label: ${actionLabels[action]}, names: [], paths: [] }`,
    ),
    '',
  ].join('\n');
}

// Pages.

interface PageShape {
  readonly secret?: boolean;
  readonly query?: readonly string[];
  readonly headings?: readonly string[];
  readonly labels?: readonly string[];
  readonly buttons?: readonly string[];
  readonly record?: string;
}

function page(
  name: string,
  path: string | readonly string[],
  { secret, query, headings, labels, buttons, record }: PageShape,
): string[] {
  const marks = Object.entries({ headings, labels, buttons }).flatMap(([mark, names]) =>
    names === undefined ? [] : [`${mark}: [${names.map(quoted).join(', ')}]`],
  );
  return [
    `  ${name}:`,
    `    paths: [${[path]
      .flat()
      .map((each) => `'${each}'`)
      .join(', ')}]`,
    ...(secret === true ? ['    secret: true # what its fields hold is in no picture'] : []),
    ...(query === undefined ? [] : [`    query: [${query.join(', ')}]`]),
    `    fingerprint: { ${marks.join(', ')} }`,
    ...(record === undefined ? [] : [`    record: ${record}`]),
  ];
}

function pagesOf(subject: Subject): string[] {
  const { record, key } = subject;
  const heading = `${titled(record)} {{${key}}}`;
  return [
    ...page(`${record}s`, `/${record}s`, {
      query: ['q'],
      headings: [`${titled(record)}s`],
      labels: ['Search'],
      buttons: ['Search'],
    }),
    ...page(record, pathOf(subject), {
      headings: [heading],
      record: `{ heading: '${heading}' } # where people see whose page it is`,
    }),
    ...(isSearchedFor(subject)
      ? [
          '  # Its number is only known from its page, which says it in one place.',
          ...page(`found_${record}`, `/${record}s/*`, {
            buttons: ['Sign out'],
            record: `{ field: ${titled(key)}, number: '*' }`,
          }),
        ]
      : []),
  ];
}

function pagesOfWrite(type: WritingTaskType): string[] {
  const subject = subjects[type];
  const { key, written = '' } = subject;
  const sentTo = `${pathOf(subject)}/${written}s`;
  const previewed = neededFacts[type]?.prepare === undefined ? [] : [`${sentTo}/preview`];
  const record = `{ field: ${titled(key)}, number: '{{${key}}}' }`;
  return [
    '  # The form, also under the addresses to which it is sent, where it comes back with a preview or a refusal.',
    ...page(`new_${written}`, [formOf(subject), ...previewed, sentTo], {
      headings: [`New ${written}`],
      labels: ['Reference'],
      buttons: ['Submit'],
      record,
    }),
    ...page(`entered_${written}`, `${sentTo}/*`, { buttons: ['Sign out'], record }),
    ...page(`${written}s_by_reference`, `/search/${written}s`, {
      query: ['q'],
      labels: ['Reference'],
      buttons: ['Search'],
    }),
  ];
}

function loginOf(record: string): string[] {
  return [
    'login:',
    '  page: login',
    `  probe: { go: /${record}s, page: ${record}s, signed_in: { text: 'Signed in as {{account.username}}' } } # a text that is only there for the one who is signed in`,
    '  steps:',
    '    - { do: go, to: /login, next: login }',
    "    - { do: fill, target: { label: User name }, value: '{{account.username}}' }",
    "    - { do: fill, target: { label: Password }, value: '{{account.password}}' }",
    '    - do: click',
    '      effect: write',
    '      target: { role: button, name: Sign in }',
    '      expects:',
    '        - method: POST',
    '          path: /login',
    '          content: form',
    '          fields: [username, password] # every field that the form sends; a token against forged requests is `opaque`',
    '          constraints:',
    "            - { field: username, equals: '{{account.username}}' }",
    "            - { field: password, equals: '{{account.password}}' }",
    `      next: ${record}s`,
    '      refused: { page: login, words: { role: alert } } # where it says that the password is wrong',
  ];
}

// Recipes.

function pullPod(): string[] {
  const subject = subjects.pull_pod;
  return [
    '  pull_pod:',
    '    inputs: [pro]',
    '    steps:',
    '      - { do: part, name: find_shipment }',
    '      # What the page has of these; disputes are judged by it.',
    ...reads(neededFacts.pull_pod?.steps ?? []),
    '      - do: when',
    '        title: Is a proof of delivery on file?',
    '        present: { role: link, name: Proof of delivery }',
    '        steps:',
    '          - do: download',
    '            target: { role: link, name: Proof of delivery }',
    `            path: '${pathOf(subject)}/pod'`,
    '            as: pod.pdf',
    '            media_type: application/pdf',
    '            max_bytes: 25000000',
    '        otherwise:',
    "          - { do: absent, what: 'a proof of delivery for PRO {{pro}}', words: { role: status, containing: No documents } }",
  ];
}

function writing(type: WritingTaskType): string[] {
  const subject = subjects[type];
  const { record, written = '' } = subject;
  const { prepare, look = [], probe = [] } = neededFacts[type] ?? {};
  const shared = sharedFacts(type);
  const own = (facts: readonly NeededFact[]): string[] =>
    reads(
      facts.filter((fact) => !shared.includes(fact)),
      written,
    );
  return [
    `  ${type}:`,
    ...(type === 'answer_claim'
      ? [
          '    words: # what this portal calls the decisions',
          '      shown_decision: { of: decision, are: { accept: Accept, partly: Accept in part, reject: Decline } }',
        ]
      : []),
    `    look: # finds the ${record}, and what is on file already; reads only`,
    `      - { do: part, name: find_${record} }`,
    ...own(look),
    ...(shared.length > 0 ? [`      - { do: part, name: read_${written}s }`] : []),
    ...(prepare === undefined
      ? []
      : [
          '    prepare: # fills in the form and asks for the preview; stores nothing',
          `      - { do: part, name: fill_in_${written} }`,
          ...reads(prepare),
        ]),
    '    submit: # fills in the form and sends it, once',
    `      - { do: part, name: fill_in_${written} }`,
    ...(prepare === undefined
      ? []
      : [
          "      - { do: expect, target: { beside: Net change }, amount: '{{amount}}' } # what was approved is what comes",
        ]),
    ...sent(type, {
      effect: 'write',
      button: 'Submit',
      path: `${pathOf(subject)}/${written}s`,
      ...(prepare === undefined ? {} : { named: '*' }),
    }),
    '        dialog: none # or: { type: confirm, text: …, answer: accept }',
    `        limit: ${weighedField[type] ?? 'none'}`,
    `        next: entered_${written} # or what is shown then: { shows: { role: status, containing: saved } }`,
    `        refused: { page: new_${written}, words: { role: alert } }`,
    `      - { do: read, target: { beside: ${titled(written)} number }, as: confirmation_number }`,
    '    probe: # looks again, in a session of its own, whether it was stored',
    `      - { do: go, to: '${pathOf(subject)}', next: ${record} }`,
    ...own(probe),
    ...(shared.length > 0 ? [`      - { do: part, name: read_${written}s }`] : []),
  ];
}

/** What both looks at a record read. */
function sharedFacts(type: WritingTaskType): readonly NeededFact[] {
  const { look = [], probe = [] } = neededFacts[type] ?? {};
  return look.filter((fact) => probe.includes(fact));
}

function partsOf(types: readonly StartedType[]): string[] {
  const parts = types.flatMap((type): [string, string[]][] => {
    const subject = subjects[type];
    const { record, key, written = '' } = subject;
    const search: [string, string[]] = isSearchedFor(subject)
      ? [`find_${record}`, found(subject, 'search', `found_${record}`)]
      : [`find_${record}`, found(subject, key, record)];
    if (type === 'pull_pod') return [search];
    const shared = sharedFacts(type);
    return [
      search,
      ...(shared.length > 0 ? [[`read_${written}s`, reads(shared, written)] as [string, string[]]] : []),
      [
        `fill_in_${written}`,
        [...filledIn(type), ...(neededFacts[type]?.prepare === undefined ? [] : preview(subject, type))],
      ],
    ];
  });
  return [...new Map(parts)].flatMap(([name, steps]) => [`  ${name}:`, ...steps.map((line) => line.slice(2))]);
}

function limitsOf(types: readonly StartedType[]): string[] {
  const weighed = types.flatMap((type) => {
    const field = type === 'pull_pod' ? null : weighedField[type];
    return field === null ? [] : [`  - { task_type: ${type}, field: ${field}, over: '250.00', currency: USD }`];
  });
  return weighed.length === 0 ? [] : ['', 'approval_limits: # above `over`, a person approves', ...weighed];
}

/** From the search to the page of the record. */
function found({ record }: Subject, by: string, next: string): string[] {
  return [
    `      - { do: go, to: /${record}s, next: ${record}s }`,
    `      - { do: fill, target: { label: Search }, value: '{{${by}}}' }`,
    `      - { do: click, target: { role: button, name: Search }, next: ${record}s }`,
    '      - do: when',
    `        title: Does the search find no ${record}?`,
    '        present: { role: status, containing: No results }',
    '        steps:',
    `          - { do: absent, what: '${article(record)} {{${by}}}', words: { role: status, containing: No results } }`,
    '        otherwise:',
    `          - { do: click, target: { role: link, name: '{{${by}}}', within: { row: '{{${by}}}' } }, next: ${next} }`,
  ];
}

/** A fact by the name beside it, a list by its table; a value that may be left out is a comment. */
function reads(facts: readonly NeededFact[], written = ''): string[] {
  return facts.flatMap((fact) => {
    const { name, form, required, meaning } = fact;
    if (form !== 'list')
      return [
        `      ${required ? '' : '# '}- { do: read, target: { beside: ${titled(name)} }, as: ${name} } # ${form}: ${meaning}`,
      ];
    if (name !== 'marked') return rows(fact, titled(name));
    return [
      `      - { do: go, to: /search/${written}s, next: ${written}s_by_reference }`,
      "      - { do: fill, target: { label: Reference }, value: '{{mark}}' }",
      `      - { do: click, target: { role: button, name: Search }, next: ${written}s_by_reference }`,
      ...rows(fact, `${titled(written)}s`),
    ];
  });
}

function rows({ name, meaning, columns = [] }: NeededFact, table: string): string[] {
  return [
    `      - do: read_rows # ${meaning}`,
    `        target: { role: table, name: ${table} }`,
    '        columns:',
    ...columns.map(
      (column) =>
        `          ${titled(column.name)}: ${column.name} # ${column.form}${column.required ? '' : ', optional'}: ${column.meaning}`,
    ),
    '        none: { role: status, containing: None on file } # where the page says that there are none',
    `        as: ${name}`,
  ];
}

function filledIn(type: WritingTaskType): string[] {
  const { written } = subjects[type];
  return [
    `      - { do: go, to: '${formOf(subjects[type])}', next: new_${written} }`,
    ...fieldsOf(type).map(({ input, label, does }) =>
      does === 'choose'
        ? `      - { do: choose, target: { label: ${label} }, option: '{{${input}}}' }`
        : does === 'upload'
          ? `      - { do: upload, target: { label: ${label} }, file: '{{${input}}}' }`
          : `      - { do: fill, target: { label: ${label} }, value: '{{${input}}}' }`,
    ),
  ];
}

function preview(subject: Subject, type: WritingTaskType): string[] {
  const path = `${pathOf(subject)}/${subject.written}s/preview`;
  return [
    ...sent(type, { effect: 'preview', button: 'Preview', path, named: '&' }),
    `        next: new_${subject.written}`,
  ];
}

interface Sending {
  readonly effect: 'preview' | 'write';
  readonly button: string;
  readonly path: string;
  /** `&` names what the request may hold, `*` says that it is the same again. */
  readonly named?: '&' | '*';
}

function sent(type: WritingTaskType, { effect, button, path, named }: Sending): string[] {
  const fields = fieldsOf(type);
  const { written = '' } = subjects[type];
  const hasFile = fields.some(({ does }) => does === 'upload');
  const start = [
    '      - do: click',
    `        effect: ${effect}`,
    `        target: { role: button, name: ${button} }`,
    '        expects:',
    '          - method: POST',
    `            path: '${path}'`,
    `            content: ${hasFile ? 'multipart' : 'form'}`,
  ];
  if (named === '*')
    return [
      ...start,
      `            fields: *${written}_fields`,
      `            constraints: *${written}_values`,
      `            opaque: *${written}_tokens`,
    ];
  const anchor = (of: string): string => (named === undefined ? '' : ` &${written}_${of}`);
  const names = fields.map(({ field }) => field).join(', ');
  return [
    ...start,
    `            fields:${anchor('fields')} [${names}, csrf_token] # as they are sent; a rehearsal prints them`,
    `            constraints:${anchor('values')}`,
    ...fields.map(
      ({ field, input, does, format }) =>
        `              - { field: ${field}, ${does === 'choose' ? 'chosen' : 'equals'}: '{{${input}}}'${format === undefined ? '' : `, format: ${format}`} }`,
    ),
    `            opaque:${anchor('tokens')} # what only the portal reads`,
    "              - { field: csrf_token, pattern: '[A-Za-z0-9+/=_-]+', max_length: 500 }",
  ];
}

interface FormField {
  readonly input: string;
  /** As it is sent. */
  readonly field: string;
  readonly label: string;
  readonly does: 'fill' | 'choose' | 'upload';
  readonly format?: 'money';
}

const chosen: ReadonlySet<string> = new Set(['reason_code', 'billed_class', 'decision']);
function fieldsOf(type: WritingTaskType): FormField[] {
  const { key } = subjects[type];
  return (phaseInputs[type].submit ?? [])
    .filter(({ name }) => name !== key && !(type === 'tms_correction' && name === 'amount'))
    .map(({ name }): FormField => {
      if (name === 'mark') return { input: name, field: 'reference', label: 'Reference', does: 'fill' };
      if (name === 'pod_file') return { input: name, field: 'file', label: 'Proof of delivery', does: 'upload' };
      if (name === 'decision') return { input: 'shown_decision', field: name, label: titled(name), does: 'choose' };
      if (chosen.has(name)) return { input: name, field: name, label: titled(name), does: 'choose' };
      return {
        input: name,
        field: name,
        label: titled(name),
        does: 'fill',
        ...(name === 'amount' ? { format: 'money' } : {}),
      };
    });
}

function isSearchedFor({ record }: Subject): boolean {
  return record === 'dispute' || record === 'claim';
}
function pathOf({ record, key }: Subject): string {
  return `/${record}s/{{${key}}}`;
}
function formOf(subject: Subject): string {
  return `${pathOf(subject)}/${subject.written}s/new`;
}
function titled(name: string): string {
  if (name === 'pro' || name === 'bol') return name.toUpperCase();
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
}
function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
function quoted(text: string): string {
  return /^[A-Za-z][A-Za-z0-9 ._-]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}
