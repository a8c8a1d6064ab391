import assert from 'node:assert/strict';
import type { Act, Recording, SeenElement } from '../../../../domain/dispatch/studio/acts.ts';
import { factsCalledByThemselves } from '../../../../domain/dispatch/studio/recorded-target.ts';
import { actText } from '../../../../domain/dispatch/studio/done-acts.ts';
import {
  constantsOfSample,
  expectedRequest,
  samplesInSteps,
  unusedSamples,
} from '../../../../domain/dispatch/studio/requests.ts';
import { namesNobody } from '../../../../domain/dispatch/studio/mask-login.ts';
import {
  page,
  element,
  button,
  field,
  leads,
  request,
  signIn,
  recording,
  fileOf,
  findingsOf,
} from './recording-acts.ts';

describe('what a recording has of its sample record alone', () => {
  const setup = {
    taskType: 'answer_claim',
    samples: { claim_number: 'CL-2041', amount: '240.00', mark: 'LK-77' },
  } as const;
  const at = page('/claims/1093/edit', 'Claim CL-2041');
  const shownDate: Act = { did: 'read', on: element('text', { beside: 'Filed' }, 'March 3, 2026'), fact: 'filed' };
  const typesAmount: Act = { did: 'fill', on: field('Amount'), value: '240.00' };
  const whole = (fields: Record<string, string>, method: 'POST' | 'PUT' = 'PUT'): Act => ({
    did: 'click',
    on: button('Save'),
    outcome: leads(at, null, [{ ...request('/api/claims/1093', fields, 'write'), method }]),
  });
  const constants = (acts: readonly Act[], bindings: Recording['bindings'] = {}): string[] =>
    constantsOfSample({ ...recording({ submit: acts }, setup), bindings });
  const fieldsIn = (found: readonly string[]): string[] =>
    found.map((line) => / always sends (\S+) =/.exec(line)?.[1] ?? line);

  it('names the fields of a write that would stop on every other record', () => {
    const record = {
      id: '1093',
      filed: 'March 3, 2026',
      due: '2026-04-02',
      claim: 'CL-2041',
      amount: '240.00',
      status: 'answered',
      currency: 'USD',
    };
    const found = constants([shownDate, typesAmount, whole(record)]);
    assert.deepEqual(fieldsIn(found).toSorted(), ['due', 'filed', 'id']);
    assert.match(
      found.join('\n'),
      /capabilities\.answer_claim\.submit: PUT \/api\/claims\/1093 always sends id = "1093"/,
    );
  });

  it('says nothing of what a person typed, chose to keep, or of a form that always sends the same', () => {
    assert.deepEqual(constants([typesAmount, whole({ amount: '240.00', action: 'save', status: 'open' })]), []);
    assert.deepEqual(
      constants([whole({ version: '2026-04-02' })], { 'PUT /api/claims/1093 version': { is: 'fixed' } }),
      [],
    );
    assert.deepEqual(constants([whole({ step: '1200', action: 'save' }, 'POST')]), []);
  });

  it('names a sample that no step uses beside the step that types a constant', () => {
    const typed: Act = { did: 'fill', on: field('Amount'), value: '24000' };
    const unused = (act: Act): string[] => {
      const made = recording({ submit: [act] }, setup);
      return unusedSamples(made, fileOf(made).capabilities).filter((line) => line.includes('amount (240.00)'));
    };
    assert.match(
      unused(typed).join(),
      /^capabilities\.answer_claim\.submit: .*Amount always types "24000", and no step uses one of the samples .*amount \(240\.00\)/,
    );
    assert.deepEqual(unused(typesAmount), []);
  });

  it('names the steps that would do the work of every task on the sample record', () => {
    const picks: Act = {
      did: 'click',
      on: element('control', { role: 'option', name: 'CL-2041' }, 'CL-2041'),
      outcome: leads(at, null),
    };
    // What looks for the record is given its number by another name than what writes.
    const given = { ...setup, samples: { claim_id: 'CL-2041', amount: '240.00', mark: 'LK-77' } };
    const found = (samples: Recording['setup']['samples']): string[] => {
      const made = recording({ submit: [picks, typesAmount] }, { ...setup, samples });
      return samplesInSteps(made, fileOf(made).capabilities);
    };
    assert.match(
      found(given.samples).join('\n'),
      /^capabilities\.answer_claim\.submit: name is always "CL-2041", the value of the sample claim_id: [^\n]*"\{\{claim_id\}\}"$/,
    );
    assert.deepEqual(found(setup.samples), []);
  });

  it('takes inputs with the same value for one', () => {
    const typed: Act = { did: 'fill', on: field('Pieces'), value: '7' };
    const made = recording({ submit: [typed] }, { ...setup, samples: { claim_number: 'CL-2041', search: 'CL-2041' } });
    assert.deepEqual(unusedSamples(made, { value: '{{search}}' }), []);
  });

  it('names all samples that no step uses in one finding for each step that types a constant', () => {
    const typed: Act = { did: 'fill', on: field('Pieces'), value: '7' };
    const made = recording(
      { submit: [typed] },
      { ...setup, samples: { ...setup.samples, amount: '240.00', count: '9' } },
    );
    const lines = unusedSamples(made, {});
    assert.equal(lines.length, 1);
    assert.match(
      unusedSamples(made, { mark: '{{mark}} {{claim_number}} {{count}}' }).join(),
      /uses the sample amount \(240\.00\):/,
    );
    assert.match(lines.join(), /one of the samples .*amount \(240\.00\).*count \(9\)/);
  });

  it('finds a fact that is looked for by the text that it has itself, unless something else names it', () => {
    const called = (...targets: SeenElement['targets']): string[] => {
      const on: SeenElement = { kind: 'text', targets, name: '17', text: '17' };
      return factsCalledByThemselves(recording({ look: [{ did: 'read', on, fact: 'confirmation' }] }, setup));
    };
    assert.match(called({ text: '17' }).join(), /look: the fact confirmation is looked for by the text .* "17"/);
    assert.deepEqual(called({ text: '17' }, { beside: 'Number' }), []);
    assert.deepEqual(called({ beside: 'Number' }), []);
  });

  it('finds an address that only the portal knows in a step that opens a page', () => {
    const found = findingsOf(recording({ steps: [{ did: 'go', to: page('/claims/0zcp13gygtad6t4/show', 'Claim') }] }));
    assert.match(found.join('\n'), /\.to: \/claims\/\*\/show has a \*, which no address has/);
  });

  it('opens the page of the account and the part of the portal that is the company’s by their own numbers', () => {
    const profile = '/users/e7383c87-1b0a-40a4-83d9-4003323c5cb8';
    const signed = fileOf(recording({ login: [...signIn, { did: 'go', to: page(profile, 'Robot') }] }));
    assert.deepEqual(JSON.stringify(signed.login).match(/"(?:to|go)":"\/users[^"]*"/g), [
      `"go":"${profile}"`,
      `"to":"${profile}"`,
    ]);
    const desk = '/t/e7383c87-1b0a-40a4-83d9-4003323c5cb8';
    const go = (path: string, heading: string): Act => ({ did: 'go', to: page(`${desk}${path}`, heading) });
    const opened = (...acts: Act[]): unknown =>
      fileOf(recording({ steps: acts })).capabilities['pull_pod']?.steps.map((step) => step.do === 'go' && step.to);
    const read: Act = { did: 'read', on: field('State'), fact: 'state' };
    assert.deepEqual(opened(go('/shipments', 'Shipments'), read, go('/shipments/5512', 'Shipment')), [
      `${desk}/shipments`,
      false,
      `${desk}/shipments/*`,
    ]);
  });
});

