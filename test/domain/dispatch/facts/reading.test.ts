import assert from 'node:assert/strict';
import { neededFacts } from '../../../../domain/dispatch/playbook/needed-facts.ts';
import { type PhaseFacts, ownWords, ownForms, readDay, reading } from '../../../../domain/dispatch/facts/reading.ts';

function whyOf(facts: PhaseFacts, read: Parameters<typeof reading>[1]): string {
  const found = reading(facts, read);
  return found.kind === 'unreadable' ? found.why : 'read';
}

describe('reading the facts of a page', () => {
  it('takes texts, money, numbers and days as portals print them', () => {
    const facts = {
      state: ' Paid \n in full ',
      short: '-$1,223.00',
      weight: '2,480 lb',
      scale: '2480.0',
      each: '12.5 lb',
      filed: '10/02/2026',
      entered: '2026-11-20 13:05',
    };
    assert.deepEqual(
      reading(facts, (page) => [
        page.text('state'),
        page.money('short'),
        page.whole('weight'),
        page.whole('scale'),
        page.decimal('each'),
        page.day('filed'),
        page.day('entered'),
      ]),
      { kind: 'read', value: ['Paid in full', -122_300, 2480, 2480, '12.5', '2026-10-02', '2026-11-20'] },
    );
  });

  it('takes a dash, white space and a missing fact for nothing', () => {
    const facts = { a: '-', b: ' — ', c: '' };
    for (const name of ['a', 'b', 'c', 'd'])
      assert.deepEqual(
        reading(facts, (page) => [page.has(name), page.textOrNull(name), page.moneyOrNull(name), page.dayOrNull(name)]),
        { kind: 'read', value: [false, null, null, null] },
      );
  });

  it('gives no value at all when one fact cannot be read, and names every one', () => {
    const facts = { short: 'about 95', rows: '[{"number": "A"}, {"amount": "x"}]' };
    assert.equal(
      whyOf(facts, (page) => {
        page.money('short');
        page.text('bill_status');
        for (const row of page.rows('rows')) row.text('number');
      }),
      'short is not an amount: "about 95"; bill status is not shown; rows 2: number is not shown',
    );
  });

  it('never takes a list that was not read for an empty one', () => {
    assert.equal(
      whyOf({}, (page) => page.rows('disputes')),
      'disputes were not read',
    );
    assert.deepEqual(
      reading({ disputes: '[]' }, (page) => page.rows('disputes')),
      { kind: 'read', value: [] },
    );
    for (const text of ['', 'none', '{}', '[1]', '[{"a": 1}]', '[null]'])
      assert.equal(
        whyOf({ disputes: text }, (page) => page.rows('disputes')),
        'disputes is not a list',
      );
  });

  it('takes only days of the calendar', () => {
    assert.deepEqual(
      ['2026-02-28', '2026-02-30', '2/28/2026', '28.2.2026', 'soon'].map((text) => readDay(text) ?? null),
      ['2026-02-28', null, '2026-02-28', null, null],
    );
  });

  it('takes days whose month is a word, with the time of day that some portals add', () => {
    const days: Record<string, string | null> = {
      'Nov. 22, 2026': '2026-11-22',
      'Sept. 16, 2026, 3:15 p.m.': '2026-09-16',
      'November 22, 2026 at 15:04': '2026-11-22',
      '22-Nov-2026 15:04:10': '2026-11-22',
      '2 June 2026': '2026-06-02',
      'May 3, 2026, noon': null,
      'Marble 3, 2026': null,
      'Feb 30, 2026': null,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(days).map((text) => [text, readDay(text) ?? null])), days);
  });

  it('takes a flag only from a word that says yes or no', () => {
    const flags = ['Yes', 'yes, photos', 'True', 'No', 'false', '0', 'N', 'Unknown', 'Notified'].map((text) => {
      const found = reading({ offered: text }, (page) => page.flag('offered'));
      return found.kind === 'read' ? found.value : null;
    });
    assert.deepEqual(flags, [true, true, true, false, false, false, false, null, null]);
  });

  it('gives plain numbers of money the form of amounts, in texts and lists, and nothing else', () => {
    const facts = { claimed: '255', pieces: '3', salvage: 'none', lines: '[{"pieces":"2","unit_value":"120.5"}]' };
    const columns = [
      { name: 'pieces', form: 'integer', required: true, meaning: '' },
      { name: 'unit_value', form: 'money', required: true, meaning: '' },
    ] as const;
    const needed = [
      ...(['claimed', 'salvage'] as const).map(
        (name) => ({ name, form: 'money', required: true, meaning: '' }) as const,
      ),
      { name: 'pieces', form: 'integer', required: true, meaning: '' },
      { name: 'lines', form: 'list', required: true, meaning: '', columns },
    ] as const;
    assert.deepEqual(ownForms(facts, needed, { amounts: 'plain' }), {
      ...facts,
      claimed: '255.00',
      lines: '[{"pieces":"2","unit_value":"120.50"}]',
    });
  });
});

