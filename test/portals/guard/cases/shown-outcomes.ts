/** Writes of pages that stay as they are and say in a message what became of it. */
import type { ClickStep, ShownNext } from '../../../../domain/dispatch/playbook/language.ts';
import type { GuardCase } from '../guard-case.ts';
import { pressSave, saveBody, saveForm, open } from './building-blocks.ts';

const group = 'messages on a page that stays';
const once = [`POST /save ${saveBody}`];
const taken = { status: 201, headers: { 'content-type': 'application/json' }, body: '{"number":"COR-77"}' };
const failed = { status: 422, headers: { 'content-type': 'application/json' }, body: '{"error":"too late"}' };

/** A form that is sent by script, and what the page does with the answer. */
const sent = (then: string, before = '', html = ''): string =>
  saveForm(
    html,
    `const say = (text, role = 'status') => { const box = document.createElement('div'); box.setAttribute('role', role); box.textContent = text; document.body.append(box); return box; };
    const after = (ms) => new Promise((done) => setTimeout(done, ms));
    const form = document.forms[0];
    form.onsubmit = async (event) => { event.preventDefault(); ${before};
      const answer = await fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(form)) }); ${then} };`,
  );
const saying: ShownNext = { shows: { role: 'status', containing: 'saved' }, as: 'number', after: 'Correction' };
const { next: _next, ...press } = pressSave;
export const pressAndRead: ClickStep = { ...press, next: saying };
const refusable: ClickStep = { ...pressAndRead, refused: { page: 'start', words: { role: 'alert' } } };

type Told = Partial<GuardCase> & { readonly name: string; readonly start: string };
const works = ({ start, pages, ...more }: Told): GuardCase => ({
  group,
  steps: [open, pressAndRead],
  ends: 'finished',
  facts: { number: 'COR-77 saved' },
  writes: once,
  pages: { '/start': start, '/save': taken, ...pages },
  ...more,
});
/** The write is made, and nothing says that it was taken: people or a look at the portal have to tell. */
const unknown = (told: Told): GuardCase => ({ ...works(told), ends: 'changed', facts: {}, timeoutMs: 1_500 });

const cases: readonly GuardCase[] = [
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
export const shownOutcomeCases: readonly GuardCase[] = cases.map((one) => ({ ...one, benchOnly: true }));
