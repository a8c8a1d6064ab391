import assert from 'node:assert/strict';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { Act, Outcome, SeenElement } from '../../../../domain/dispatch/studio/acts.ts';
import { neededFacts } from '../../../../domain/dispatch/playbook/needed-facts.ts';
import {
  columnsOfSamples,
  factsToRead,
  guessColumns,
  recordedPlaybook,
} from '../../../../domain/dispatch/studio/recorded-playbook.ts';
import { playbookText, recordingText } from '../../../../domain/dispatch/studio/yaml-text.ts';
import { checkPlaybook } from '../../../../portals/playbooks/findings.ts';
import {
  settings,
  pro,
  search,
  found,
  record,
  form,
  element,
  button,
  field,
  leads,
  request,
  recording,
  fileOf,
  stepsOf,
} from './recording-acts.ts';

describe('the facts of a recording', () => {
  it('fills up with what was read', () => {
    const on = element('text', { beside: 'Weight' }, '2,480 lb');
    const { acts } = recording({ steps: [{ did: 'read', on, fact: 'billed_weight' }] });
    const facts = factsToRead('pull_pod', 'steps', acts);
    assert.deepEqual(
      facts.filter(({ read }) => read).map(({ name }) => name),
      ['billed_weight'],
    );
  });

  it('guesses which column of a table is which member of a list', () => {
    const charges = factsToRead('tms_correction', 'look', []).find(({ name }) => name === 'charges');
    assert.ok(charges);
    const list = (task: 'answer_claim' | 'file_dispute', name: string) =>
      neededFacts[task]?.probe?.find((fact) => fact.name === name) ?? assert.fail(name);
    const responses = list('answer_claim', 'responses');
    const headers = ['CLAIM NUMBER', 'DECISION', 'AMOUNT', 'OUR REF'];
    assert.deepEqual(guessColumns(['ANSWER NO', ...headers], responses), {
      'ANSWER NO': 'number',
      DECISION: 'decision',
      AMOUNT: 'amount',
    });
    assert.equal(guessColumns(headers, responses)['CLAIM NUMBER'], undefined);
    // What the row of the sample shows says more than a name.
    const samples = { mark: 'TRIAL-1', claim_number: 'CLM-7', amount: '240.00' };
    const rows = [
      ['CLM-7', 'Accept', '99.00', 'OTHER-1'],
      ['CLM-7', 'Accept', '240.00', 'TRIAL-1'],
    ];
    const shown = columnsOfSamples(headers, rows, samples);
    assert.deepEqual(shown, { 'CLAIM NUMBER': 'claim_number', AMOUNT: 'amount', 'OUR REF': 'mark' });
    assert.equal(guessColumns(headers, responses, shown)['OUR REF'], 'reference');
    assert.equal(guessColumns(headers, list('answer_claim', 'marked'), shown)['CLAIM NUMBER'], 'claim_number');
    assert.equal(
      guessColumns(['Dispute number', 'Invoice no.'], list('file_dispute', 'disputes'))['Dispute number'],
      'number',
    );
    assert.deepEqual(guessColumns(['Charge code', 'Description', 'Amount'], charges), {
      'Charge code': 'code',
      Amount: 'amount',
    });
  });
});

describe('the text of a recording', () => {
  it('is what was changed by hand, once something was', () => {
    assert.equal(recordingText({ ...recording({}), edited: 'id: mine\n' }), 'id: mine\n');
  });

  it('is read back as the same playbook, whatever its texts are', () => {
    const odd = ["it's: #1", 'yes', '- dash', '1.0', '{{pro}}', 'tab\there', 'ünïcode “quotes”', '@at', '*', ''];
    const on = (text: string): SeenElement => element('field', { label: text });
    const made = recording({
      steps: odd.map((text): Act => ({ did: 'fill', on: on(text || 'x'), value: text || 'x' })),
    });
    const checked = checkPlaybook(playbookText(recordedPlaybook(made)), 'odd', settings);
    assert.ok('playbook' in checked, JSON.stringify(checked));
    const steps = checked.playbook.capabilities.pull_pod?.steps ?? [];
    assert.deepEqual(
      steps.map((step) => (step.do === 'fill' ? step.value : '')),
      odd.map((text) => text || 'x'),
    );
  });
});

