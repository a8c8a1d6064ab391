/** Writes, readings and documents beside the name of another record, amounts in another unit, fields that are called otherwise. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, pressSave, saveBody, saved } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const [here, other] = ['0412708839', '0412708893'];
const path = `/records/${here}`;
const common = { benchOnly: true, findMs: 1_500 } as const;
const amountField = '<input name=amount value=250.00>';
const form = (fields = amountField, button = '<button>Save</button>'): string =>
  `<form method=post action=/save><input type=hidden name=pro value=${here}>${fields}${button}</form>`;

/** A page with the harmful number, label or unit, and the same with one that is right. */
type Twins = Readonly<Record<string, readonly [hostile: string, honest: string]>>;
const ofRecords = (pages: Readonly<Record<string, (number: string) => string>>): Twins =>
  Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, [page(other), page(here)] as const]));
function twins(
  group: string,
  pages: Twins,
  make: (html: string, isHonest: boolean) => Partial<GuardCase>,
): GuardCase[] {
  return Object.entries(pages).flatMap(([name, [hostile, honest]]) =>
    [
      { name, ...make(hostile, false) },
      { name: `${name}, where it is honest`, ...make(honest, true), ends: 'finished' as const, findMs: 5_000 },
    ].map((one) => ({ group, steps: [], pages: {}, ends: 'refused' as const, ...common, ...one })),
  );
}

