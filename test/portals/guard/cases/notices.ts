/** Notices that the playbook declares with the control that closes them: what that control does is judged as any other input. */
import type { LoadedPlaybook } from '../../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, onClick, open, pressSave, reading, saveBody, saveForm, shown, writing } from './building-blocks.ts';
import { here, openRecord, other, readWeight, record } from './record-blocks.ts';
import { once } from './write-blocks.ts';

const group = 'notices on the way';
const byName = (target: LoadedPlaybook['interstitials'][number]['target']): Partial<GuardCase> => ({
  interstitials: [{ heading: 'What is new', target }],
  benchOnly: true,
});
const closes = { role: 'button', name: 'Close' } as const;
const byButton = byName(closes);
const byLink = byName({ role: 'link', name: 'Close' });

const over = 'style="position:fixed;inset:0;background:#fff"';
const goes = `w.remove()`;
/** A window over the whole page. @param close its control, which `c` is in the script */
const news = (script: string, close = '<button type=button id=c>Close</button>', title = 'What is new'): string =>
  `<div id=w role=dialog ${over}><h2>${title}</h2><p>Rates of December are in.</p>${close}</div><script>${script}</script>`;
const clicks = (script: string): string => `c.onclick = (event) => { ${script} };`;
const work = onClick('');
const post = (path: string, body = ''): string =>
  `fetch('${path}', { method: 'POST', body: new URLSearchParams('${body}') });`;

const page = `<h1>Shipment ${here}</h1><table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>`;
const onRecord = (html: string): Partial<GuardCase> & { readonly start: string } => ({
  start: '',
  record,
  pages: { [`/records/${here}`]: html },
  steps: [openRecord, readWeight],
});

const stops = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ...byButton, ...more });
const works = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  stops(name, start, { ends: 'finished', ...more });
const byAct = { rule: /^never_click\.void_bill$/ };
const aWrite = /^(?:never_click\.void_bill|request\.\w+)$/;

/** That the notice was seen, as portals keep it; a read, as far as the playbook says. */
const seen: Partial<GuardCase> = {
  reads: [{ method: 'POST', path: '/seen', content: 'form', fields: ['news'], constraints: [] }],
  mayRead: ['POST /seen news=7'],
};