describe('a portal that writes amounts, numbers and days in its own form', () => {
  const fact = (name: string, form: 'money' | 'integer' | 'decimal' | 'date') =>
    ({ name, form, required: true, meaning: '' }) as const;
  const german = { amounts: '-1.234,56 $', dates: '22.11.2026' };
  const shown = (form: 'money' | 'integer' | 'decimal' | 'date', text: string, forms = german): unknown => {
    const read = ownForms({ it: text }, [fact('it', form)], forms);
    const found = reading(read, (page) =>
      form === 'money'
        ? page.money('it')
        : form === 'date'
          ? page.day('it')
          : form === 'integer'
            ? page.whole('it')
            : page.decimal('it'),
    );
    return found.kind === 'read' ? found.value : null;
  };

  it('is read by its samples', () => {
    assert.deepEqual(
      ['1.097,27 $', '1097,27', '-223,00 $', '0,00 $'].map((text) => shown('money', text)),
      [109_727, 109_727, -22_300, 0],
    );
    assert.deepEqual(
      ['2.480 lb', '2480', '12 Stück', '2.480,00 lb'].map((text) => shown('integer', text)),
      [2480, 2480, 12, 2480],
    );
    assert.deepEqual(
      ['40,5 lb', '1.234,56', '40'].map((text) => shown('decimal', text)),
      ['40.5', '1234.56', '40'],
    );
    assert.deepEqual(
      ['05.10.2026', '5.10.2026 14:30', '5.10.2026, 14:30 Uhr', '2026-10-05'].map((text) => shown('date', text)),
      ['2026-10-05', '2026-10-05', '2026-10-05', '2026-10-05'],
    );
    const french = { amounts: '-1 234,56 $', dates: '22/11/2026' };
    assert.equal(shown('money', '1\u202f097,27\u00a0$', french), 109_727);
    assert.equal(shown('date', '05/10/2026 à 14h30', french), '2026-10-05');
    const american = { amounts: '-1.234,56', dates: '11/22/2026' };
    assert.equal(shown('date', '05/10/2026', american), '2026-05-10');
  });

  it('is not read as another value where a text is not of the sample', () => {
    for (const text of ['1,097.27', '$95.00', '95.00', '1.09,27', '1097,2', '95,00 €'])
      assert.equal(shown('money', text), null, text);
    for (const text of ['40.50 lb', '1,234.5', '1.23,4']) assert.equal(shown('decimal', text), null, text);
    for (const text of ['2.48 lb', '2,480 lb', '2.480,50 lb']) assert.equal(shown('integer', text), null, text);
    for (const text of ['10/05/2026', '05-10-2026', '31.02.2026', '05.13.2026', '05.10.26'])
      assert.equal(shown('date', text), null, text);
  });

  it('says which sample a text is not of', () => {
    const facts = ownForms({ it: '95.00' }, [fact('it', 'money')], german);
    const found = reading(facts, (page) => page.money('it'));
    assert.deepEqual(found, { kind: 'unreadable', why: 'it is not an amount: "not as -1.234,56 $: 95.00"' });
  });

  it('leaves what is printed as it is where no sample is declared, and nothing where there is nothing', () => {
    assert.equal(shown('date', '05/10/2026', { amounts: 'printed', dates: '11/22/2026' }), '2026-05-10');
    assert.deepEqual(ownForms({ it: '–' }, [fact('it', 'money')], german), { it: '–' });
  });
});

describe('weights', () => {
  it('are pounds, and in another unit no weight', () => {
    const whole = (text: string): unknown => reading({ it: text }, (page) => page.whole('it')).kind;
    assert.deepEqual(['2,480 lb', '2480 lbs.', '18 pcs', '12 Stück'].map(whole), Array(4).fill('read'));
    const others = ['1,125 kg', '1125 kgs', '1125 Kilogramm', '3 t', '2 tons', '40 oz'];
    assert.deepEqual(others.map(whole), Array(others.length).fill('unreadable'));
    const part = (text: string): unknown => reading({ it: text }, (page) => page.decimal('it')).kind;
    assert.deepEqual(['40.5 lb', '40.5 kg'].map(part), ['read', 'unreadable']);
  });
});

describe('what the portal calls the values of inputs', () => {
  const needed = neededFacts.answer_claim?.probe ?? [];
  const words = [
    { of: 'decision', are: { accept: 'Accepted', partly: 'Partly accepted', reject: 'Declined' } },
    { of: 'decision', are: { accept: 'A', partly: 'P', reject: 'P.' } },
    { of: 'claim_number', like: '##-##' },
  ];
  const read = (decision: string): string => {
    const facts = { responses: JSON.stringify([{ number: '7', decision }]), explanation: decision };
    const own = ownWords(facts, needed, words);
    assert.equal(own['explanation'], decision, 'a fact of another name');
    return (JSON.parse(own['responses'] ?? '') as { decision: string }[])[0]?.decision ?? '';
  };

  it('is read back from a list by the words of the playbook, in whatever capitals', () => {
    assert.deepEqual(['Accepted', 'PARTLY ACCEPTED', ' declined ', 'p'].map(read), [
      'accept',
      'partly',
      'reject',
      'partly',
    ]);
  });

  it('stays as it is where the playbook has no word for it, or the same one for two', () => {
    assert.equal(read('Pending'), 'Pending');
    const same = [{ of: 'decision', are: { accept: 'Done', reject: 'Done' } }];
    const facts = { responses: JSON.stringify([{ decision: 'Done' }]) };
    assert.deepEqual(ownWords(facts, needed, same), facts);
  });

  it('is read back from a single fact too, which may be no input', () => {
    const look = neededFacts.answer_claim?.look ?? [];
    const shownType = [{ of: 'type', are: { shortage: 'Manquant', loss: 'Perte' } }];
    assert.deepEqual(ownWords({ type: 'manquant', claim_state: 'Manquant' }, look, shownType), {
      type: 'shortage',
      claim_state: 'Manquant',
    });
  });
});
