import assert from 'node:assert/strict';
import { installGate } from '../../portals/browser-gate.ts';
import { DriverError } from '../../portals/driver.ts';
import type { Place, PortalDriver } from '../../portals/driver.ts';
import { locate } from '../../portals/locate.ts';
import { openDriver } from '../../portals/playwright-driver.ts';
import { namedOn, pointedAt, pressPoint } from '../../portals/studio/pointed-at.ts';
import { testBrowsers } from '../support/browser.ts';
import { openHostilePortal } from './guard/hostile-portal.ts';
import { onQuiet } from './on-quiet.ts';

const page = `<meta charset=utf-8><title>Shipment</title><h1>Shipment 0412708839</h1>
<form><fieldset><legend>Bill</legend>
  <p><label for=w>Weight</label> <input id=w name=billed_weight value="1,200"></p>
  <p><label for=s>State</label> <select id=s name=state><option>Open</option><option selected>Paid</option></select></p>
  <p><label for=n>Note</label> <textarea id=n name=note>two
lines</textarea></p>
  <p><label><input type=checkbox name=closed checked> Closed</label></p>
  <p><label for=p>Password</label> <input id=p type=password value=secret></p>
</fieldset></form>
<fieldset><legend>Old form</legend><table>
  <tr><td>Consignee:</td><td><input name=cons value="ACME Corp"></td><td>Terms</td><td><input name=terms data-testid=terms value=Prepaid></td></tr>
  <tr><td>Editors</td><td><div contenteditable data-placeholder="Search the list"></div></td><td><div role=textbox contenteditable aria-placeholder="Write a note"></div></td><td></td></tr>
  <tr><td>Remarks *</td><td><textarea name=remarks placeholder="Say why">none</textarea><span hidden><input placeholder="Say why"></span></td><td></td><td></td></tr>
</table></fieldset>
<dl><dt>Class</dt><dd>70</dd><dt><span>Ship date</span></dt><dd>2026-10-02</dd></dl>
<dl><dt>State of pay</dt><dd>Short paid</dd><dt>Billed</dt><dd>$95.00</dd><dt>Short paid</dt><dd>$75.00</dd></dl>
<p>Pieces: 12 pallets</p>
<p><b>BOL:</b> B-881 <b>Scale:</b> Certified<br><b>Driver:</b> J. Doe</p>
<div class=row><div><span>Seal</span>:</div><div>S-4471</div></div><p><span>Cube</span>: <span>1</span>,<span>200</span> ft</p>
<div class=row><div>Agreement</div><div>AG-7</div></div>
<div><div>Tariff <b>*</b></div><div role=combobox aria-label=Tariff style="width:90px;height:20px"></div></div><div><div>Rate</div><input value=9></div>
<div><small>Origin</small><br>Reno, NV</div>
<p>Empty: </p><table aria-label=Empty><tr><th>Carrier</th><td></td></tr></table>
<x-alert>Correction <!-- 1 -->COR-77 saved</x-alert><p>Net <span style="position:absolute;width:1px;height:1px;overflow:hidden">amount</span>$12.50 <i hidden>old</i></p>
<x-note><b slot=text>Taken at the dock</b></x-note>
<x-dialog><button slot=foot data-testid=save>Save</button><p>Reason <i>Weight change</i></p></x-dialog><button>Save</button>
<div><span>Twice</span> one</div><div><span>Twice</span> two</div>
<table aria-label=Invoices><tr><th>Number</th><th>Amount</th><th>Class</th></tr>
  <tr><td>INV-1</td><td><a href=/pods/1.pdf>$95.00</a></td><td><select><option>60</option><option selected>65</option></select></td></tr>
  <tr><td>INV-2</td><td><input value="$1,097.27"></td><td>85</td></tr>
  <tr><td colspan=3><a href="#">Add another invoice</a></td></tr></table>
<table aria-label=Answers><thead><tr><th>Answer</th><th>Paid</th><th><button aria-label="Add a column"><svg></svg></button></th></tr></thead>
  <tbody><tr><td>A-1</td><td>$40.00</td></tr><tr><td>A-2</td><td>$41.00</td><td></td><td><button aria-label=More><svg></svg></button></td></tr></tbody></table>
<table role=grid><thead><tr><th role=gridcell>Load no</th><th role=gridcell>Paid</th></tr></thead>
  <tbody><tr><td role=gridcell>L-8</td><td role=gridcell>$8.00</td><td role=gridcell><button><svg></svg><span style="position:absolute;width:1px;height:1px;overflow:hidden">Row actions</span></button></td></tr></tbody></table>
<table aria-label=Shifted><thead><tr><th style="width:50px">Load</th><th style="width:50px">Due</th><th></th></tr></thead>
  <tbody style="display:table;margin-left:400px"><tr><td style="width:50px">L-1</td><td style="width:50px">$7.00</td></tr></tbody></table>
<style>.kept div { width: 200px; overflow: auto } .kept table { table-layout: fixed; width: 400px } .kept :is(td, th) { padding: 0 } .stays { position: sticky; right: 0 }</style>
<div class=kept><div><table><thead><tr><th>Stub</th><th>Sum</th><th class=stays>Actions</th></tr></thead></table></div>
  <div><table aria-label=Kept><tbody><tr aria-hidden=true style="height:0"><td></td><td></td><td></td></tr>
  <tr><td>K-1</td><td>$9.00</td><td class=stays>Edit</td></tr></tbody></table></div></div>
<section class=kept aria-label=Empty><div><table><thead><tr><th>Stub</th><th>Sum</th></tr></thead></table></div>
  <div><table><tbody><tr aria-hidden=true style="height:0"><td></td><td></td></tr><tr><td colspan=2>No data</td></tr></tbody></table></div></section>
<table aria-label=Tickets><thead><tr><th>Ticket</th><th>Price</th><th colspan=100>Due</th></tr></thead><tbody><tr><td>#5</td><td>$5.00</td><td>May</td></tr></tbody></table>
<table aria-label=Named><thead><tr><th>Item</th><th>Pcs</th></tr></thead><tbody><tr><td colspan=3>Cartons</td></tr><tr><td><input value=Cartons></td><td>2</td></tr></tbody></table>
<table aria-label=Otherwise><thead><tr><th>Item</th><th>Pcs</th></tr></thead><tbody><tr><td colspan=2>Withdrawn</td></tr><tr><td>Cartons</td><td>2</td></tr></tbody></table>
<table aria-label=Notes><thead><tr><th>Note</th><th colspan=2>Until</th></tr></thead><tbody><tr><td>N-5</td><td>May</td><td>June</td></tr></tbody></table>
<script>
const component = (name, html) => { const host = document.querySelector(name); host.style.display = 'contents'; host.attachShadow({ mode: 'open' }).innerHTML = html; };
component('x-alert', '<div role=alert><div><slot></slot></div><button><svg></svg></button><div style="display:none">58300</div></div>');
component('x-dialog', '<div role=dialog aria-label="New correction"><slot></slot><footer><slot name=foot></slot></footer></div>');
component('x-note', '<section><slot name=text></slot></section>');
</script>`;