const written = (steps: readonly Step[]) => (html: string, isHonest: boolean) => ({
  steps,
  pages: { '/start': `<h1>Start</h1>${html}`, '/save': saved, '/next': next },
  ...(isHonest ? { writes: [`POST /save ${saveBody}`] } : {}),
});
const ownNumber = `<form method=post action=/save><label>PRO <input name=pro value=${here}></label>${amountField}<button>Save</button></form>`;
const formsOfOthers = ofRecords({
  'a heading over the form': (x) => `<main><h2>Correct shipment ${x}</h2><p>Enter the amount.</p>${form()}</main>`,
  'the head of a card': (x) =>
    `<div class=card><div class=card-header>PRO ${x}</div><div class=card-body>${form()}</div></div>`,
  'the title of a group of fields': (x) =>
    form(`<fieldset><legend>Shipment ${x}</legend><label>Amount ${amountField}</label></fieldset>`),
  'the tab of its panel': (x) =>
    `<div role=tablist><button role=tab id=t aria-selected=true type=button>${x}</button></div><div role=tabpanel aria-labelledby=t>${form()}</div>`,
  'a cell of its row': (x) =>
    `<table><tr><th>PRO</th><th>Amount</th></tr><tr><td>${x}</td><td>${form()}</td></tr></table>`,
  'the title of a dialog': (x) =>
    `<div role=dialog aria-labelledby=k style="position:fixed;inset:80px;background:#fff"><h2 id=k>Correct ${x}</h2>${form()}</div>`,
  'a line before it': (x) => `<p>You are correcting PRO ${x}</p>${form()}`,
  'what describes the button': (x) =>
    `${form(amountField, '<button aria-describedby=k>Save</button>')}<small id=k>Applies to shipment ${x}</small>`,
  'a field that is not sent': (x) =>
    form(`<label>Amount ${amountField}</label><label>PRO <input disabled value=${x}></label>`),
  'what a list shows for the number': (x) =>
    `<form method=post action=/save><label>Shipment <select name=pro><option value=${here}>${x}</select></label>${amountField}<button>Save</button></form>`,
  'a message of the page': (x) => `<div role=status>Shipment ${x}</div><main>${form()}</main>`,
  'a title that a style sheet writes': (x) =>
    `<style>#k::before{content:"Shipment ${x}";font-weight:bold}</style><div id=k></div>${ownNumber}`,
  'the name of its form': (x) => ownNumber.replace('<form', `<form aria-label="Correct shipment ${x}"`),
  'the title that its form is called by': (x) =>
    `<h3 id=k>Correction for ${x}</h3><div>Enter the amount.</div><div>${ownNumber.replace('<form', '<form aria-labelledby=k')}</div>`,
  'the button by which its part is open': (x) =>
    `<button type=button aria-expanded=true aria-controls=q>PRO ${x}</button><div id=q>${ownNumber}</div>`,
  'the place in a pager': (x) => `<div>Bill 3 of 5: ${x}</div>${form()}`,
  'a number in groups': (x) => `<h2>Shipment ${x.slice(0, 4)} ${x.slice(4, 7)} ${x.slice(7)}</h2>${form()}`,
  'the tab that is on': (x) =>
    `<div role=tablist><button role=tab type=button aria-selected=true>${x}</button></div>${form()}`,
  'the tip of the button': (x) => form(amountField, `<button title="Save ${x}">Save</button>`),
  'the current entry of a path': (x) =>
    `<nav aria-label=Breadcrumb><ol><li><a href=/home>Home</a></li><li aria-current=page>${x}</li></ol></nav>${form()}`,
});
/** Numbers of others that say nothing about the form, beside those of no record. */
const formsBesideOthers: Twins = {
  'the row that is chosen, above a form that shows its own number': [
    `<table role=grid><tr aria-selected=true><td>${other}</td></tr><tr aria-selected=false><td>${here}</td></tr></table>${ownNumber}`,
    `<table role=grid><tr aria-selected=false><td>${other}</td></tr><tr aria-selected=true><td>${here}</td></tr></table>${ownNumber}`,
  ],
  'the button of a group that is chosen, above a form that shows its own number': [
    `<fieldset><legend>Shipment</legend><label><input type=radio checked> ${other}</label><label><input type=radio> ${here}</label></fieldset>${ownNumber}`,
    `<fieldset><legend>Shipment</legend><label><input type=radio> ${other}</label><label><input type=radio checked> ${here}</label></fieldset>${ownNumber}`,
  ],
  'the row that is chosen': [
    `<table><tr aria-selected=true><td>${other}</td></tr><tr aria-selected=false><td>${here}</td></tr></table>${form()}`,
    `<table><tr aria-selected=false><td>${other}</td></tr><tr aria-selected=true><td>${here}</td></tr></table>${form()}`,
  ],
  'what a field says while it is empty': [
    form(`${amountField}<label>Shipment <input placeholder=${other}></label>`),
    form(`${amountField}<label>Shipment <input placeholder=${here}></label>`),
  ],
  'the shipment that it belongs to': [
    `<h2>Shipment ${other}</h2>${form()}`,
    `<h2>Shipment ${here}</h2><p>Master shipment ${other}</p>${form()}`,
  ],
  'an invoice of a number like it': [`<p>Shipment ${other}</p>${form()}`, `<p>Invoice ${other}</p>${form()}`],
  'another shipment in Spanish': [
    `<h2>Corregir envío n.º 5512340077</h2>${form()}`,
    `<h2>Corregir envío n.º ${here}</h2>${form()}`,
  ],
  'another shipment in German': [
    `<h2>Sendung 5512340077 korrigieren</h2>${form()}`,
    `<h2>Kunde 5512340077, Sendung ${here}</h2>${form()}`,
  ],
  'a list of others beside it': [
    `<p>Shipment ${other}</p>${form()}`,
    `<aside><h2>Recent</h2><p>Shipment 7719220481</p></aside><ul><li>Shipment ${other}</ul>${form()}`,
  ],
};

