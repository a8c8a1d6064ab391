import assert from 'node:assert/strict';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { Act, Recording, SeenElement, SeenRequest } from '../../../../domain/dispatch/studio/acts.ts';
import { factsToRead } from '../../../../domain/dispatch/studio/recorded-playbook.ts';
import { seenRequest } from '../../../../portals/studio/recording-gate.ts';
import { answersWithoutWord, expectedRequest } from '../../../../domain/dispatch/studio/requests.ts';
import { numberedWords } from '../../../../domain/dispatch/studio/recorded-target.ts';
import {
  pro,
  page,
  form,
  element,
  field,
  button,
  leads,
  request,
  recording,
  type File,
  fileOf,
  findingsOf,
} from './recording-acts.ts';

describe('a recorded write', () => {
  const samples = {
    pro,
    mark: 'LK-7Q2M-1',
    reason_code: 'WC',
    note: 'Weight per certificate',
    explanation: 'Billed weight differs from the scale',
    billed_weight: '2210',
    amount: '-223.00',
  };
  const sent = {
    csrfmiddlewaretoken: 'zL3kq9TtPp0aQeWw71bbNNs8',
    reason: '4',
    weight: '2210',
    amount: '($223.00)',
    reference: 'LK-7Q2M-1',
    notes: 'Weight per certificate',
    kind: 'manual',
    empty: '',
  };
  const write: Act = {
    did: 'click',
    on: button('Submit correction'),
    outcome: {
      ...leads(form, null, [{ ...request(`/shipments/${pro}/corrections`, sent, 'write'), chosen: { '4': 'WC' } }]),
      dialog: { type: 'confirm', text: `Correct ${pro}?` },
    },
  };
  const made = recording({ submit: [{ did: 'go', to: form }, write] }, { taskType: 'tms_correction', samples });
  const stepOf = (of: Recording): Extract<Step, { do: 'click' }> => {
    const step = fileOf(of).capabilities['tms_correction']?.submit.at(-1);
    assert.ok(step?.do === 'click');
    return step;
  };

  it('binds each field to the input that it carries, an option to its words, and a token to a pattern', () => {
    assert.deepEqual(stepOf(made).expects, [
      {
        method: 'POST',
        path: '/shipments/{{pro}}/corrections',
        content: 'form',
        fields: Object.keys(sent),
        constraints: [
          { field: 'reason', chosen: '{{reason_code}}' },
          { field: 'weight', equals: '{{billed_weight}}' },
          { field: 'amount', equals: '{{amount}}', format: 'money' },
          { field: 'reference', equals: '{{mark}}' },
          { field: 'notes', equals: '{{note}}' },
          { field: 'kind', equals: 'manual' },
          { field: 'empty', equals: '' },
        ],
        opaque: [{ field: 'csrfmiddlewaretoken', pattern: String.raw`[A-Za-z0-9+\-./=_]*`, max_length: 200 }],
      },
    ]);
  });

  it('declares a body that is the proof by itself, in a write and where the portal takes it at once', () => {
    const proof = { name: 'pod.pdf', content: '%PDF-1.7 \u00e2\u00e3 proof' };
    const put = (method: string, text = proof.content, contentType = 'application/pdf') =>
      seenRequest(
        {
          method,
          url: 'https://tms.example.com/files/receipt',
          purpose: 'part',
          headers: { 'content-type': contentType },
          body: { contentType, text },
        },
        [proof],
      );
    assert.equal(put('PUT', `${proof.content}.`), undefined, 'another file than the proof');
    const found = put('PUT');
    assert.ok(found !== undefined);
    assert.deepEqual(found.sent, { contentType: 'application/pdf', bytes: proof.content });
    const declared = {
      method: 'PUT',
      path: '/files/receipt',
      content: 'file',
      fields: ['file'],
      constraints: [{ field: 'file', equals: '{{pod_file}}' }],
    };
    const upload: Act = { did: 'upload', on: field('Proof') };
    const saved: SeenRequest = { ...found.seen, as: 'write', sent: false };
    const sends = (requests: readonly SeenRequest[], act: Act = upload): Recording =>
      recording(
        {
          submit: [
            { did: 'go', to: form },
            act,
            { did: 'click', on: button('Submit correction'), outcome: leads(form, null, requests) },
          ],
        },
        { taskType: 'file_dispute', samples },
      );
    const step = fileOf(sends([saved])).capabilities['file_dispute']?.submit.at(-1);
    assert.deepEqual(step?.do === 'click' && step.expects, [declared]);
    const inForm = request(`/shipments/${pro}/corrections`, sent, 'write');
    for (const method of ['PUT', 'PATCH', 'POST'] as const) {
      const atOnce = { ...found.seen, method, as: 'read', sent: true } as const;
      const made = sends([inForm], { ...upload, requests: [atOnce] });
      assert.deepEqual(fileOf(made)['reads'], [{ ...declared, method }]);
      assert.deepEqual(
        findingsOf(made).filter((finding) => finding.startsWith('reads')),
        [],
      );
    }
    assert.deepEqual(
      findingsOf(sends([saved])).filter((finding) => /expects|pod_file/.test(finding)),
      [],
    );
  });

  it('takes what was pressed and is gone for the confirmation, and an amount without decimals for the amount', () => {
    const whole = { ...samples, amount: '240.00' };
    const sentAsJson: SeenRequest = {
      ...request(`/shipments/${pro}/corrections`, {}, 'write'),
      content: 'json',
      sent: true,
      fields: [
        { name: 'amount', value: '240', type: 'number' },
        { name: 'reference', value: samples.mark },
      ],
    };
    const gone: Act = {
      did: 'click',
      on: button('Create'),
      outcome: { ...leads(form, null, [sentAsJson]), gone: true },
    };
    const step = stepOf(
      recording({ submit: [{ did: 'go', to: form }, gone] }, { taskType: 'tms_correction', samples: whole }),
    );
    assert.deepEqual(step.next, { gone: { role: 'button', name: 'Create' } });
    assert.deepEqual(step.expects?.[0]?.constraints?.[0], {
      field: 'amount',
      equals: '{{amount}}',
      format: 'money',
      type: 'number',
    });
  });

  it('compares the id of an entry of a list that was searched with the entry, and an option without words with its value', () => {
    const chosen = { '4': 'another list', 'reason=4': 'WC', manual: '' };
    const [seen] = leads(form, null, [request('/x', sent, 'write')]).requests;
    assert.ok(seen);
    const { constraints } = expectedRequest({ ...seen, chosen }, { samples, bindings: {} });
    const of = (field: string): unknown => constraints.find((each) => each.field === field);
    assert.deepEqual(of('reason'), { field: 'reason', chosen: '{{reason_code}}' });
    assert.deepEqual(of('kind'), { field: 'kind', equals: 'manual' });
  });

  it('leaves open who enters the record: only the login may name the account', () => {
    const named = { reporter: '{{account.username}}', kind: 'manual' };
    const entered = expectedRequest(request('/x', named, 'write'), { samples, bindings: {} });
    assert.deepEqual(entered.opaque, [{ field: 'reporter', pattern: '[!-~]*', max_length: 254 }]);
    const returning = { back: '/desk?as={{account.username}}', kind: 'manual' };
    const sent = expectedRequest(request('/claims', returning, 'write'), { samples: {}, bindings: {} });
    assert.deepEqual(sent.opaque, [{ field: 'back', pattern: '[!-~]*', max_length: 263 }]);
    const signIn = expectedRequest(request('/login', named, 'login'), { samples, bindings: {} });
    assert.deepEqual(signIn.constraints[0], { field: 'reporter', equals: '{{account.username}}' });
  });

  it('sends what a form is filled in with as it is: lists that nobody touched, no file, and the day on which it is opened', () => {
    const fields = {
      tracker: '7',
      status: '7',
      priority: '2',
      opened: '2026-11-28',
      due: '11/30/2026',
      proof: '',
      reference: 'LK-7Q2M-1',
    };
    const { on } = write;
    const asked = request('/corrections', fields, 'write');
    const sends: Act = {
      did: 'click',
      on,
      outcome: leads(form, null, [
        {
          ...asked,
          content: 'multipart',
          fields: asked.fields.map((each) => (each.name === 'proof' ? { ...each, isFile: true } : each)),
          chosen: { '7': 'Response', 'tracker=7': 'Response', '2': 'Normal', 'priority=2': 'Normal' },
        },
      ]),
    };
    const pick: Act = {
      did: 'choose',
      on: element('select', { label: 'Tracker' }),
      option: 'Response',
      outcome: leads(form, null),
    };
    const typed: Act = { did: 'fill', on: field('Due'), value: '11/30/2026' };
    const saved = recording(
      { submit: [{ did: 'go', to: form }, pick, typed, sends] },
      { taskType: 'tms_correction', samples },
    );
    const [expected] = stepOf(saved).expects ?? [];
    assert.deepEqual(expected?.constraints, [
      { field: 'tracker', chosen: 'Response' },
      { field: 'status', equals: '7' },
      { field: 'priority', equals: '2' },
      { field: 'due', equals: '11/30/2026' },
      { field: 'proof', equals: '' },
      { field: 'reference', equals: '{{mark}}' },
    ]);
    assert.deepEqual(expected?.opaque, [
      { field: 'opened', pattern: '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]', max_length: 10 },
    ]);
    assert.deepEqual(
      findingsOf(saved).filter((finding) => finding.includes('.expects')),
      [],
    );
  });

  it('keeps of the words that confirm a write only the number in them, and its page apart from that of the record', () => {
    const one = page('/issues/4', 'Claim CLM-1', { headings: ['Desk', 'Claim CLM-1'] });
    const other = page('/issues/8', 'Response #8', { headings: ['Desk', 'Response #8'] });
    const claim = { search: 'CLM-1', claim_number: 'CLM-1', mark: 'LK-7Q2M-1', decision: 'accept', amount: '240.00' };
    const confirmed = 'Issue #8 created. 20:08:13';
    const said = element('text', { text: confirmed }, confirmed);
    const saved = recording(
      {
        look: [{ did: 'go', to: one }],
        submit: [
          { did: 'go', to: form },
          {
            did: 'click',
            on: button('Create'),
            outcome: leads(form, other, [request('/issues', { reference: 'LK-7Q2M-1' }, 'write')]),
          },
          { did: 'read', on: said, fact: 'confirmation_number' },
        ],
      },
      { taskType: 'answer_claim', samples: claim },
    );
    const steps = fileOf(saved).capabilities['answer_claim']?.submit ?? [];
    const [save, read] = steps.slice(-2);
    assert.deepEqual(read, {
      do: 'read',
      target: { text: 'Issue * created. *' },
      after: 'Issue',
      before: 'created.',
      as: 'confirmation_number',
    });
    assert.deepEqual(numberedWords('#8 new Response'), { before: '', behind: 'new Response', isTimed: false });
    assert.equal(numberedWords('Invoice 8 of order 9'), undefined);
    const { pages } = fileOf(saved);
    const next = save?.do === 'click' && typeof save.next === 'string' ? pages[save.next] : undefined;
    assert.deepEqual([next?.paths, next?.record], [['/issues/*'], undefined]);
    assert.deepEqual(
      findingsOf(saved).filter((finding) => finding.includes('confirmation_number')),
      [],
    );
  });

  const answering = (pick: readonly Act[], answer: string, chosen: Record<string, string> = {}): Recording => {
    const claim = { search: 'CLM-1', claim_number: 'CLM-1', mark: 'LK-7Q2M-1', decision: 'accept', amount: '240.00' };
    const sends = { number: 'CLM-1', answer, amount: '240.00', reference: 'LK-7Q2M-1' };
    const save: Act = {
      did: 'click',
      on: button('Save'),
      outcome: leads(form, null, [{ ...request('/answers', sends, 'write'), chosen }]),
    };
    return recording(
      { submit: [{ did: 'go', to: form }, ...pick, save] },
      { taskType: 'answer_claim', samples: claim, kind: 'audit' },
    );
  };
  const answersOf = (made: Recording): unknown => {
    const { words, submit } = fileOf(made).capabilities['answer_claim'] as unknown as File['capabilities'][string] & {
      words?: unknown;
    };
    const [pick, save] = submit.slice(-2);
    const sent = save?.do === 'click' && save.expects?.[0]?.constraints.find(({ field: name }) => name === 'answer');
    return { words, pick, sent };
  };

  it('takes what the portal calls the answer of a task for its words, in lists of any kind and in what is sent', () => {
    const options = ['', 'Accept', 'Accept in part', 'Decline'];
    const all = { accept: 'Accept', partly: 'Accept in part', reject: 'Decline' };
    const list: SeenElement = { ...element('select', { label: 'Answer' }), options };
    const choose: Act = { did: 'choose', on: list, option: 'Accept', outcome: leads(form, null) };
    const native = answering([choose], '1', { '1': 'Accept' });
    assert.deepEqual(answersOf(native), {
      words: { shown_decision: { of: 'decision', are: all } },
      pick: { do: 'choose', target: { label: 'Answer' }, option: '{{shown_decision}}' },
      sent: { field: 'answer', chosen: '{{shown_decision}}' },
    });
    assert.deepEqual(answersWithoutWord(native), []);
    // One value of the list is the task's own word; the portal may call the others by any.
    assert.deepEqual(answersOf(answering([choose], 'accept', { accept: 'Accept' })), answersOf(native));
    // A list of records shows what is stored.
    const codes = { ACC: 'Accept', PAR: 'Accept in part', DEC: 'Decline', CLM: 'Another list' };
    assert.deepEqual(answersOf(answering([choose], 'ACC', codes)), {
      pick: { do: 'choose', target: { label: 'Answer' }, option: '{{shown_decision}}' },
      sent: { field: 'answer', chosen: '{{shown_decision}}' },
      words: {
        shown_decision: { of: 'decision', are: all },
        listed_decision: { of: 'decision', are: { accept: 'ACC', partly: 'PAR', reject: 'DEC' } },
      },
    });
    const turned = { Decline: 'Accept', PAR: 'Accept in part', DEC: 'Decline' };
    assert.deepEqual(answersOf(answering([choose], 'Decline', turned)), answersOf(native));
    // So may it be in capitals.
    const capitals = { accept: 'ACCEPT', partly: 'PARTLY', reject: 'DECLINE' };
    const inCapitals: SeenElement = { ...list, options: Object.values(capitals) };
    const picked: Act = { did: 'choose', on: inCapitals, option: 'ACCEPT', outcome: leads(form, null) };
    assert.deepEqual(answersOf(answering([picked], 'ACCEPT')), {
      words: { shown_decision: { of: 'decision', are: capitals } },
      pick: { do: 'choose', target: { label: 'Answer' }, option: '{{shown_decision}}' },
      sent: { field: 'answer', equals: '{{shown_decision}}' },
    });
    // A list that the page draws of plain elements.
    const entry: SeenElement = { ...element('text', { text: 'Accept' }, 'Accept'), name: 'Accept' };
    const drawn = answering([{ did: 'click', on: entry, outcome: leads(form, null) }], 'ACCEPTED');
    assert.deepEqual(answersOf(drawn), {
      words: {
        shown_decision: { of: 'decision', are: { accept: 'Accept' } },
        sent_decision: { of: 'decision', are: { accept: 'ACCEPTED' } },
      },
      pick: { do: 'click', effect: 'read', target: { text: '{{shown_decision}}' } },
      sent: { field: 'answer', equals: '{{sent_decision}}' },
    });
    assert.match(answersWithoutWord(drawn).join('\n'), /shown_decision: what the portal calls partly and reject/);
    assert.doesNotMatch(findingsOf(drawn).join('\n'), /harmless/);
  });

  it('has no words where the portal’s are ours, and none of what only begins like an answer', () => {
    const list: SeenElement = element('select', { label: 'Answer' });
    const choose = (option: string): Act => ({ did: 'choose', on: list, option, outcome: leads(form, null) });
    assert.deepEqual(answersOf(answering([choose('accept')], 'accept')), {
      words: undefined,
      pick: { do: 'choose', target: { label: 'Answer' }, option: '{{decision}}' },
      sent: { field: 'answer', equals: '{{decision}}' },
    });
    assert.deepEqual(fileOf(answering([choose('Accept the terms of use')], 'accept')).capabilities['words'], undefined);
    assert.doesNotMatch(JSON.stringify(fileOf(answering([choose('Accept all charges')], 'accept'))), /_decision/);
  });

  it('declares the dialog, the limit and the field of the mark', () => {
    const { dialog, limit, effect } = stepOf(made);
    assert.deepEqual(
      { dialog, limit, effect },
      {
        dialog: { type: 'confirm', text: 'Correct {{pro}}?', answer: 'accept' },
        limit: 'net_change',
        effect: 'write',
      },
    );
    assert.equal(fileOf(made)['reference_field'], 'reference');
  });

  it('follows the person where they say what a field carries', () => {
    const key = `POST /shipments/${pro}/corrections kind`;
    const [expected] = stepOf({ ...made, bindings: { [key]: { is: 'input', input: 'explanation' } } }).expects ?? [];
    assert.deepEqual(
      expected?.constraints.find(({ field: name }) => name === 'kind'),
      { field: 'kind', equals: '{{explanation}}' },
    );
  });

  it('lets a page ask for more by the portal’s own numbers, and keeps what else it asks', () => {
    const asked = { 'where[id][in][0]': '1', limit: '1', productId: '7093', paid: '1' };
    const outcome = leads(form, page('/proofs/1', 'Proof'), [request('/api/proofs', asked, 'read')]);
    const opens: Act = { did: 'click', on: button('Proof'), outcome };
    const reads = fileOf(recording({ steps: [opens] }))['reads'];
    const open = (name: string): object => ({ field: name, pattern: '[A-Za-z0-9-]*', max_length: 64 });
    assert.ok(Array.isArray(reads));
    assert.deepEqual(reads[0].opaque, [open('where[id][in][0]'), open('productId')]);
    assert.deepEqual(reads[0].constraints, [
      { field: 'limit', equals: '1' },
      { field: 'paid', equals: '1' },
    ]);
  });

  it('reads the number of a record from the message that confirms it', () => {
    const shown = { target: { role: 'status' } as const, text: 'Correction COR-77 saved' };
    const released = { ...write, outcome: { ...write.outcome, shown } };
    const after = recording({ submit: [{ did: 'go', to: form }, released] }, { taskType: 'tms_correction', samples });
    assert.deepEqual(stepOf(after).next, {
      shows: { role: 'status', containing: 'Correction' },
      as: 'confirmation_number',
      after: 'Correction',
    });
  });

  it('names the actions that a portal of its kind has and that are never done', () => {
    const actionsOf = (kind: 'tms' | 'audit'): unknown =>
      (fileOf(recording({}, { kind }))['never_click'] as { action: string }[]).map(({ action }) => action);
    assert.deepEqual(actionsOf('tms'), ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate']);
    assert.deepEqual(actionsOf('audit'), ['accept_all_charges', 'withdraw_dispute', 'pay_chargeback', 'close_account']);
  });

  it('is one step where it was kept back first and released later', () => {
    const [held] = write.did === 'click' ? write.outcome.requests : [];
    assert.ok(held);
    const done = page(`/shipments/${pro}/corrections/77`, 'Correction');
    const released: Act = { ...write, outcome: { ...leads(form, done, [{ ...held, sent: true }]) } };
    const acts: readonly Act[] = [{ did: 'go', to: form }, write, released];
    const of = recording({ submit: acts }, { taskType: 'tms_correction', samples });
    const steps = fileOf(of).capabilities['tms_correction']?.submit ?? [];
    assert.deepEqual(
      steps.map((step) => step.do),
      ['go', 'click'],
    );
    assert.equal(stepOf(of).next, 'correction');
  });

  it('reads a list that was empty before it and has a table after it, in both recipes', () => {
    const status = element('text', { role: 'status' }, 'No corrections match "LK-7Q2M-1"');
    const table = element('table', { role: 'table', name: 'Corrections' });
    const none: Act = { did: 'read_none', on: status, fact: 'marked' };
    const columns = { Number: 'number' };
    const read: Act = { did: 'read_rows', on: table, fact: 'marked', columns };
    const of = (probe: readonly Act[]): File =>
      fileOf(recording({ look: [none], probe }, { taskType: 'tms_correction', samples }));
    const step = {
      do: 'read_rows',
      target: { role: 'table', name: 'Corrections' },
      columns,
      none: { role: 'status', containing: 'No corrections match' },
      as: 'marked',
    };
    assert.deepEqual(of([read]).capabilities['tms_correction'], { look: [step], probe: [step] });
    // One of which no table was seen is not read yet, and the checklist says so.
    assert.deepEqual(of([]).capabilities['tms_correction'], { look: [] });
    const { acts } = recording({ look: [none] }, { taskType: 'tms_correction', samples });
    const fact = factsToRead('tms_correction', 'look', acts).find(({ name }) => name === 'marked');
    assert.deepEqual([fact?.read, fact?.isOnlyEmpty], [false, true]);
  });

  it('says what is missing by the findings of the playbook', () => {
    const findings = findingsOf(made);
    assert.ok(findings.some((sentence) => sentence.includes('look is missing')));
    assert.ok(findings.some((sentence) => sentence.includes('confirmation_number')));
  });
});
