/** Playbooks that are refused: what was changed of the one that ships, and the sentence that says so. */

/** A playbook as YAML has it: the changes below make what the schema does not allow. */
// oxlint-disable-next-line no-explicit-any
export type Loose = any;

const list = { do: 'choose', target: { label: 'View' }, option: 'All' };
const write = {
  do: 'click',
  effect: 'write',
  target: { role: 'button', name: 'Save' },
  expects: [
    {
      method: 'POST',
      path: '/shipments/{{pro}}/notes',
      content: 'form',
      fields: ['text', 'reference'],
      constraints: [{ field: 'reference', equals: '{{mark}}' }],
    },
  ],
  dialog: 'none',
  limit: 'none',
  next: 'shipment',
};
export const addWrite = (playbook: Loose, change: object): void => {
  playbook.capabilities.tms_correction.submit.push({ ...write, ...change });
};

export const refusedPlaybooks: readonly (readonly [
  what: string,
  change: (playbook: Loose) => void,
  sentence: RegExp,
])[] = [
  [
    'an unknown member, with the nearest name',
    (p) => {
      p.asets = p.assets;
    },
    /asets is not known here; did you mean assets\?/,
  ],
  [
    'an unknown member deep inside',
    (p) => {
      p.pages.search.fingerprint.heading = ['x'];
    },
    /pages\.search\.fingerprint: heading is not known here; did you mean headings\?/,
  ],
  [
    'open places of a list where only single ones are compared',
    (p) => {
      p.reads = [
        { method: 'POST', path: '/rows', content: 'form', fields: ['rows[*][id]'], query: ['columns[*][data]'] },
      ];
    },
    /columns\[\*\]\[data\] fits no field; .* such as columns\[0\]\[data\]/,
  ],
  [
    'a mark in another field than the playbook names',
    (p) =>
      addWrite(p, {
        expects: [
          {
            ...write.expects[0],
            fields: ['text', 'note', 'reference'],
            constraints: [{ field: 'note', equals: '{{mark}}' }],
          },
        ],
      }),
    /here it is in note, which "reference_field" would name/,
  ],
  [
    'a confirmation that says nothing to wait for',
    (p) => addWrite(p, { next: { page: 'shipment' } }),
    /next must have required property 'shows'/,
  ],
  [
    'a confirmation of any words',
    (p) => addWrite(p, { next: { shows: { role: 'status' } } }),
    /next\.shows: say by text, name or containing which words confirm it/,
  ],
  [
    'a confirmation in words of failure',
    (p) => addWrite(p, { next: { shows: { text: 'Correction could not be saved' } } }),
    /"Correction could not be saved" says that something failed; that is for "refused"/,
  ],
  [
    'a fact of what is gone',
    (p) => addWrite(p, { next: { gone: { role: 'dialog', name: 'New' }, as: 'confirmation_number' } }),
    /next\.as: what is gone has no text to keep/,
  ],
  [
    'an end of a text that is not kept',
    (p) => addWrite(p, { next: { shows: { text: 'Saved' }, before: 'saved' } }),
    /next\.before: there is no fact to keep the text as/,
  ],
  [
    'a confirmation on a page that does not exist',
    (p) => addWrite(p, { next: { shows: { text: 'Saved' }, page: 'nowhere' } }),
    /next: there is no page nowhere/,
  ],
  [
    'an option that stands for an act',
    (p) => {
      p.capabilities.tms_correction.submit.push({
        do: 'choose',
        target: { label: 'Mode' },
        option: 'Cancelled shipment',
      });
    },
    /option stands for cancel_shipment/,
  ],
  [
    "a portal's word that stands for an act",
    (p) => {
      p.capabilities.tms_correction.words = { mode: { of: 'reason_code', are: { WC: 'Void bill' } } };
    },
    /words\.mode stands for void_bill/,
  ],
  [
    'a field for an option that no step chooses',
    (p) =>
      addWrite(p, {
        expects: [
          {
            ...write.expects[0],
            constraints: [
              { field: 'reference', equals: '{{mark}}' },
              { field: 'text', chosen: 'Reclass' },
            ],
          },
        ],
      }),
    /text is for the option Reclass, which no step chooses/,
  ],
  [
    'a key that is none of those that are pressed',
    (p) => p.login.steps.unshift({ do: 'press', key: 'F5', target: { label: 'User name' } }),
    /key must be one of Enter, Escape, ArrowDown/,
  ],
  [
    'a key pressed in a field that is called like an act',
    (p) => p.login.steps.unshift({ do: 'press', key: 'Enter', target: { label: 'Void bill' } }),
    /"Void bill" stands for void_bill/,
  ],
  [
    'Enter that writes where a recipe only reads',
    (p) => p.capabilities.tms_correction.look.push({ ...write, do: 'press', key: 'Enter', target: { label: 'Note' } }),
    /only submit may write; look only reads/,
  ],
  [
    'Enter that writes and does not say what it sends',
    (p) => addWrite(p, { do: 'press', key: 'Enter', target: { label: 'Note' }, expects: undefined }),
    /a write step declares the requests it may send \(expects\)/,
  ],
  [
    'an arrow key that writes',
    (p) => addWrite(p, { do: 'press', key: 'ArrowDown', target: { label: 'Note' } }),
    /only Enter may send something; ArrowDown has the effect read/,
  ],
  [
    'a line break that is typed key by key',
    (p) => p.login.steps.unshift({ do: 'fill', target: { label: 'User name' }, value: 'a\nb', keys: true }),
    /Enter is a step of its own \(press\)/,
  ],
  [
    'a column without its row',
    (p) =>
      p.capabilities.tms_correction.look.push({
        do: 'expect',
        target: { column: 'Amount', within: { section: 'Charges' } },
      }),
    /a column needs the row of the cell/,
  ],
  [
    'a field beside words that stand for an act',
    (p) => p.login.steps.unshift({ do: 'fill', target: { beside: 'Void bill' }, value: 'x' }),
    /"Void bill" stands for void_bill/,
  ],
  [
    'a target of two kinds',
    (p) => p.login.steps.unshift({ do: 'fill', target: { beside: 'User', label: 'User' }, value: 'x' }),
    /which element it is, and this one by label and beside/,
  ],
  [
    'an address with a query that its page does not have',
    (p) => p.capabilities.tms_correction.look.unshift({ do: 'go', to: '/search?view=all', next: 'search' }),
    /\/search\?view=all is not a path of any page/,
  ],
  [
    'an address whose query stands for an act',
    (p) => {
      p.pages.search.paths = ['/search?action=void'];
    },
    /the query field action of \/search\?action=void stands for an act that is never done/,
  ],
  [
    'a value that stands for an act',
    (p) =>
      addWrite(p, {
        expects: [
          {
            ...write.expects[0],
            constraints: [
              { field: 'reference', equals: '{{mark}}' },
              { field: 'text', one_of: ['ok', 'Void bill'] },
            ],
          },
        ],
      }),
    /the value of text stands for void_bill/,
  ],
  [
    'a field that is constrained and opaque',
    (p) =>
      addWrite(p, {
        expects: [{ ...write.expects[0], opaque: [{ field: 'reference', pattern: 'x+', max_length: 9 }] }],
      }),
    /reference is constrained and cannot be opaque as well/,
  ],
  [
    'an amount that is written as nobody can tell',
    (p) =>
      addWrite(p, {
        expects: [
          {
            ...write.expects[0],
            constraints: [{ field: 'reference', equals: '{{mark}}', format: 'money', written: '1.234' }],
          },
        ],
      }),
    /reference is "written" with how the form writes -1234\.56/,
  ],
  [
    'a header that turns a request into another one, without its value',
    (p) => addWrite(p, { expects: [{ ...write.expects[0], headers: ['X-HTTP-Method-Override'] }] }),
    /the header X-HTTP-Method-Override can turn the request into another one/,
  ],
  [
    'a header whose value names an act',
    (p) => addWrite(p, { expects: [{ ...write.expects[0], headers: [{ name: 'SOAPAction', equals: 'voidBill' }] }] }),
    /the value of the header SOAPAction stands for void_bill/,
  ],
  [
    'a media type that names an act',
    (p) =>
      addWrite(p, {
        expects: [{ ...write.expects[0], content: 'json', media_type: 'application/vnd.void-bill+json' }],
      }),
    /media_type stands for void_bill/,
  ],
  [
    'a pattern with groups',
    (p) =>
      addWrite(p, { expects: [{ ...write.expects[0], opaque: [{ field: 'text', pattern: '(a+)+', max_length: 9 }] }] }),
    /the pattern of text has to be characters and classes with counts/,
  ],
  [
    'a read that changes something',
    (p) => {
      const constraints = [{ field: 'query', equals: 'mutation Save { save }' }];
      p.reads = [{ method: 'POST', path: '/graphql', content: 'json', fields: ['query'], constraints }];
    },
    /reads\[0\]: query changes something, and a read must not/,
  ],
  [
    'a read on the path of an act',
    (p) => {
      p.reads = [{ method: 'POST', path: '/bills/*/void' }];
    },
    /reads\[0\]: \/bills\/\*\/void leads to void_bill/,
  ],
  [
    'an origin of parts that is the portal itself',
    (p) => {
      p.asset_origins = ['http://127.0.0.1:7090'];
    },
    /asset_origins: http:\/\/127\.0\.0\.1:7090 is an origin of the portal/,
  ],
  [
    'an unknown step',
    (p) => {
      p.parts.find_shipment[0].do = 'clik';
    },
    /"clik" is not a step; did you mean click\?/,
  ],
  [
    'an unknown role',
    (p) => {
      p.parts.find_shipment[2].target.role = 'buton';
    },
    /must be one of button/,
  ],
  [
    'a missing never-click list',
    (p) => {
      delete p.never_click;
    },
    /never_click/,
  ],
  [
    'an empty never-click list',
    (p) => {
      p.never_click = [];
    },
    /never_click/,
  ],
  [
    'a never-click list that lacks an action of its kind of portal',
    (p) => {
      p.never_click.pop();
    },
    /mass_rerate has to be on the list/,
  ],
  [
    'a step onto a never-click name',
    (p) => {
      p.parts.find_shipment[2].target.name = 'Void bill';
    },
    /"Void bill" stands for void_bill/,
  ],
  [
    'a step onto a synonym',
    (p) => {
      p.parts.find_shipment[2].target.name = 'Annul this invoice';
    },
    /stands for void_bill/,
  ],
  [
    "a step onto a name of the playbook's own list",
    (p) => {
      p.never_click[0].names.push('Zap');
      p.parts.find_shipment[2].target.name = 'Zap it';
    },
    /stands for void_bill/,
  ],
  [
    'a bare Cancel that is not said to be harmless',
    (p) => {
      p.parts.find_shipment[2].target.name = 'Cancel';
    },
    /may stand for cancel_shipment/,
  ],
  [
    'a harmless entry that is not',
    (p) => {
      p.harmless = [{ name: 'Cancel shipment', page: 'search', why: 'x' }];
    },
    /never harmless/,
  ],
  [
    'a page that is a never-click path',
    (p) => {
      p.pages.search.paths.push('/shipments/*/void');
    },
    /leads to void_bill/,
  ],
  [
    'a page template that covers a never-click path',
    (p) => {
      p.pages.search.paths.push('/shipments/*/*');
    },
    /leads to/,
  ],
  [
    'assets that cover everything',
    (p) => {
      p.assets = ['/**'];
    },
    /\/\*\* would let every address be read|leads to/,
  ],
  [
    'a portal_action as a capability',
    (p) => {
      p.capabilities.portal_action = p.capabilities.pull_pod;
    },
    /never done by a playbook/,
  ],
  [
    'a next page that does not exist',
    (p) => {
      p.parts.find_shipment[0].next = 'serch';
    },
    /there is no page serch/,
  ],
  [
    'a go to a path of no page',
    (p) => {
      p.parts.find_shipment[0].to = '/reports';
    },
    /not a path of any page/,
  ],
  [
    'a place that is no input',
    (p) => {
      p.parts.find_shipment[1].value = '{{bol}}';
    },
    /\{\{bol\}\} is not an input/,
  ],
  [
    'credentials outside the login',
    (p) => {
      p.parts.find_shipment[1].value = '{{account.password}}';
    },
    /only the login may use/,
  ],
  [
    'a login page that is not secret',
    (p) => {
      p.pages.login.secret = false;
    },
    /secret: true/,
  ],
  [
    'an input by role without a name',
    (p) => {
      p.parts.find_shipment[2].target = { role: 'button' };
    },
    /needs a name/,
  ],
  [
    'a read step that expects a request',
    (p) => {
      p.parts.find_shipment[2].expects = write.expects;
    },
    /a step that reads expects no request/,
  ],
  ['a write step without its request', (p) => addWrite(p, { expects: undefined }), /declares the requests/],
  ['a write step without its dialog', (p) => addWrite(p, { dialog: undefined }), /declares its dialog/],
  ['a write step without the page that follows', (p) => addWrite(p, { next: undefined }), /page that follows/],
  [
    'a write step whose refusal comes on a page that does not exist',
    (p) => addWrite(p, { refused: { page: 'other', words: { role: 'alert' } } }),
    /there is no page other/,
  ],
  ['a write step without its limit', (p) => addWrite(p, { limit: undefined }), /limit/],
  [
    'a write step with a limit that does not exist',
    (p) => addWrite(p, { limit: 'amount' }),
    /no approval limit on amount/,
  ],
  [
    'a write step onto a never-click path',
    (p) => addWrite(p, { expects: [{ ...write.expects[0], path: '/shipments/{{pro}}/void' }] }),
    /leads to void_bill/,
  ],
  [
    'a write without a field for our mark',
    (p) => {
      addWrite(p, {});
      p.reference_field = null;
    },
    /reference_field/,
  ],
  [
    'a constraint on a field that is not allowed',
    (p) => addWrite(p, { expects: [{ ...write.expects[0], constraints: [{ field: 'pro', equals: '{{pro}}' }] }] }),
    /not allowed/,
  ],
  [
    'a write without our mark in its field',
    (p) => addWrite(p, { expects: [{ ...write.expects[0], constraints: [] }] }),
    /reference has to be constrained to \{\{mark\}\}/,
  ],
  [
    'an input by a text that is not whole',
    (p) => p.capabilities.pull_pod.steps.push({ do: 'click', target: { text: 'Next *' } }),
    /an input needs the whole text/,
  ],
  [
    'an input by the name of a heading that is not whole',
    (p) => p.capabilities.pull_pod.steps.push({ do: 'click', target: { role: 'heading', name: 'Shipment *' } }),
    /an input needs the whole text/,
  ],
  [
    'a number that is written in no form',
    (p) => {
      p.capabilities.pull_pod.words = { shown_pro: { of: 'pro', like: 'PRO' } };
    },
    /like must match/,
  ],
  [
    'a probe that writes',
    (p) => {
      p.capabilities.tms_correction.probe.push(write);
    },
    /only submit may write; probe only reads/,
  ],
  [
    'a task that only reads and writes',
    (p) => {
      p.capabilities.pull_pod.steps.push(write);
    },
    /only submit may write/,
  ],
  [
    'a look that asks for a preview',
    (p) => {
      p.capabilities.tms_correction.look.push({ ...write, effect: 'preview' });
    },
    /only prepare and submit may ask for a preview/,
  ],
  [
    'a list that reads and sends a request',
    (p) => {
      p.capabilities.tms_correction.submit.push({ ...list, expects: write.expects });
    },
    /a step that reads expects no request/,
  ],
  [
    'a list that asks for a preview in a look, and names neither request nor page',
    (p) => {
      p.capabilities.tms_correction.look.push({ ...list, effect: 'preview' });
    },
    /only prepare and submit may ask for a preview[\s\S]*\(expects\)[\s\S]*\(next\)/,
  ],
  [
    'an upload outside of submit',
    (p) => {
      p.capabilities.tms_correction.probe.push({ do: 'upload', target: { label: 'File' }, file: 'pod.pdf' });
    },
    /only submit may upload/,
  ],
  [
    'a writing task without its probe',
    (p) => {
      delete p.capabilities.tms_correction.probe;
    },
    /probe is missing/,
  ],
  [
    'a reading task with a submit',
    (p) => {
      p.capabilities.pull_pod.submit = p.capabilities.tms_correction.submit;
    },
    /has no submit/,
  ],
  [
    'inputs of a writing task',
    (p) => {
      p.capabilities.tms_correction.inputs = ['pro'];
    },
    /what a writing task is given is fixed/,
  ],
  [
    'a fact that is not read',
    (p) => {
      p.capabilities.tms_correction.prepare.pop();
    },
    /the fact net_change is not read/,
  ],
  [
    'a fact that nobody asks for',
    (p) => {
      p.capabilities.tms_correction.prepare.at(-1).fields['Net change'] = 'net_chnge';
    },
    /did you mean net_change\?/,
  ],
  [
    'a list without a column that is needed',
    (p) => {
      p.parts.read_bill.find((step: Loose) => step.as === 'marked').columns = { Number: 'number' };
    },
    /the list marked needs the column pro/,
  ],
  [
    'a list that is read as one text',
    (p) => {
      p.capabilities.tms_correction.look.push({
        do: 'read',
        target: { role: 'table', name: 'Charges' },
        as: 'charges',
      });
    },
    /charges is a list/,
  ],
  [
    'a part that does not exist',
    (p) => {
      p.capabilities.tms_correction.look[0].name = 'read_bil';
    },
    /there is no part read_bil; did you mean read_bill\?/,
  ],
  [
    'a part that leads back to itself',
    (p) => {
      p.parts.find_shipment.push({ do: 'part', name: 'find_shipment' });
    },
    /leads back to itself/,
  ],
  [
    'a part that nothing refers to',
    (p) => {
      p.parts.other = [{ do: 'close' }];
    },
    /nothing refers to it/,
  ],
  [
    'a branch that asks two questions',
    (p) => {
      p.capabilities.tms_correction.look.push({
        do: 'when',
        given: 'pro',
        present: { role: 'alert' },
        steps: [{ do: 'close' }],
      });
    },
    /asks one question/,
  ],
  [
    'a branch on an input that is not given',
    (p) => {
      p.capabilities.tms_correction.look.push({ do: 'when', given: 'bol', steps: [{ do: 'close' }] });
    },
    /bol is not an input/,
  ],
  [
    'words for an input that is not there',
    (p) => {
      p.capabilities.tms_correction.words = { said: { of: 'decision', are: { accept: 'Accept' } } };
    },
    /there is no input decision/,
  ],
  [
    'an origin with a path',
    (p) => {
      p.origins = ['https://tms.example/app'];
    },
    /scheme, host and port/,
  ],
  [
    'an origin without encryption',
    (p) => {
      p.origins = ['http://tms.example'];
    },
    /must be https/,
  ],
  [
    'an origin from a setting that does not exist',
    (p) => {
      p.origins = ['${PORTAL_OTHER_URL}'];
    },
    /there is no setting/,
  ],
  [
    'a time zone that does not exist',
    (p) => {
      p.hours = { time_zone: 'Mars/Base', open: [{ days: ['mon'], from: '08:00', to: '17:00' }] };
    },
    /no time zone/,
  ],
  ['a holiday that is no day', (p) => (p.holidays = ['2026-11-31']), /holidays: there is no day 2026-11-31/],
];
