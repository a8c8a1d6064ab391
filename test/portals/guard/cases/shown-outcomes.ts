/** Writes of pages that stay as they are and say in a message what happened to it. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { here, openRecord, other, record } from './record-blocks.ts';
import { open, reading, saveForm, shown } from './building-blocks.ts';
import { group, press, pressAndRead, saying, sent, taken, unknown, works } from './shown-outcome-case.ts';
import { spokenAgainst } from './messages-that-deny.ts';

const failed = { status: 422, headers: { 'content-type': 'application/json' }, body: '{"error":"too late"}' };

const pressCreate: ClickStep = { do: 'click', effect: 'read', target: { role: 'button', name: 'Create' } };
const askFirst: readonly Step[] = [open, { ...pressCreate, next: { shows: { role: 'dialog', name: 'Create it?' } } }];
const refusable: ClickStep = { ...pressAndRead, refused: { page: 'start', words: { role: 'alert' } } };

/** A message that lies over the heading of the record, and what it says of the record. */
const overHeading = (more = '', then = ''): Partial<GuardCase> => ({
  record,
  steps: [openRecord, pressAndRead],
  pages: {
    [`/records/${here}`]: sent(
      `say('Correction COR-77 saved${more}').style.cssText = 'position:fixed;inset:0 0 auto 0;height:120px;background:#ffd'${then}`,
    ).replace('<h1>Start</h1>', `<h1>Shipment ${here}</h1>`),
    '/save': taken,
  },
});