const fill = (target: Step & { do: 'fill' } extends { target: infer T } ? T : never): Step[] => [
  open,
  { do: 'fill', target, value: '250.00' },
  pressSave,
];
const amount = '<label for=q>Amount</label><input id=q name=amount>';
const units: Twins = {
  'a currency without cents behind the field': [form(`${amount}<span>KWD</span>`), form(`${amount}<span>USD</span>`)],
  'thousands behind the field': [form(`${amount}<span>× 1,000</span>`), form(`${amount}<span>up to 1,000</span>`)],
  'a currency in the title of the group': [
    form(`<fieldset><legend>All amounts in JPY</legend>${amount}</fieldset>`),
    form(`<fieldset><legend>All amounts in USD</legend>${amount}</fieldset>`),
  ],
  'thousands in the field': [
    form(`<label for=q>Amount</label><input id=q name=amount placeholder="in thousands">`),
    form(`<label for=q>Amount</label><input id=q name=amount placeholder="in dollars">`),
  ],
  'thousands in a line before the form': [
    `<p>All amounts in thousands</p>${form(amount)}`,
    `<p>More than 40 thousand shipments a day</p>${form(amount)}`,
  ],
};
const chosen = (yen: string, dollars: string): string =>
  form(`${amount}<label><input type=radio ${yen}>JPY</label><label><input type=radio ${dollars}>USD</label>`);
const furtherUnits: Twins = {
  'a currency that is ticked': [chosen('checked', ''), chosen('', 'checked')],
  'thousands in a list': [
    form(`${amount}<select><option>Thousands</select>`),
    form(`${amount}<select><option>Dollars</select>`),
  ],
  'thousands in German': [
    form('<label for=q>Betrag (TEUR)</label><input id=q name=amount>'),
    form('<label for=q>Betrag (EUR)</label><input id=q name=amount>'),
  ],
  'millions behind the field': [form(`${amount}<span>million USD</span>`), form(`${amount}<span>USD</span>`)],
  'a k behind the field': [form(`${amount}<span>k$</span>`), form(`${amount}<span>$</span>`)],
};
const clipped = 'style="position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden"';
const labels: Twins = {
  'a label beside another name': [
    form('<label>Discount <input name=amount aria-label=Amount></label>'),
    form('<label>Amt. <input name=amount aria-label=Amount></label>'),
  ],
  'a label beside one that is hidden': [
    form(`<label for=q ${clipped}>Amount</label><label>Discount <input id=q name=amount></label>`),
    form(`<label for=q ${clipped}>Amount</label><label for=q>Amount</label> <input id=q name=amount>`),
  ],
  'words before it': [
    form('<span>Refund</span> <input name=amount aria-label=Amount>'),
    form('<span>Charge</span> <input name=amount aria-label=Amount>'),
  ],
  'a column of another name': [
    form('<table><tr><th>Discount</th></tr><tr><td><input name=amount aria-label=Amount></td></tr></table>'),
    form('<table><tr><th>Total</th></tr><tr><td><input name=amount aria-label=Amount></td></tr></table>'),
  ],
};