describe('the newer steps of the language, as they are recorded', () => {
  const stays = leads(record, null);
  const written = request('/shipments/1/corrections', { amount: '1' }, 'write');
  const saving = (more: Partial<Outcome>): Step | undefined => {
    const outcome = { ...leads(form, null, [{ ...written, sent: true }]), ...more };
    return fileOf(
      recording(
        { submit: [{ did: 'click', on: button('Save'), outcome }] },
        { taskType: 'tms_correction', samples: { pro, mark: 'M-1' } },
      ),
    ).capabilities['tms_correction']?.submit[0];
  };

  it('keeps of a double click only the double one, and names what is hovered and asked', () => {
    const row = element('text', { text: 'Bill' }, 'Bill');
    assert.deepEqual(
      stepsOf([
        { did: 'hover', on: element('text', { text: 'Reports' }) },
        { did: 'click', on: row, outcome: stays },
        { did: 'click', on: row, double: true, outcome: stays },
        { did: 'ask', on: field('Code'), question: `Code for ${pro}` },
      ]),
      [
        { do: 'hover', target: { text: 'Reports' } },
        { do: 'click', effect: 'read', target: { text: 'Bill' }, double: true },
        { do: 'ask', target: { label: 'Code' }, question: `Code for {{pro}}` },
      ],
    );
  });

  it('declares what a page asks for by POST while it comes, where a person let it through', () => {
    const asked = { ...request('/auth/refresh', { mode: 'session' }, 'read'), content: 'json' } as const;
    const file = fileOf(recording({ steps: [{ did: 'go', to: search, requests: [asked] }] }));
    assert.deepEqual(
      (file['reads'] as { path: string }[]).map(({ path }) => path),
      ['/auth/refresh'],
    );
  });

  it('declares what was typed into a prompt of a click that only reads', () => {
    const dialogs = [{ type: 'prompt', text: 'Which page?', value: '2' }] as const;
    const [step] = stepsOf([{ did: 'click', on: button('Go to page'), outcome: { ...leads(found, found), dialogs } }]);
    assert.deepEqual((step as { dialog?: unknown }).dialog, {
      type: 'prompt',
      text: 'Which page?',
      answer: 'accept',
      value: '2',
    });
  });

  it('makes one choice of a click on a list that the page draws, and one on an entry of it', () => {
    const list: SeenElement = { ...element('control', { role: 'combobox', name: 'Class' }), opensList: true };
    const entry = { ...element('control', { role: 'option', name: '70' }, '70'), name: '70' };
    const opened: Act = { did: 'click', on: list, outcome: leads(found, null) };
    const picked: Act = { did: 'click', on: entry, outcome: leads(found, null) };
    assert.deepEqual(stepsOf([opened, picked]), [
      { do: 'choose', target: { role: 'combobox', name: 'Class' }, option: '70' },
    ]);
    assert.deepEqual(
      stepsOf([opened]).map((step) => step.do),
      ['click'],
    );
  });

  it('declares the dialogs of a write in their order, with what was typed', () => {
    const dialogs = [
      { type: 'confirm', text: `Correct ${pro}?` },
      { type: 'prompt', text: 'Reference?', value: 'M-1' },
    ] as const;
    assert.deepEqual((saving({ to: record, dialogs }) as { dialog?: unknown }).dialog, [
      { type: 'confirm', text: 'Correct {{pro}}?', answer: 'accept' },
      { type: 'prompt', text: 'Reference?', answer: 'accept', value: '{{mark}}' },
    ]);
    const one = saving({ to: record, dialog: { type: 'confirm', text: 'Sure?' } }) as { dialog?: unknown };
    assert.deepEqual(one.dialog, { type: 'confirm', text: 'Sure?', answer: 'accept' });
  });

  it('takes an alert, or a window that closes itself, for the confirmation of a write', () => {
    const alerted = saving({ dialogs: [{ type: 'alert', text: 'Correction COR-77 saved.' }] });
    assert.ok(alerted?.do === 'click');
    assert.deepEqual(alerted.next, { alert: 'Correction * saved.', as: 'confirmation_number' });
    assert.equal(alerted.dialog, 'none');
    const closed = saving({ to: record, closed: true });
    assert.ok(closed?.do === 'click');
    assert.deepEqual(closed.next, { gone: { role: 'button', name: 'Save' } });
  });
});