const hostile: readonly GuardCase[] = [
  stops('its button asks for the act', work + news(clicks(`${goes}; ${post('/bills/7/void')}`)), {
    ...byAct,
    benchOnly: false,
  }),
  stops('its button sends the act as a beacon', work + news(clicks(`${goes}; navigator.sendBeacon('/void')`)), byAct),
  stops('its button opens the act', work + news(clicks(`${goes}; window.open('/void')`)), byAct),
  stops(
    'its button asks for the act a while after it closed',
    work + news(clicks(`${goes}; setTimeout(() => { ${post('/void')} }, 60);`)),
    byAct,
  ),
  stops(
    'its button makes the declared write',
    saveForm() + news(clicks(`${goes}; document.forms[0].requestSubmit();`)),
    { steps: [open, pressSave], pages: { '/save': { status: 303, headers: { location: '/next' } }, '/next': next } },
  ),
  writing(group, {
    name: 'its button sends the declared write by a script',
    start: saveForm() + news(clicks(`${goes}; ${post('/save', `${saveBody}&note=news`)}`)),
    ...byButton,
    ends: 'any',
    writes: once,
  }),
  stops(
    'its button has an address of its own',
    `${work}<form method=post>${news('', '<button id=c formaction=/bills/7/void>Close</button>')}</form>`,
    byAct,
  ),
  stops(
    'its button sends a form with the act in it',
    work +
      news(
        '',
        '<form method=post action=/done><input type=hidden name=action value=void_bill><button>Close</button></form>',
      ),
    { rule: aWrite },
  ),
  stops(
    'its button is drawn as the act',
    work +
      news(
        clicks(goes),
        `<style>#c{font-size:0}#c::after{content:'Void bill';font-size:14px}</style><button id=c>Close</button>`,
      ),
    { ends: 'refused', findMs: 400 },
  ),
  stops(
    'its button is in a window about the act',
    work + news(clicks(goes), '<button id=c>Close</button>', 'What is new</h2><h2>Void bill 0412708839?'),
    byAct,
  ),
  stops(
    'its window is called like the act',
    work + news(clicks(goes)).replace('role=dialog', 'role=dialog aria-label="Void bill"'),
    byAct,
  ),
  stops(
    'its button turns into the act under the mouse',
    work + news(`c.onmouseover = () => { c.textContent = 'Void bill'; c.onclick = () => { ${post('/void')} }; };`),
    { ends: 'refused' },
  ),
  stops(
    'its button turns into the act as it goes down',
    work + news(`c.onmousedown = () => { c.textContent = 'Void bill'; c.onclick = () => { ${post('/void')} }; };`),
    { ends: 'refused' },
  ),
  stops(
    'another button moves under the mouse',
    work +
      news(
        `c.onmouseover = () => { v.style.cssText = 'position:fixed;inset:0;opacity:1'; }; v.onclick = () => { ${post('/void')} };`,
        '<button id=c>Close</button><button id=v style="opacity:0.01">Void bill</button>',
      ),
    { ends: 'refused' },
  ),
  stops(
    'two of its buttons are called alike',
    work + news(`d.onclick = () => { ${post('/void')} };`, '<button id=d>Close</button><button id=c>Close</button>'),
    { ends: 'changed', findMs: 400 },
  ),
  stops('it comes again each time', work + news(clicks(`w.style.opacity = w.style.opacity === '1' ? '0.99' : '1'`)), {
    ends: 'changed',
    findMs: 400,
  }),
  stops(
    'another one comes in its place, which asks for the act',
    work + news(clicks(`w.querySelector('h2').textContent = 'More news'; c.onclick = () => { ${post('/void')} };`)),
    { ...byAct, interstitials: ['What is new', 'More news'].map((heading) => ({ heading, target: closes })) },
  ),
  stops('its link leads to the act', work + news('', '<a id=c href=/bills/7/void>Close</a>'), { ...byLink, ...byAct }),
  stops('its link leads to a page that nobody declared', work + news('', '<a id=c href=/settings>Close</a>'), {
    ...byLink,
    rule: /^element\.undeclared_page$/,
  }),
  stops(
    'its link leads to a declared page with the act',
    work + news('', '<a id=c href="/next?q=void+bill">Close</a>'),
    {
      ...byLink,
      ...byAct,
      pages: { '/next': next },
      forbidden: /void/,
    },
  ),
  stops(
    'its link is a script with the act',
    work + news(`const voidBill = () => { ${post('/void')} };`, '<a id=c href="javascript:voidBill()">Close</a>'),
    {
      ...byLink,
      ...byAct,
    },
  ),
  stops('its button opens another record', '', {
    ...onRecord(page + news(clicks(`${goes}; document.querySelector('h1').textContent = 'Shipment ${other}';`))),
    ends: 'refused',
    findMs: 400,
  }),
  stops('its button leaves the number out', '', {
    ...onRecord(page + news(clicks(`${goes}; document.querySelector('h1').remove();`))),
    ends: 'refused',
    findMs: 400,
  }),
  stops('it stays over the record in part', '', {
    ...onRecord(
      page +
        news(
          clicks(`w.querySelector('h2').remove(); c.remove(); w.style.inset = '0 0 auto'; w.style.height = '200px';`),
        ),
    ),
    ends: 'refused',
    findMs: 400,
  }),
  stops(
    'its button tells the portal something that nobody declared',
    work + news(clicks(`${goes}; ${post('/seen', 'news=7')}`)),
    { ends: 'any' },
  ),
  stops(
    'its button tells the portal more than declared',
    work + news(clicks(`${goes}; ${post('/seen', 'news=7&void=1')}`)),
    { ...seen, ends: 'any' },
  ),
  writing(group, {
    name: 'its button changes the amount of the form',
    start: saveForm() + news(clicks(`${goes}; document.forms[0].amount.value = '950.00';`)),
    ...byButton,
  }),
  writing(group, {
    name: 'its button changes the number of the form',
    start: saveForm() + news(clicks(`${goes}; document.forms[0].pro.value = '${other}';`)),
    ...byButton,
  }),
  writing(group, {
    name: 'its button on the page after the write asks for the act',
    start: saveForm(),
    pages: { '/next': next + news(clicks(`${goes}; ${post('/void')}`)) },
    ...byButton,
    ...byAct,
    writes: once,
  }),
  writing(group, {
    name: 'its button on the page after the write makes it again',
    start: saveForm(),
    pages: {
      '/next':
        next +
        news(
          '',
          `<form method=post action=/save><input type=hidden name=pro value=${here}><input type=hidden name=amount value=250.00><button>Close</button></form>`,
        ),
    },
    ...byButton,
    writes: once,
  }),
];

const reload = (script: string): string =>
  `<script>if (sessionStorage.seen) { ${goes} } </script>${script === '' ? '' : `<script>${script}</script>`}`;