const details = '<table aria-label=Details><tr><th>Charge</th><td>250.00</td></tr></table>';
const readCharge: readonly Step[] = [
  { do: 'go', to: '/records/{{pro}}', next: 'record' },
  { do: 'read_fields', target: { role: 'table', name: 'Details' }, fields: { Charge: 'charge' } },
];
const read = (html: string, isHonest: boolean): Partial<GuardCase> => ({
  record: { heading: 'Shipment {{pro}}' },
  steps: readCharge,
  pages: { [path]: `<h1>Shipment ${here}</h1>${html}` },
  ...(isHonest ? { facts: { charge: '250.00' } } : {}),
});
const readings: Twins = {
  ...ofRecords({
    'a heading in other words': (x) => `<h2>Now showing ${x}</h2>${details}`,
    'names with values over the table': (x) => `<dl><dt>PRO number</dt><dd>${x}</dd></dl>${details}`,
    'a row of the table': (x) => details.replace('<tr>', `<tr><th>PRO</th><td>${x}</td></tr><tr>`),
    'the first row over all columns': (x) => details.replace('<tr>', `<tr><th colspan=2>Shipment ${x}</th></tr><tr>`),
    'a field that shows it': (x) => `<label>PRO number <input readonly value=${x}></label>${details}`,
    'a heading that a style sheet writes': (x) =>
      `<style>#k::before{content:"Shipment ${x}"}</style><h2 id=k></h2>${details}`,
    'the entry of a pager that is on': (x) => `<nav><a href=/next aria-current=page>${x}</a></nav>${details}`,
    'a notice': (x) => `<p role=alert>You are viewing shipment ${x}</p>${details}`,
    'the tab that is on': (x) => `<div role=tablist><button role=tab aria-selected=true>${x}</button></div>${details}`,
    'the last entry of a path': (x) => `<ol class=breadcrumb><li class=active>Shipment ${x}</li></ol>${details}`,
    'its tip': (x) => details.replace('<table', `<table title="Shipment ${x}"`),
    'its caption': (x) => details.replace('<tr>', `<caption>Charges of ${x}</caption><tr>`),
    'its last row over all columns': (x) =>
      details.replace('</table>', `<tfoot><tr><td colspan=2>Charges of shipment ${x}</td></tr></tfoot></table>`),
    'the caption of a figure': (x) => `<figure><figcaption>Shipment ${x}</figcaption>${details}</figure>`,
  }),
  'a message about another one': [
    `<p role=status>Now viewing PRO ${other}</p>${details}`,
    `<p role=status>Shipment 7719220481 was saved</p>${details}`,
  ],
  'amounts in thousands by a line': [
    `<p>All amounts in thousands</p>${details}`,
    `<p>All amounts in US dollars</p>${details}`,
  ],
  'amounts in thousands by a caption': [
    details.replace('<tr>', '<caption>Amounts in thousands of USD</caption><tr>'),
    details.replace('<tr>', '<caption>Amounts in USD</caption><tr>'),
  ],
  'a factor in a row of its own': [
    details.replace('</table>', '<tr><th>Factor</th><td>× 100</td></tr></table>'),
    details.replace('</table>', '<tr><th>Pallet</th><td>48 x 100</td></tr></table>'),
  ],
  'a caption with a factor': [
    details.replace('<tr>', '<caption>Figures × 100</caption><tr>'),
    details.replace('<tr>', '<caption>Figures of 100 days</caption><tr>'),
  ],
  'a figure that is a picture': [
    details.replace(
      '250.00',
      `<img alt="" width=60 height=20 src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><text y="15">900.00</text></svg>')}">`,
    ),
    details,
  ],
};

const pod = {
  status: 200,
  headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="pod.pdf"' },
  body: '%PDF-1.4 pod',
};
const link = `<a href=${path}>POD</a>`;
const button = `<button type=button onclick="location='${path}'">POD</button>`;
const fetched = (html: string): Partial<GuardCase> => {
  const made = html.includes('<button');
  return {
    steps: [
      open,
      {
        do: 'download',
        ...(made ? { by: 'click' as const } : {}),
        target: { role: made ? 'button' : 'link', name: 'POD' },
        path: '/records/{{pro}}',
        as: 'pod.pdf',
        media_type: 'application/pdf',
        max_bytes: 100_000,
      },
    ],
    forbidden: html.includes(other) ? /\/records/ : /^$/,
    pages: { '/start': `<h1>Start</h1>${html}`, [path]: pod },
  };
};
const documents = ofRecords({
  'the number behind a link in an entry': (x) => `<ul><li>${link} for PRO ${x}</li></ul>`,
  'the number behind a link in a row': (x) => `<table><tr><td>Delivery</td><td>${link}</td><td>${x}</td></tr></table>`,
  'a line with the link': (x) => `<p>Shipment ${x}: ${link}</p>`,
  'a card with the button that makes it': (x) => `<div class=card><h3>Shipment ${x}</h3>${button}</div>`,
  'a row with the button that makes it': (x) => `<table><tr><td>${x}</td><td>${button}</td></tr></table>`,
});