describe('who is signed in', () => {
  it('is not said by the name of a control that every user has', () => {
    for (const name of ['Profile', 'Open user menu', 'My account', 'Benutzerkonto', 'Log out', 'Mon compte'])
      assert.equal(namesNobody(name), true, name);
    for (const name of ['Jane Doe', 'Account of {{account.username}}', 'Profile: robot', 'jd@example.com', ''])
      assert.equal(namesNobody(name), false, name);
  });
});

describe('a field that nobody filled in', () => {
  it('leaves open what the page makes up when its form is opened: clocks, drafts and the state of the record', () => {
    const rules = {
      samples: { mark: 'LK-7Q2M-1', reason_code: 'WC' },
      bindings: {},
      entered: new Set(['WC', '1764408000']),
    };
    const opaqueOf = (name: string, value: string, type?: 'number'): unknown => {
      const seen = request('/corrections', { [name]: value }, 'write');
      const fields = seen.fields.map((each) => ({ ...each, ...(type === undefined ? {} : { type }) }));
      return expectedRequest({ ...seen, fields }, rules).opaque?.[0];
    };
    const digits = (field: string): object => ({ field, pattern: '[0-9]*', max_length: 20 });
    assert.deepEqual(opaqueOf('opened', '09:16:04'), {
      field: 'opened',
      pattern: '[0-9][0-9]:[0-9][0-9]:[0-9][0-9]',
      max_length: 8,
    });
    const open: [name: string, value: string][] = [
      ['opened_at', '1764407812'],
      ['openedAt', '1764407812345'],
      ['timestamp', '1764407812'],
      ['_', '1764407812345'],
      ['ts', '1764407812'],
      ['draft_id', '81'],
      ['autosaveKey', '81'],
      ['lock_version', '3'],
      ['_wpnonce', '12345'],
    ];
    for (const [name, value] of open) assert.deepEqual(opaqueOf(name, value), digits(name));
    assert.deepEqual(opaqueOf('opened_at', '1764407812', 'number'), { ...digits('opened_at'), type: 'number' });
    assert.deepEqual(opaqueOf('rendered', '1764407812.25'), {
      field: 'rendered',
      pattern: '[0-9.]*',
      max_length: 24,
    });
    const fixed: [name: string, value: string, why: string][] = [
      ['order_id', '1764407812', 'the number of a record'],
      ['customer', '1764407812', 'the number of a record'],
      ['time_slot', '17', 'no clock'],
      ['open_from', '08:00', 'an hour that somebody chooses'],
      ['is_draft', '0', 'whether it is saved as a draft'],
      ['save_as_draft', '1', 'whether it is saved as a draft'],
      ['status', 'draft', 'whether it is saved as a draft'],
      ['version', '2', 'of the application'],
      ['timestamp', '1764408000', 'typed by the person'],
      ['post_ID', '81', 'the number of a record'],
    ];
    for (const [name, value, why] of fixed) assert.equal(opaqueOf(name, value), undefined, `${name}: ${why}`);
  });
});

describe('the list of steps', () => {
  const setup = recording({}).setup;
  const outcome = leads(page('/', 'Desk'), null);
  const text = (on: Partial<SeenElement>): string =>
    actText({ part: 'steps', did: 'click', on: { ...element('button', {}), targets: [], ...on }, outcome }, setup);

  it('says of an element that nothing names alone what the person saw of it', () => {
    assert.equal(text({ name: 'Save' }), 'Click the button “Save”, which nothing names alone');
    assert.equal(text({ name: '', text: 'Details' }), 'Click the button “Details”, which nothing names alone');
    assert.equal(text({ name: '', text: '' }), 'Click a button that nothing names');
  });
  it('says of any other one how its step names it', () => {
    assert.equal(text({ targets: [{ role: 'button', name: 'Save' }] }), 'Click { role: button, name: Save }');
  });
});