const honest: readonly GuardCase[] = [
  works('its button takes it away', work + news(clicks(goes))),
  works('its button hides it', work + news(clicks(`w.style.display = 'none'`))),
  works(
    'its button fades it out',
    work +
      news(`w.style.transition = 'opacity 200ms'; ${clicks(`w.style.opacity = 0; setTimeout(() => ${goes}, 250);`)}`),
  ),
  works(
    'it is a dialog of the browser',
    `${work}<dialog id=d><h2>What is new</h2><form method=dialog><button>Close</button></form></dialog><script>d.showModal()</script>`,
  ),
  works(
    'it is a popover',
    `${work}<div id=d popover=manual><h2>What is new</h2><button popovertarget=d popovertargetaction=hide>Close</button></div><script>d.showPopover()</script>`,
  ),
  works(
    'its button loads the page again',
    work + news(clicks(`sessionStorage.seen = 1; location.reload();`)) + reload(''),
  ),
  works(
    'its link leads to the page again',
    work + news(`c.onclick = () => { sessionStorage.seen = 1; };`, '<a id=c href=/start>Close</a>') + reload(''),
    byLink,
  ),
  works(
    'its button tells the portal by a declared read that it was seen',
    work + news(clicks(`${goes}; ${post('/seen', 'news=7')}`)),
    seen,
  ),
  works(
    'two of them come, one after the other',
    // The button is there once both were closed. Not by the name of the window: it is gone once it was taken off.
    work +
      news(
        `const [first, go] = [w, document.querySelector('button')]; go.hidden = true; let n = 0;
        c.onclick = () => { first.remove(); n += 1; go.hidden = n < 2; if (n < 2) setTimeout(() => document.body.append(first), 100); };`,
      ),
    { findMs: 1_500 },
  ),
  works('nobody sees it', work + news('').replace(over, 'style="display:none"')),
  works(
    'it is about an act that others asked for',
    work + news(clicks(goes)).replace('Rates of December are in.', 'Voided bills are listed apart now.'),
  ),
  works('it lies over the record', '', { ...onRecord(page + news(clicks(goes))), facts: { weight: '1,200' } }),
  writing(group, {
    name: 'it lies over the form',
    start: saveForm() + news(clicks(goes)),
    ...byButton,
    ends: 'finished',
    writes: once,
  }),
  writing(group, {
    name: 'it lies over the page after the write',
    start: saveForm(),
    pages: { '/next': next + news(clicks(goes)) },
    ...byButton,
    ends: 'finished',
    writes: once,
  }),
];

/** It comes while the robot works on a page that was checked before. */
const lateNews = (script: string): string =>
  `<button type=button id=b>Begin</button><p role=status id=s></p><script>b.onclick = () => setTimeout(() => { document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(news('', '<button type=button id=c>Close</button>').replace('<script></script>', ''))}); ${script} s.textContent = 'tried'; }, 60);</script>`;
const begin: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Begin' } };
const lately = (script: string, more: Partial<GuardCase> = {}): Partial<GuardCase> & { readonly start: string } => ({
  start: saveForm() + lateNews(script),
  steps: [open, begin, shown, pressSave],
  ...byButton,
  ...more,
});
const lateOnRecord = (script: string, more: Partial<GuardCase>): GuardCase => ({
  ...stops('', '', { ...onRecord(page + lateNews(script)), ...more }),
  steps: [openRecord, begin, shown, readWeight],
});
const late: readonly GuardCase[] = [
  writing(group, {
    name: 'it comes late, and its button asks for the act',
    ...lately(clicks(`${goes}; ${post('/void')}`), byAct),
  }),
  writing(group, {
    name: 'it comes late, and its button changes the amount of the form',
    ...lately(clicks(`${goes}; document.forms[0].amount.value = '950.00';`)),
  }),
  writing(group, {
    name: 'it comes late, again and again',
    ...lately(clicks(`const again = w; again.remove(); document.body.append(again);`)),
    ends: 'changed',
    findMs: 400,
  }),
  lateOnRecord(clicks(`${goes}; document.querySelector('h1').textContent = 'Shipment ${other}';`), {
    name: 'it comes late, and its button opens another record',
    ends: 'refused',
    findMs: 900,
  }),
  writing(group, {
    name: 'it comes late, over the form',
    ...lately(clicks(goes)),
    ends: 'finished',
    writes: once,
    benchOnly: false,
  }),
  lateOnRecord(clicks(goes), {
    name: 'it comes late, over the record',
    ends: 'finished',
    facts: { weight: '1,200' },
    findMs: 900,
  }),
];

export const noticeCases: readonly GuardCase[] = [...hostile, ...honest, ...late];