const cases: readonly GuardCase[] = [
  works({
    name: 'a message that ends in a button with a mere sign, without a role',
    start: sent(
      `say('Correction COR-77 saved', 'none').insertAdjacentHTML('beforeend', '<button type=button>✖</button>')`,
    ),
    steps: [open, { ...press, next: { ...saying, shows: { text: 'Correction * saved' }, before: 'saved' } }],
    facts: { number: 'COR-77' },
  }),
  works({
    name: 'a message that begins with the word of its button',
    start: sent(
      `say('Correction COR-77 saved').insertAdjacentHTML('beforeend', ' <button type=button>Correction</button>')`,
    ),
    benchOnly: true,
  }),
  unknown({
    name: 'a page that stays though the step names it as the next one',
    start: sent(`say('Correction COR-77 saved')`),
    steps: [open, { ...press, next: 'start' }],
    says: /the page as it was \(where it is to stay, "next: \{ shows: … \}" says what appears\), which says: /,
  }),
  unknown({
    name: 'a message that ends in a button with a word',
    start: sent(
      `say('Correction COR-77 saved', 'none').insertAdjacentHTML('beforeend', '<button type=button>as draft only</button>')`,
    ),
    steps: [open, { ...press, next: { ...saying, shows: { text: 'Correction * saved' } } }],
  }),
  unknown({
    name: 'a message beside a sentence without a role that takes it back',
    start: sent(
      `say('Correction COR-77 saved'); document.body.append(Object.assign(document.createElement('p'), { textContent: 'The correction was rejected by the carrier.' }))`,
    ),
    benchOnly: true,
  }),
  ...['Not valid: ', '\\2713 '].map((sign) =>
    (sign.startsWith('Not') ? unknown : works)({
      name: `a message before which its style writes ${sign.startsWith('Not') ? 'that it is not valid' : 'a tick'}`,
      start: `<style>#q::before{content:"${sign}"}</style>${sent(`say('Correction COR-77 saved').id = 'q'`)}`,
      benchOnly: true,
    }),
  ),
  works({
    name: 'a message beside sentences about others',
    start: sent(
      `say('Correction COR-77 saved'); for (const text of ['Correction COR-12 was rejected by the carrier.', 'You will not be charged.', 'The correction was sent to the carrier.']) document.body.append(Object.assign(document.createElement('p'), { textContent: text }))`,
    ),
    benchOnly: true,
  }),
  ...[
    'Correction COR-77 saved – wurde wieder verworfen',
    'Correction COR-77 saved with the minimum weight',
    'Correction COR-77 saved. A supervisor has to sign first.',
    'Correction COR-77 saved, puis rejetée par le transporteur',
    'Correction COR-77 saved; el transportista la denegó',
  ].map((text) =>
    unknown({ name: `a message that takes itself back: ${text}`, start: sent(`say('${text}')`), benchOnly: true }),
  ),
  unknown({
    name: 'a message that names another record of nearly its number',
    start: sent(`say('Correction COR-77 saved for 0412708893')`),
  }),
  unknown({
    name: 'a message that calls another record',
    start: sent(`say('Correction COR-77 saved, PRO 5512340077')`),
  }),
  unknown({
    name: 'a message with another amount',
    start: sent(`say('Correction COR-77 saved: $2,500.00')`),
  }),
  works({
    name: 'a message with the amount and a balance',
    start: sent(`say('Correction COR-77 saved: $250.00. Balance of the account: $2,500.00')`),
    facts: { number: 'COR-77 saved: $250.00. Balance of the account: $2,500.00' },
  }),
  works({
    name: 'a message that names the record and a number of its own',
    start: sent(`say('Correction COR-77 saved for PRO 0412708839 as 5512340077')`),
    facts: { number: 'COR-77 saved for PRO 0412708839 as 5512340077' },
  }),
  works({ name: 'a message over the heading of the record', start: '', ...overHeading() }),
  works({
    name: 'a message of no role over the heading of the record, which goes',
    start: '',
    ...overHeading(
      '',
      `; const box = document.querySelector('[role=status]'); box.removeAttribute('role'); box.dataset.testid = 'toast'; await after(1200); box.remove()`,
    ),
    steps: [
      openRecord,
      { ...press, next: { shows: { test_id: 'toast', containing: 'saved' }, as: 'number', after: 'Correction' } },
    ],
  }),
  {
    ...unknown({ name: 'a message of no role over the heading of the record, which stays', start: '' }),
    ...overHeading(
      '',
      `; const box = document.querySelector('[role=status]'); box.removeAttribute('role'); box.dataset.testid = 'toast'`,
    ),
    steps: [
      openRecord,
      {
        ...press,
        next: { shows: { test_id: 'toast', containing: 'saved' }, as: 'number', after: 'Correction' },
        timeout_ms: 1_500,
      },
    ],
  },
  {
    ...unknown({ name: 'a message over the heading that names another record', start: '' }),
    ...overHeading(` ${other}`),
    steps: [openRecord, { ...pressAndRead, timeout_ms: 1_500 }],
  },
  works({ name: 'a toast', start: sent(`say('Correction COR-77 saved')`) }),
  works({
    name: 'a toast that comes two seconds later',
    start: sent(`await after(2000); say('Correction COR-77 saved')`),
  }),
  works({
    name: 'a toast that goes again by itself',
    start: sent(`const box = say('Correction COR-77 saved'); await after(1200); box.remove()`),
  }),
  works({
    name: 'a text in the place of the form',
    start: sent(`form.outerHTML = '<p role=status>Correction COR-77 saved</p>'`),
  }),
  works({
    name: 'a region that was empty before',
    start: sent(
      `document.querySelector('[role=status]').textContent = 'Correction COR-77 saved'`,
      '',
      '<p role=status></p>',
    ),
  }),
  works({
    name: 'a toast that was in the page, hidden',
    start: sent(
      `document.querySelector('#t').style.display = 'block'`,
      '',
      '<div id=t role=status style="display:none">Correction COR-77 saved</div>',
    ),
  }),
  works({
    name: 'a toast of before that is just going',
    start: sent(`say('Correction COR-77 saved')`).replace(
      '<form',
      `<div id=old role=status>Draft saved</div><script>setTimeout(() => old.remove(), 900)</script><form`,
    ),
  }),
  works({
    name: 'a toast in a shadow root',
    start: sent(
      `const host = document.createElement('x-toast'); document.body.append(host); host.attachShadow({ mode: 'open' }).innerHTML = '<div role=status>Correction COR-77 saved</div>'`,
    ),
  }),
  works({
    name: 'a toast that promises before the portal has answered, and stays',
    start: sent(
      `await after(1000); document.querySelectorAll('[role=status]').forEach((one) => one.textContent = 'Correction COR-77 saved')`,
      `say('Correction saved'); await after(300)`,
    ),
    steps: [
      open,
      { ...press, next: { shows: { role: 'status', containing: 'COR-77' }, as: 'number', after: 'Correction' } },
    ],
  }),
  works({
    name: 'a toast beside a route that changes',
    start: sent(
      `history.pushState({}, '', '/next'); document.querySelector('h1').textContent = 'Next'; say('Correction COR-77 saved')`,
    ),
    steps: [open, { ...press, next: { ...saying, page: 'next' } }],
  }),
  ...['<label><input type=radio name=r> Not delivered</label>', '<select><option>Billing error</select>'].map(
    (reasons, n) =>
      works({
        name: `a dialog that asks for ${n === 0 ? 'a reason that is a failure' : 'a chosen error'}`,
        start: sent(
          `document.body.insertAdjacentHTML('beforeend', \`<div role=dialog aria-label="Correction COR-77">Correction COR-77 saved. Why? ${reasons}</div>\`)`,
        ),
        steps: [open, { ...press, next: { shows: { role: 'dialog', name: 'Correction COR-77' } } }],
        facts: {},
      }),
  ),
  unknown({
    name: 'a dialog that asks, and says that it failed',
    start: sent(
      `document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-label="Correction COR-77">Correction COR-77 was not saved. <label><input type=radio name=r> Not delivered</label></div>')`,
    ),
    steps: [open, { ...press, next: { shows: { role: 'dialog', name: 'Correction COR-77' } } }],
  }),
  works({
    name: 'a toast that says that it is for good',
    start: sent(`say('Correction COR-77 saved. This cannot be undone.')`),
    steps: [open, { ...press, next: { shows: { role: 'status', containing: 'saved' } } }],
    facts: {},
  }),
  unknown({
    name: 'a toast that says that it could not be undone',
    start: sent(`say('Correction COR-77 saved, the old one could not be undone')`),
    steps: [open, { ...press, next: { shows: { role: 'status', containing: 'saved' } } }],
  }),
  reading(group, {
    name: 'a dialog that asks before anything is sent, with words of what is not',
    start: `<h1>Start</h1><button type=button onclick="document.querySelector('dialog').showModal()">Create</button><dialog aria-label="Create it?"><p>It cannot be edited later. Errors are not corrected.</p><button>Not now</button><button>Yes</button></dialog>`,
    steps: askFirst,
    ends: 'finished',
  }),

  reading(group, {
    name: 'a dialog that asks before anything is sent, without a name',
    start: `<h1>Start</h1><button type=button onclick="document.querySelector('dialog').showModal()">Create</button><dialog><p>Create it? It cannot be edited later. Errors are not corrected.</p><button>Not now</button><button>Yes</button></dialog>`,
    steps: [open, { ...pressCreate, next: { shows: { role: 'dialog', containing: 'Create it?' } } }],
    ends: 'finished',
  }),
  ...(
    [
      ['the question', '<p>Create it?</p>', 'finished'],
      ['another record', '<p>PRO 0412708777</p>', 'refused'],
      ['nothing', '', 'refused'],
    ] as const
  ).map(([what, frame, ends]) =>
    reading(group, {
      name: `a dialog that has only a frame with ${what}`,
      start: `<h1>Start</h1><button type=button onclick="document.querySelector('dialog').showModal()">Create</button><dialog aria-label="Create it?"><iframe src=/frame></iframe></dialog>`,
      pages: { '/frame': frame },
      steps: askFirst.map((step): Step => (step.do === 'click' ? { ...step, timeout_ms: 3_000 } : step)),
      ends,
    }),
  ),
  unknown({
    name: 'a dialog that has only a frame, and is to confirm',
    start: sent(
      `document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-label="Correction COR-77"><iframe src=/frame></iframe></div>')`,
    ),
    pages: { '/frame': '<p>Correction COR-77 saved</p>' },
    steps: [open, { ...press, next: { shows: { role: 'dialog', name: 'Correction COR-77' } } }],
    facts: {},
  }),
  reading(group, {
    name: 'a dialog whose title holds the button that closes it',
    start: `<h1>Start</h1><button type=button onclick="document.querySelector('dialog').showModal()">Create</button><dialog aria-labelledby=t><div id=t><span>Create it?</span><button aria-label=Close>×</button></div><button>Yes</button></dialog>`,
    steps: askFirst,
    ends: 'finished',
  }),
  ...Object.entries({
    'Create the dispute?<button aria-label=Close>×</button>': 'finished',
    '<button>Close</button> dispute?': 'stopped',
    'Create the dispute?<button>Close dispute</button>': 'stopped',
    'Close the dispute?<button aria-label=Close>×</button>': 'stopped',
  } as const).map(([title, ends]) =>
    reading(group, {
      name: `a button in a dialog whose title is ${title}`,
      start: `<h1>Start</h1><p role=status></p><div role=dialog aria-labelledby=t><div id=t>${title}</div><button onclick="document.querySelector('p').textContent = 'tried'">Continue</button></div>`,
      steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } }, shown],
      ends,
    }),
  ),
  reading(group, {
    name: 'a dialog of another title that holds a button',
    start: `<h1>Start</h1><button type=button onclick="document.querySelector('dialog').showModal()">Create</button><dialog aria-labelledby=t><div id=t><span>Delete it?</span><button>Create it?</button></div><button>Yes</button></dialog>`,
    steps: askFirst,
    findMs: 800,
    timeoutMs: 2_000,
    ends: 'changed',
  }),
  works({
    name: 'a button that is an input',
    start: sent(`form.insertAdjacentHTML('afterend', '<input type=submit value="Print COR-77">')`),
    steps: [open, { ...press, next: { shows: { role: 'button', name: 'Print COR-77' } } }],
    facts: {},
  }),
  unknown({
    name: 'a button that is an input which nobody sees',
    start: sent(`form.insertAdjacentHTML('afterend', '<input type=submit value="Print COR-77" style="opacity:0">')`),
    steps: [open, { ...press, next: { shows: { role: 'button', name: 'Print COR-77' } } }],
  }),
  unknown({ name: 'no message', start: sent('') }),
  unknown({ name: 'a message of failure', start: sent(`say('Correction could not be stored')`) }),
  unknown({
    name: 'a promise before the answer, which is a failure',
    start: sent('', `say('Correction COR-77 saved')`),
    pages: { '/save': failed },
  }),
  unknown({ name: 'a message that nobody sees', start: sent(`say('Correction COR-77 saved').style.display = 'none'`) }),
  unknown({
    name: 'another page under the message',
    start: sent(`history.pushState({}, '', '/home'); say('Correction COR-77 saved')`),
  }),
  works({
    name: 'a number in the midst of a text, gone after three seconds',
    start: sent(
      `form.insertAdjacentHTML('afterend', '<div id=t data-testid=toast>Correction <b>COR-77</b> saved. <button type=button>Undo</button></div>'); await after(3000); t.remove()`,
    ),
    steps: [
      open,
      {
        ...press,
        next: {
          shows: { test_id: 'toast', containing: 'saved' },
          as: 'number',
          after: 'Correction',
          before: 'saved',
        },
      },
    ],
    facts: { number: 'COR-77' },
  }),
  works({
    name: 'a message on the next page of a form that no script sends',
    start: saveForm(),
    pages: {
      '/save': { status: 303, headers: { location: '/next' } },
      '/next': '<h1>Next</h1><p role=status>Correction COR-77 saved</p>',
    },
    steps: [open, { ...press, next: { ...saying, page: 'next' } }],
  }),
  unknown({
    name: 'a promise of a page that gives way to one that says nothing',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = () => document.body.insertAdjacentHTML('beforeend', '<p role=status>Correction COR-77 saved</p>')`,
    ),
    pages: { '/save': { status: 303, headers: { location: '/next' } }, '/next': '<h1>Next</h1>' },
    steps: [open, { ...press, next: { ...saying, page: 'next' } }],
  }),
  works({
    name: 'a form that goes with its button',
    start: sent(`form.outerHTML = '<p>Thank you</p>'`).replace(
      '<button>Save</button>',
      '<input type=submit value=Save>',
    ),
    steps: [open, { ...press, next: { gone: { role: 'button', name: 'Save' } } }],
    facts: {},
  }),
  works({
    name: 'a dialog that closes',
    start: sent(`d.close()`).replace('<form', '<dialog id=d aria-label=Correction open><p>New</p></dialog><form'),
    steps: [open, { ...press, next: { gone: { role: 'dialog', name: 'Correction' } } }],
    facts: {},
  }),
  unknown({
    name: 'a dialog that closes before the answer',
    start: sent('', `d.close(); await after(300)`).replace(
      '<form',
      '<dialog id=d aria-label=Correction open><p>New</p></dialog><form',
    ),
    steps: [open, { ...press, next: { gone: { role: 'dialog', name: 'Correction' } } }],
  }),
  unknown({
    name: 'a dialog that closes with words of failure beside it',
    start: sent(`d.close(); document.body.append('Something went wrong')`).replace(
      '<form',
      '<dialog id=d aria-label=Correction open><p>New</p></dialog><form',
    ),
    steps: [open, { ...press, next: { gone: { role: 'dialog', name: 'Correction' } } }],
  }),
  unknown({
    name: 'a dialog that closes after a refusal',
    start: sent(`d.close()`).replace('<form', '<dialog id=d aria-label=Correction open><p>New</p></dialog><form'),
    steps: [open, { ...press, next: { gone: { role: 'dialog', name: 'Correction' } } }],
    pages: { '/save': failed },
  }),
  unknown({
    name: 'a promise before the answer, in which the portal says that it failed',
    start: sent(`say('Could not store it', 'alert')`, `say('Correction COR-77 saved'); await after(300)`),
  }),
  unknown({
    name: 'a denial in the words of success',
    start: sent(`say('Correction COR-77 was not saved')`),
    says: /"Correction COR-77 was not saved", where "not" speaks of a failure/,
  }),
  {
    ...unknown({
      name: 'a denial that stays, in a step with ten minutes',
      start: sent(`say('Correction COR-77 was not saved')`),
      says: /"Correction COR-77 was not saved", where "not" speaks of a failure/,
    }),
    steps: [open, { ...pressAndRead, timeout_ms: 600_000 }],
  },
  unknown({
    name: 'a doubt in the words of success',
    start: sent(`say('Correction could be saved only in part, errors: 1')`),
  }),
  unknown({
    name: 'a refusal in words, after an error of the portal',
    start: sent(`say('Amount too high', 'alert')`),
    steps: [open, refusable],
    pages: { '/save': { status: 500 } },
  }),
  {
    ...unknown({
      name: 'a message that was there before the write',
      start: sent('').replace('<form', '<div role=status>Correction COR-77 saved</div><form'),
      findMs: 800,
    }),
    writes: [],
  },
  {
    ...unknown({
      name: 'a message without anything sent',
      start: saveForm(
        '',
        `document.forms[0].onsubmit = (event) => { event.preventDefault(); document.body.insertAdjacentHTML('beforeend', '<p role=status>Correction COR-77 saved</p>'); };`,
      ),
    }),
    writes: [],
  },
  {
    ...unknown({
      name: 'a message after another write than the declared one',
      start: sent('').replace("'/save'", "'/void'") + '<p></p>',
    }),
    ends: 'stopped',
    writes: [],
  },
  {
    ...works({
      name: 'a refusal that stays on the page',
      start: sent(`say((await answer.json()).error, 'alert')`),
      pages: { '/save': failed },
    }),
    steps: [open, refusable],
    ends: 'any',
    facts: {},
  },
];

/** All of them in the bench; `test/portals/shown-outcome.test.ts` runs those of which the outcome depends on no time. */
export const shownOutcomeCases: readonly GuardCase[] = [...cases, ...spokenAgainst].map((one) => ({
  ...one,
  benchOnly: true,
}));
