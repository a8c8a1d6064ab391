/** Playbooks that are refused for what they never click, their pages or the recipes of their capabilities. */
import { addWrite, type Loose, type RefusedPlaybook, write } from './loose-playbook.ts';

const list = { do: 'choose', target: { label: 'View' }, option: 'All' };

export const refusedRecipes: readonly RefusedPlaybook[] = [
  [
    'the entries of an input that is no list',
    (p) => {
      addWrite(p, write);
      p.capabilities.tms_correction.submit[0] = { ...list, option: ['{{note[]}}'] };
    },
    /\{\{note\[\]\}\} is each entry of a list, and note is none; lists are add_accessorials, remove_accessorials/,
  ],
  [
    'the entries of a list that are typed',
    (p) => {
      addWrite(p, write);
      p.capabilities.tms_correction.submit[0] = { do: 'fill', target: { label: 'X' }, value: '{{add_accessorials[]}}' };
    },
    /\{\{add_accessorials\[\]\}\} is each entry of a list; it is an entry of "option" or "all_of" by itself/,
  ],
  [
    'a word with a comma for the entry of a list',
    (p) => {
      addWrite(p, write);
      p.capabilities.tms_correction.words = { shown: { of: 'add_accessorials', are: { LG: 'Liftgate, powered' } } };
    },
    /words\.shown: the words for the entries of a list have no comma/,
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
    /there is no input or fact decision/,
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
  [
    'words of a fact as a value that is typed',
    (p) => {
      p.capabilities.tms_correction.words = { said: { of: 'bill_status', are: { Void: 'Storniert' } } };
      p.capabilities.tms_correction.look.push({ do: 'expect', target: { text: 'Bill' }, text: '{{said}}' });
    },
    /\{\{said\}\}/,
  ],
  ['amounts in a form that shows none', (p) => (p.amounts = '1.234,56'), /amounts: it is plain, or shows/],
  ['amounts in another currency', (p) => (p.amounts = '-1.234,56 €'), /in dollars/],
  ['amounts of a portal whose days are not told', (p) => (p.amounts = '-1.234,56 $'), /dates: say how/],
  ['a holiday that is no day', (p) => (p.holidays = ['2026-11-31']), /holidays: there is no day 2026-11-31/],
];
