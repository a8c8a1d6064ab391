import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { advisePlaybook } from '../../../domain/dispatch/guard/record-mark.ts';
import { playbookChanges } from '../../../domain/dispatch/playbook/lint.ts';
import { playbookSummary } from '../../../domain/dispatch/playbook/summary.ts';
import { formIn, loadPlaybooks, PlaybookError, readPlaybook } from '../../../portals/playbooks/load.ts';
import { runFolder } from '../../support/machines.ts';
import { addWrite, type Loose, write } from './loose-playbook.ts';
import { refusedPlaybooks } from './refused-playbooks.ts';

const settings = {
  PORTAL_PLAYBOOKS: '',
  PORTAL_ALLOW_LOOPBACK: true,
  PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:7090',
  PORTAL_SANDBOX_AUDIT_URL: '',
};
const text = readFileSync(new URL('../../../portals/playbooks/sandbox-tms.yaml', import.meta.url), 'utf8');
const sandbox = (): Loose => parse(text);
function findings(change: (playbook: Loose) => void, with_ = settings): readonly string[] {
  const playbook = sandbox();
  change(playbook);
  try {
    readPlaybook(JSON.stringify(playbook), 'changed.json', with_);
    return [];
  } catch (error) {
    assert.ok(error instanceof PlaybookError, String(error));
    return error.findings;
  }
}
describe('loading playbooks', () => {
  it('loads the one that ships, with origin and digest', () => {
    const [playbook] = loadPlaybooks(settings);
    assert.deepEqual(playbook?.origins, ['http://127.0.0.1:7090']);
    assert.match(playbook?.digest ?? '', /^[0-9a-f]{64}$/);
  });
  it('gives the same digest wherever the portal runs, and another for any change', () => {
    const here = readPlaybook(text, 'a', settings)?.digest;
    assert.equal(readPlaybook(text, 'a', { ...settings, PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:1' })?.digest, here);
    assert.equal(readPlaybook(JSON.stringify(sandbox()), 'a', settings)?.digest, here);
    assert.notEqual(readPlaybook(text.replace('version: 1.1.1', 'version: 1.1.2'), 'a', settings)?.digest, here);
  });
  it('leaves out a playbook whose portal the deployment does not use', () => {
    assert.deepEqual(loadPlaybooks({ ...settings, PORTAL_SANDBOX_TMS_URL: '' }), []);
  });
  it('is summed up for the API', () => {
    const [playbook] = loadPlaybooks(settings);
    assert.ok(playbook);
    const summary = playbookSummary(playbook, 'ready');
    assert.deepEqual(Object.keys(summary), [
      'id',
      'name',
      'version',
      'portal',
      'capabilities',
      'never_click',
      'approval_limits',
      'status',
    ]);
    assert.deepEqual(summary.capabilities, ['pull_pod', 'tms_correction']);
    assert.deepEqual(
      summary.never_click.map(({ action }) => action),
      ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate'],
    );
  });
  it('takes pages in a row of which the last one only confirms, when one before it sends the mark', () => {
    const confirms = (isMarked: boolean): readonly string[] =>
      findings((playbook) => {
        const { submit } = playbook.capabilities.tms_correction;
        const write = submit.find(({ effect }: Loose) => effect === 'write');
        write.expects = [{ method: 'POST', path: '/shipments/{{pro}}/corrections', content: 'form', fields: ['ok'] }];
        write.expects[0].constraints = [{ field: 'ok', equals: '1' }];
        if (!isMarked) playbook.parts.fill_in_and_preview.pop();
      });
    assert.deepEqual(confirms(true), []);
    assert.match(confirms(false).join(' '), /reference has to be constrained to \{\{mark\}\}/);
  });
  it('cannot be changed after it was checked', () => {
    const [playbook] = loadPlaybooks(settings) as Loose[];
    assert.throws(() => playbook.capabilities.pull_pod.steps.push({}), TypeError);
  });

  for (const [what, change, sentence] of refusedPlaybooks)
    it(`refuses ${what}`, () => assert.match(findings(change).join('\n'), sentence));

  it('takes an address whose query has a member several times, in the order of its page', () => {
    const opens = (to: string) =>
      findings((p) => {
        p.pages.list = { paths: ['/list?col=pro&col=status&q={{pro}}'], fingerprint: { headings: ['Shipments'] } };
        p.capabilities.tms_correction.look.unshift({ do: 'go', to, next: 'list' });
      });
    assert.deepEqual(opens('/list?col=pro&col=status&q={{pro}}'), []);
    assert.deepEqual(opens('/list?q={{pro}}&col=pro&col=status'), []);
    for (const other of ['col=pro&q={{pro}}', 'col=status&col=pro&q={{pro}}', 'col=pro&col=status&col=id&q={{pro}}'])
      assert.match(opens(`/list?${other}`).join(), /is not a path of any page/);
  });
  it('takes the long address of a search, and says how a space is written in one', () => {
    const opens = (to: string) =>
      findings((p) => {
        p.pages.found = { paths: [to], fingerprint: { headings: ['Found'] } };
        p.capabilities.tms_correction.look.unshift({ do: 'go', to, next: 'found' });
      });
    assert.deepEqual(opens(`/search?q=pro='{{pro}}'&columns=${'status,'.repeat(60)}id`), []);
    assert.deepEqual(opens("/search?q=pro+=+'{{pro}}'"), []);
    assert.match(
      opens("/search?q=pro = '{{pro}}'").join('; '),
      /paths\.0 must be an address .*a space is written as \+/,
    );
  });
  it('accepts a write step that declares everything', () =>
    assert.deepEqual(
      findings((p) => addWrite(p, {})),
      [],
    ));
  it('accepts forms that call the field for our mark otherwise, each named in reference_field', () => {
    const [request] = write.expects;
    const constraints = [{ field: 'note', equals: '{{mark}}' }];
    const other = { expects: [{ ...request, fields: ['text', 'note'], constraints }] };
    assert.deepEqual(
      findings((p) => {
        addWrite(p, {});
        addWrite(p, other);
        p.reference_field = ['reference', 'note'];
      }),
      [],
    );
  });
  it('loads an older playbook that leaves fields open, and says what to change, a sentence for each', () => {
    const older = sandbox();
    addWrite(older, {});
    older.capabilities.tms_correction.submit.splice(-1, 0, {
      do: 'fill',
      target: { label: 'Text' },
      value: '{{explanation}}',
    });
    older.capabilities.tms_correction.look.push({ do: 'choose', target: { label: 'State' }, option: 'Cancelled' });
    const playbook = readPlaybook(JSON.stringify(older), 'older.json', settings);
    assert.ok(playbook);
    const changes = playbookChanges(playbook).join('\n');
    assert.match(
      changes,
      /the field text of POST \/shipments\/\{\{pro\}\}\/notes is left open; constrain it, or declare it opaque/,
    );
    assert.match(changes, /a step fills in \{\{explanation\}\}; compare its field with it by equals/);
    for (const ours of loadPlaybooks(settings)) assert.deepEqual(playbookChanges(ours), []);
    // A value may be a part of what is sent, and a box may send a second value that is empty.
    const partly = sandbox();
    const steps = partly.capabilities.tms_correction.submit;
    const saves = steps.findIndex((step: Loose) => step.effect === 'write');
    const [request] = steps[saves].expects;
    const more = [
      { field: 'text', equals: '<p>{{explanation}}</p>' },
      { field: 'kind', all_of: ['', 'note'] },
    ];
    steps[saves].expects = [
      { ...request, fields: [...request.fields, 'text', 'kind'], constraints: [...request.constraints, ...more] },
    ];
    steps.splice(saves, 0, { do: 'fill', target: { label: 'Text' }, value: '{{explanation}}' });
    const partlyLoaded = readPlaybook(JSON.stringify(partly), 'partly.json', settings);
    assert.ok(partlyLoaded);
    assert.deepEqual(playbookChanges(partlyLoaded), []);
    // What is the same in every task may be typed in another form than it is compared in.
    const dated = sandbox();
    const day = { do: 'fill', target: { label: 'Day' }, value: '11/30/2026' };
    const compared = { field: 'day', equals: '2026-11-30', format: 'date' };
    for (const [constraint, says] of [
      [compared, /^$/],
      [{ ...compared, equals: '2026-11-03' }, /a step fills in 11\/30\/2026/],
      [{ field: 'day', equals: '2026-11-30' }, /a step fills in 11\/30\/2026/],
    ] as const) {
      const { submit } = dated.capabilities.tms_correction;
      const at = submit.findIndex((step: Loose) => step.effect === 'write');
      const [sent] = submit[at].expects;
      const expects = [{ ...sent, fields: [...sent.fields, 'day'], constraints: [...sent.constraints, constraint] }];
      const steps = submit.with(at, { ...submit[at], expects }).toSpliced(at, 0, day);
      const tms_correction = { ...dated.capabilities.tms_correction, submit: steps };
      const capabilities = { ...dated.capabilities, tms_correction };
      const loaded = readPlaybook(JSON.stringify({ ...dated, capabilities }), 'dated.json', settings);
      assert.ok(loaded);
      assert.match(playbookChanges(loaded).join('\n'), says);
    }
    // A portal that keeps each field is told the value by a read.
    const constraints = [{ field: 'value', equals: '{{explanation}}' }];
    older.reads = [{ method: 'POST', path: '/field', content: 'form', fields: ['value'], constraints }];
    const told = readPlaybook(JSON.stringify(older), 'older.json', settings);
    assert.ok(told);
    assert.doesNotMatch(playbookChanges(told).join('\n'), /a step fills in/);
  });
  it('loads pages that do not say where their record is shown, and says which should', () => {
    const older = sandbox();
    delete older.pages.shipment.record;
    delete older.pages.correction.record;
    const playbook = readPlaybook(JSON.stringify(older), 'older.json', settings);
    assert.ok(playbook);
    assert.deepEqual(advisePlaybook(playbook), [
      `pages.shipment: add "record: { heading: 'Shipment {{pro}}' }", which is taken from the fingerprint`,
      'pages.correction: say with "record" where people see whose record it is; until then nothing on the page is compared',
    ]);
    for (const ours of loadPlaybooks(settings)) assert.deepEqual(advisePlaybook(ours), []);
  });
  it('refuses a place of a record without a known input, and one that is declared in two ways', () => {
    for (const [record, finding] of [
      [{ heading: 'Shipment' }, /pages\.shipment\.record: it holds no input/],
      [{ heading: 'Shipment {{number}}' }, /pages\.shipment\.record: \{\{number\}\} is not an input/],
      [{ heading: 'Shipment {{pro}}', text: '{{pro}}' }, /pages\.shipment\.record must match exactly one/],
      [{ field: 'PRO' }, /pages\.shipment\.record must have property number/],
    ] as const)
      assert.match(findings((playbook) => (playbook.pages.shipment.record = record)).join('\n'), finding);
  });
  it('refuses a portal on this machine unless the deployment allows it', () => {
    assert.match(
      findings(() => {}, { ...settings, PORTAL_ALLOW_LOOPBACK: false }).join('\n'),
      /PORTAL_ALLOW_LOOPBACK is false/,
    );
  });
  it('refuses text that is no YAML, two equal keys, and nothing at all', () => {
    for (const broken of ['a: [', `${text}\nid: other\n`, ''])
      assert.throws(() => readPlaybook(broken, 'broken.yaml', settings), PlaybookError);
  });
});

describe('the compiled check of the form of playbooks', () => {
  it('is kept in a file, finds the same from there, and is made again where the file is not whole', () => {
    const found = (place: string): unknown => {
      const check = formIn(place);
      assert.equal(check({ id: 'x', pages: { a: { path: 1 } } }), false);
      return check.errors?.map(({ instancePath, keyword, params, parentSchema }) => [
        instancePath,
        keyword,
        params,
        parentSchema,
      ]);
    };
    const place = mkdtempSync(join(runFolder(), 'validators-'));
    const compiled = found(place);
    const [name = '', ...others] = readdirSync(place);
    assert.deepEqual(others, []);
    assert.deepEqual(found(place), compiled);
    const broken = mkdtempSync(join(runFolder(), 'validators-'));
    writeFileSync(join(broken, name), 'module.exports = () => true;');
    assert.deepEqual(found(broken), compiled);
    // A folder that cannot be written to costs time only.
    assert.deepEqual(found(join(place, name, 'below')), compiled);
  });
});