describe('places on a page', function () {
  const reads: readonly (readonly [string, Place, string])[] = [
    ['a definition, of a term whose words another definition has too', { beside: 'Short paid' }, '$75.00'],
    ['the definition that has the words of another term', { beside: 'State of pay' }, 'Short paid'],
    ['an input', { label: 'Weight' }, '1,200'],
    ['a list', { label: 'State' }, 'Paid'],
    ['a cell of a grid, by its column', { column: 'Paid', within: { row: 'L-8' } }, '$8.00'],
    ['a text area', { label: 'Note' }, 'two lines'],
    ['a ticked box', { label: 'Closed' }, 'Yes'],
    ['a password, which is never read', { label: 'Password' }, ''],
    ['the field beside a text', { beside: 'Consignee' }, 'ACME Corp'],
    ['the field beside a second text of the row', { beside: 'Terms' }, 'Prepaid'],
    ['the field beside a starred text', { beside: 'Remarks' }, 'none'],
    ['the field of a label, as what is beside it', { beside: 'Weight' }, '1,200'],
    ['a definition', { beside: 'Class', within: { section: 'Definitions' } }, '70'],
    ['a definition of a term with markup', { beside: 'Ship date' }, '2026-10-02'],
    ['a value behind a colon', { beside: 'Pieces' }, '12 pallets'],
    ['a value behind bold words', { beside: 'BOL' }, 'B-881'],
    ['the next value of the same paragraph', { beside: 'Scale' }, 'Certified'],
    ['a value on the next line of a paragraph', { beside: 'Driver' }, 'J. Doe'],
    ['a column beside a column', { beside: 'Agreement' }, 'AG-7'],
    ['a value beside a name whose colon is behind it', { beside: 'Seal' }, 'S-4471'],
    ['a value in pieces behind a colon', { beside: 'Cube' }, '1,200 ft'],
    ['a value below its name', { beside: 'Origin' }, 'Reno, NV'],
    ['a drawn list that shows nothing yet', { beside: 'Tariff' }, ''],
    ['an empty cell', { beside: 'Carrier' }, ''],
    ['a column of a row', { column: 'Amount', within: { row: 'INV-1' } }, '$95.00'],
    ['a column under a head with a cell more', { column: 'Paid', within: { row: 'A-1' } }, '$40.00'],
    ['a column of a row with a cell more', { column: 'Paid', within: { row: 'A-2' } }, '$41.00'],
    ['a column under a last head that goes on', { column: 'Due', within: { row: '#5' } }, 'May'],
    ['a column of a row with a field', { column: 'Amount', within: { row: 'INV-2' } }, '$1,097.27'],
    ['a column of a row with a list', { column: 'Class', within: { row: 'INV-1' } }, '65'],
    ['a field by its name attribute', { field_name: 'cons' }, 'ACME Corp'],
    ['a field by its placeholder, and no other one that is not drawn', { placeholder: 'Say why' }, 'none'],
    ['an editor by the words that its style sheet shows', { placeholder: 'Search the list' }, ''],
    ['an editor by the words that it says to screen readers', { placeholder: 'Write a note' }, ''],
    ['a field by its test id', { test_id: 'terms' }, 'Prepaid'],
    ['a text in the slot of a component', { text: 'Correction COR-77 saved' }, 'Correction COR-77 saved'],
    ['a component by its role', { role: 'alert' }, 'Correction COR-77 saved'],
    ['a component by what its slot contains', { role: 'alert', containing: 'COR-77' }, 'Correction COR-77 saved'],
    ['an element in a named slot', { text: 'Taken at the dock' }, 'Taken at the dock'],
    [
      'a button in the slot of a dialog',
      { role: 'button', name: 'Save', within: { section: 'New correction' } },
      'Save',
    ],
    [
      'a text in the slot of a dialog',
      { text: 'Weight change', within: { section: 'New correction' } },
      'Weight change',
    ],
    ['a test id in the slot of a dialog', { test_id: 'save', within: { section: 'New correction' } }, 'Save'],
    [
      'a heading with a number that nobody knows before',
      { role: 'heading', name: 'Shipment *' },
      'Shipment 0412708839',
    ],
    ['a text beside what nobody sees', { text: 'Net $12.50' }, 'Net $12.50'],
    ['the second field of a section', { nth_field: 2, within: { section: 'Old form' } }, 'Prepaid'],
  ];
  const refused: readonly (readonly [string, Place, string])[] = [
    ['a name that is there twice', { beside: 'Twice' }, 'several_found'],
    ['a name that is not there', { beside: 'Consignor' }, 'none_found'],
    ['a heading that goes on within the word', { role: 'heading', name: 'Ship *' }, 'none_found'],
    ['a heading without further words', { role: 'heading', name: 'Shipment 0412708839 *' }, 'none_found'],
    ['a name with nothing behind it', { beside: 'Empty' }, 'none_found'],
    ['a column that is not over its cell', { column: 'Due', within: { row: 'L-1' } }, 'none_found'],
    ['a column under a head over two cells', { column: 'Until', within: { row: 'N-5' } }, 'none_found'],
    ['a column that is not there', { column: 'Weight', within: { row: 'INV-1' } }, 'none_found'],
    ['what is outside of a dialog', { text: 'Taken at the dock', within: { section: 'New correction' } }, 'none_found'],
    ['two of a name, where no dialog is named', { role: 'button', name: 'Save' }, 'several_found'],
    ['a component without the text in its slot', { role: 'alert', containing: 'COR-78' }, 'none_found'],
    ['a field after the last', { nth_field: 9, within: { section: 'Old form' } }, 'none_found'],
  ];

  it('are found by what people see beside them, and read with what their fields hold', async () => {
    const portal = await openHostilePortal();
    portal.show({
      '/start': page.replace('<dl>', '<section aria-label=Definitions><dl>').replace('</dl>', '</dl></section>'),
    });
    const found: string[][] = [];
    const missed: string[][] = [];
    const cells: string[] = [];
    const named: string[][] = [];
    try {
      await testBrowsers().use(new AbortController().signal, async (context) => {
        const gate = await installGate(
          context,
          {
            origins: [portal.url],
            pages: { start: { paths: ['/start'], query: [] } } as never,
            assets: [],
            assetOrigins: [],
            reads: [],
            neverClick: [],
            values: {},
          },
          { timeoutMs: 10_000, pace: { turn: () => Promise.resolve() }, assets: testBrowsers().assets },
        );
        const driver: PortalDriver = await openDriver(context, gate);
        await driver.go(`${portal.url}/start`, 30_000);
        for (const [name, place] of reads) {
          const { row } = place.within ?? {};
          const question = {
            queries: [],
            ...(row === undefined ? {} : { row }),
            ...(place.beside === undefined ? {} : { beside: place.beside }),
          };
          const read = await onQuiet(() => driver.text(place, question, 0)).catch((error: Error) => ({
            value: `${error.name}: ${error.message}`,
            row: null,
          }));
          found.push([name, read.row ?? read.value]);
        }
        for (const table of [
          { role: 'table', name: 'Invoices' },
          { role: 'table', name: 'Answers' },
          { role: 'grid' },
          { role: 'table', name: 'Kept' },
          { role: 'table', within: { section: 'Empty' } },
        ] satisfies Place[]) {
          const { value } = await onQuiet(() => driver.cells(table, { queries: [] }, 0));
          cells.push(
            ...(typeof value === 'string' ? [value] : value.map((row) => row.map(({ text }) => text).join(' | '))),
          );
        }
        // The name of a record above its cells is no record; another text is not known to be none.
        for (const name of ['Named', 'Otherwise']) {
          const question = { queries: [], wanted: ['Item', 'Pcs'] };
          const { value } = await onQuiet(() => driver.cells({ role: 'table', name }, question, 0));
          named.push(typeof value === 'string' ? [value] : value.flat().map(({ text }) => text));
        }
        for (const [name, place] of refused) {
          const error: unknown = await onQuiet(() => driver.text(place, { queries: [] }, 0)).then(
            () => 'found',
            (reason: unknown) => reason,
          );
          missed.push([name, error instanceof DriverError ? error.code : String(error)]);
        }
      });
    } finally {
      await portal.close();
    }
    assert.deepEqual(
      found,
      reads.map(([name, , text]) => [name, text]),
    );
    assert.deepEqual(named, [['Item', 'Pcs', 'Cartons', '2'], ['a table with cells over several columns or rows']]);
    // A row with nothing but the control that adds one is no record.
    assert.deepEqual(cells, [
      'Number | Amount | Class',
      'INV-1 | $95.00 | 65',
      'INV-2 | $1,097.27 | 85',
      'Answer | Paid',
      'A-1 | $40.00',
      'A-2 | $41.00',
      'Load no | Paid',
      'L-8 | $8.00',
      // A row without a height keeps the columns as wide as the headers, of which the last one stays in sight.
      'Stub | Sum | Actions',
      'K-1 | $9.00 | Edit',
      'Stub | Sum',
      'No data',
    ]);
    assert.deepEqual(
      missed,
      refused.map(([name, , code]) => [name, code]),
    );
  });

  it('name what is pressed as a task will press it, and no bar without a text around it', async () => {
    const icons = '<i style="width:20px;cursor:pointer"></i><i style="width:20px"></i>';
    const markup = `<div style="display:flex;width:600px"><span>PDF</span><input readonly value="pod.pdf">
      <div id=field style="flex:1;display:flex;height:40px">${icons}</div></div>
      <p>Proof</p><div id=bar style="display:flex;width:600px;height:40px">${icons}</div>`;
    const found: Record<string, unknown> = {};
    await testBrowsers().use(new AbortController().signal, async (context) => {
      const window = await context.newPage();
      await window.setContent(markup);
      for (const id of ['field', 'bar']) {
        const box = await window.locator(`#${id} i`).first().boundingBox();
        assert.ok(box !== null);
        const [x, y] = [box.x + 3, box.y + 3];
        const pointed = await pointedAt(window, { x, y, as: 'press' });
        assert.ok(pointed !== undefined);
        const { targets } = await namedOn(window, pointed, { samples: [] });
        found[id] = { target: targets[0], isThere: pressPoint(pointed, x, y).x === x };
      }
    });
    assert.deepEqual(found, {
      field: { target: { beside: 'PDF' }, isThere: false },
      bar: { target: undefined, isThere: true },
    });
  });

  it('are recorded of a table whose headers are in another one, and of a list whose roles nobody sees', async () => {
    const head = `<div><table><thead><tr>${['Number', 'Amount'].map((name) => `<th style="width:90px">${name}</th>`).join('')}</tr></thead></table></div>`;
    const body = `<div><table id=rows><tbody><tr aria-hidden=true style="height:0"><td style="width:90px;padding:0"></td><td style="width:90px;padding:0"></td></tr><tr><td>R-1</td><td>240</td></tr></tbody></table></div>`;
    const list = `<p>Shown: <span>ACCEPT</span></p><div style="width:200px"><div role=listbox style="width:0;height:0;overflow:hidden"><div role=option>accept</div></div><div><div id=entry class=item>ACCEPT</div><div class=item>PARTLY</div></div></div>`;
    await testBrowsers().use(new AbortController().signal, async (context) => {
      const window = await context.newPage();
      await window.setContent(`${head}${body}${list}`);
      const at = async (id: string, as: 'table' | 'press') => {
        const box = await window.locator(`#${id}`).boundingBox();
        assert.ok(box !== null);
        const pointed = await pointedAt(window, { x: box.x + box.width / 2, y: box.y + box.height / 2, as });
        assert.ok(pointed !== undefined);
        return namedOn(window, pointed, { samples: [] });
      };
      const table = await at('rows', 'table');
      assert.deepEqual([table.targets[0], table.columns], [{ role: 'table' }, ['Number', 'Amount']]);
      const entry = await at('entry', 'press');
      assert.deepEqual([entry.targets.at(-1), entry.name], [{ role: 'option', name: 'ACCEPT' }, 'ACCEPT']);
    });
  });

  it('are recorded by their column though its header has words that nobody sees, and under their title', async () => {
    const hidden = '<span style="display:none;position:absolute"><a href="#">↓</a></span>';
    const table = `<table><thead><tr>${['Pro', 'Weight'].map((name) => `<th><a href="#">${name}</a>${hidden}</th>`).join('')}</tr></thead>
      <tr><td>0412708839</td><td id=weight>2480</td></tr></table>`;
    const party = (title: string): string =>
      `<h3>${title}</h3><p id=said${title}>Claim 7 has been saved.</p><dl><dt>City</dt><dd id=${title}>${title} City</dd></dl><a href="#" id=edit${title}>Edit</a>`;
    const found: Record<string, unknown> = {};
    await testBrowsers().use(new AbortController().signal, async (context) => {
      const window = await context.newPage();
      await window.setContent(`${table}${party('Shipper')}${party('Consignee')}`);
      for (const [id, as] of [
        ['weight', 'read'],
        ['Consignee', 'read'],
        ['editConsignee', 'press'],
        ['saidShipper', 'read'],
      ] as const) {
        const box = await window.locator(`#${id}`).boundingBox();
        assert.ok(box !== null);
        const pointed = await pointedAt(window, { x: box.x + 8, y: box.y + box.height / 2, as });
        assert.ok(pointed !== undefined);
        const { targets } = await namedOn(window, pointed, { samples: ['0412708839'] });
        found[id] = targets.find(({ within, text }) => within !== undefined && text === undefined) ?? targets[0];
      }
    });
    assert.deepEqual(found, {
      weight: { column: 'Weight', within: { row: '0412708839' } },
      Consignee: { beside: 'City', within: { section: 'Consignee' } },
      editConsignee: { role: 'link', name: 'Edit', within: { section: 'Consignee' } },
      // A sentence under a title is no value that the title names.
      saidShipper: { text: 'Claim 7 has been saved.', within: { section: 'Shipper' } },
    });
  });

  it('are asked for in few words, however they lie in one another', async () => {
    const lengths: number[] = [];
    await testBrowsers().use(new AbortController().signal, async (context) => {
      const window = await context.newPage();
      const within = { section: 'Results', row: '0412708839' };
      for (const place of [
        { role: 'link', name: '0412708839', within },
        { label: 'Weight', within },
        { role: 'link', name: 'Documents', within: { section: 'Shipment tabs' } },
      ] satisfies Place[])
        lengths.push(String(locate(window, place)).length);
    });
    // All of it is sent with every look; of the first it was 16,948 characters.
    assert.ok(Math.max(...lengths) < 3_600, lengths.join(', '));
  });
});
