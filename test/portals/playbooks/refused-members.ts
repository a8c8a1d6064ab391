/** Playbooks that are refused for a target, a request or an address in them. */
import { addWrite, type RefusedPlaybook, write } from './loose-playbook.ts';

export const refusedMembers: readonly RefusedPlaybook[] = [
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
    'a map that is to be merged into another',
    (p) => {
      p['<<'] = p.assets;
    },
    /the playbook: maps are not merged \(<<\); write the members out/,
  ],
  [
    'an asset with a query',
    (p) => {
      p.assets = ['/livewire.js?id=*'];
    },
    /assets\.0 must be a path from \/ on, without spaces and without its query/,
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
    'an open entry of a list whose entries nothing names',
    (p) =>
      addWrite(p, {
        expects: [
          {
            ...write.expects[0],
            fields: ['text', 'reference', 'extra[*]'],
            constraints: [{ field: 'extra[*]', equals: 'LG' }],
          },
        ],
      }),
    /extra\[\*\] fits no field; .*all_of: \['\{\{add_accessorials\[\]\}\}'\]/,
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
    /here it is in note, which "reference_field" would name: reference_field: \[reference, note\]/,
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
];