/** What a page says that its button does, and what only a script can read of it, outside of what the form sends. */
const told: Twins = {
  'a sentence before the form': [
    `<p>Saving this form voids the bill of lading.</p>${form()}`,
    `<p>Saving this form does not void the bill of lading. To void a bill, call billing.</p>${form()}`,
  ],
  'a sentence below a field': [
    form(`${amountField}<small>The amount is written off the balance.</small>`),
    form(`${amountField}<small>An amount is written off when it is not paid within a year.</small>`),
  ],
  'a sentence behind the form, in German': [
    `${form()}<p>Mit dem Speichern wird die Sendung storniert.</p>`,
    `${form()}<p>Mit dem Speichern wird die Sendung aktualisiert.</p>`,
  ],
  'a box that is ticked beside it': [
    `${form()}<label><input type=checkbox checked> Also cancel the shipment</label>`,
    `${form()}<label><input type=checkbox> Also cancel the shipment</label><label><input type=checkbox checked> Show cancelled shipments</label>`,
  ],
  'a switch that is on': [
    `<span id=s>Void the bill</span><span role=switch tabindex=0 aria-checked=true aria-labelledby=s></span>${form()}`,
    `<span id=s>Void the bill</span><span role=switch tabindex=0 aria-checked=false aria-labelledby=s></span>${form()}`,
  ],
  'a list without a name': [
    `<label>Do <select><option>Void bill<option>Correct bill</select></label>${form()}`,
    `<label>Do <select><option>Correct bill<option>Void bill</select></label>${form()}`,
  ],
  'a button that is pressed in': [
    form(`${amountField}<button type=button aria-pressed=true>Void bill</button>`),
    form(`${amountField}<button type=button aria-pressed=false>Void bill</button>`),
  ],
  'an entry that is chosen in a drawn list': [
    `<ul role=listbox><li role=option aria-selected=true>Void bill<li role=option aria-selected=false>Correct bill</ul>${form()}`,
    `<ul role=listbox><li role=option aria-selected=false>Void bill<li role=option aria-selected=true>Correct bill</ul>${form()}`,
  ],
  'a field that nobody can edit': [
    form(`${amountField}<label>Action <input readonly value="Void bill"></label>`),
    form(`${amountField}<label>Action <input readonly value="Correct bill"></label>`),
  ],
  'the active part of a group': [
    `<div class=btn-group><span class="btn active">Void bill</span><span class=btn>Correct bill</span></div>${form()}`,
    `<div class=btn-group><span class=btn>Void bill</span><span class="btn active">Correct bill</span></div>${form()}`,
  ],
  'a list of what follows': [
    `<p>What follows:</p><ul><li>The shipment will be cancelled</li></ul>${form()}`,
    `<p>This session will end in <span id=t>599</span> tenths of a second</p><script>setInterval(() => { t.textContent -= 1; }, 100)</script>${form()}`,
  ],
  'a name and a value': [
    `<dl><dt>Action</dt><dd>Void bill</dd></dl>${form()}`,
    `<dl><dt>Last action</dt><dd>Void bill</dd><dt>Action</dt><dd>Correct bill</dd></dl>${form()}`,
  ],
  'a box that a class draws': [
    `<div class="checkbox checked">Cancel the shipment as well</div>${form()}`,
    `<div class=checkbox>Cancel the shipment as well</div>${form()}`,
  ],
  'a tip beside the button': [
    form(amountField, '<button>Save</button><div role=tooltip>Voids the bill</div>'),
    form(amountField, '<button>Save</button><div role=tooltip>Stores the bill</div>'),
  ],
  'a picture for its title': [
    `<img alt="Void bill" width=200 height=40 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">${form()}`,
    `<img alt="Correct bill" width=200 height=40 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">${form()}`,
  ],
};

const all: readonly GuardCase[] = [
  ...twins('writes as the page tells them', told, written([open, pressSave])),
  ...twins('writes beside another record', { ...formsOfOthers, ...formsBesideOthers }, written([open, pressSave])),
  ...twins('amounts in another unit', { ...units, ...furtherUnits }, written(fill({ field_name: 'amount' }))),
  ...twins('fields that are called otherwise', labels, written(fill({ label: 'Amount' }))),
  ...twins('readings beside another record', readings, read),
  ...twins('documents beside another record', documents, fetched),
];
/** One of them is in `npm test`. */
export const aroundRecordCases: readonly GuardCase[] = all.map((one) =>
  one.name === 'the title of a group of fields' ? { ...one, benchOnly: false } : one,
);
