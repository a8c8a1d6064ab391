import assert from 'node:assert/strict';
import {
  missingControl,
  noticeOver,
  rankCandidates,
  underTitles,
  uniqueCandidate,
} from '../../../../domain/dispatch/playbook/changed-control.ts';
import type {
  Candidate,
  ControlUse,
  SeenControl,
  Surroundings,
  WantedControl,
} from '../../../../domain/dispatch/playbook/changed-control.ts';
import { surroundingsOf } from '../../../../domain/dispatch/playbook/page-targets.ts';
import type { NeverClick, Playbook } from '../../../../domain/dispatch/playbook/language.ts';
import type { Target } from '../../../../domain/dispatch/playbook/target.ts';

describe('what a playbook knows around a control', () => {
  it('is what is read before and after it, where it is the only input of its page', () => {
    const [details, link] = [{ role: 'table', name: 'Details' } as const, { role: 'link', name: 'Receipt' } as const];
    const fingerprint = { headings: [], labels: [], buttons: [], columns: [] };
    const playbook = {
      login: { steps: [], probe: { page: 'login', signed_in: { text: 'Ada' } } },
      pages: { load: { fingerprint } },
      capabilities: {
        pull_pod: {
          steps: [
            { do: 'go', to: '/', next: 'load' },
            { do: 'read_fields', target: details, fields: {} },
            { do: 'download', target: link },
          ],
        },
      },
    } as unknown as Playbook;
    const wanted = { of: 'step', target: link, use: 'press' } as const;
    const around = surroundingsOf(playbook, 'load', wanted, true);
    assert.deepEqual([around.before, around.after], [details, undefined]);
    const seen = ['link Sign out', 'table Details', 'link Proof'].map((line) => {
      const [role = '', ...name] = line.split(' ');
      return { role, name: name.join(' '), section: null, row: null };
    });
    assert.deepEqual(uniqueCandidate(rankCandidates(wanted, seen, around, {}, []))?.target, {
      role: 'link',
      name: 'Proof',
    });
  });
});

describe('what a control that is gone may be now', () => {
  /** `role name`, with its section behind `@` and the cells of its row behind `|`. */
  function page(...lines: readonly string[]): SeenControl[] {
    return lines.map((line) => {
      const [, role = '', name = '', section = null, row = null] =
        /^(\w+) ([^@|]*?)(?: @([^|]*?))?(?: \|(.*))?$/.exec(line) ?? [];
      return { role, name, section, row: row === null ? null : row.split('|') };
    });
  }
  const ranked = (
    target: Target,
    use: ControlUse,
    seen: readonly SeenControl[],
    more: {
      around?: Partial<Surroundings>;
      values?: Record<string, string>;
      of?: WantedControl['of'];
      never?: readonly NeverClick[];
    } = {},
  ): Candidate[] =>
    rankCandidates(
      { of: more.of ?? 'step', target, use },
      seen,
      { known: [], ...more.around },
      more.values ?? {},
      more.never ?? [],
    );
  const proposed = (...given: Parameters<typeof ranked>): Target | undefined =>
    uniqueCandidate(ranked(...given))?.target;
  const reasons = (...given: Parameters<typeof ranked>): readonly string[] | undefined => ranked(...given)[0]?.because;

  describe('of a near name', () => {
    const cases: [string, Target, ControlUse, SeenControl[], Target | undefined][] = [
      ['a field', { label: 'PRO number' }, 'type', page('textbox PRO no.', 'textbox BOL'), { label: 'PRO no.' }],
      [
        'a button',
        { role: 'button', name: 'Save' },
        'press',
        page('button Save correction', 'button Print'),
        { role: 'button', name: 'Save correction' },
      ],
      [
        'other capitals only',
        { role: 'button', name: 'Sign In' },
        'press',
        page('button Sign in', 'button Help'),
        { role: 'button', name: 'Sign in' },
      ],
      [
        'a list to choose from',
        { label: 'Reason code' },
        'choose',
        page('combobox Reason', 'combobox Carrier', 'textbox Reason codes'),
        { label: 'Reason' },
      ],
      ['a text', { text: 'No bills found' }, 'look', page('text No bill found'), { text: 'No bill found' }],
      ['what is beside a text', { beside: 'Consignee' }, 'look', page('text Consignees'), { beside: 'Consignees' }],
      [
        'a column',
        { column: 'Amount', within: { row: 'INV-1' } },
        'look',
        page('columnheader Amounts', 'columnheader Class'),
        { column: 'Amounts', within: { row: 'INV-1' } },
      ],
      ['a file to upload', { label: 'Proof file' }, 'upload', page('button Proof', 'button Send'), { label: 'Proof' }],
      [
        'not one that is as near as another',
        { role: 'button', name: 'Save' },
        'press',
        page('button Save as', 'button Save it'),
        undefined,
      ],
      [
        'not where nothing is near',
        { role: 'button', name: 'Search' },
        'press',
        page('button Print', 'button Export'),
        undefined,
      ],
      [
        'not another kind of control',
        { label: 'Amount' },
        'type',
        page('checkbox Amounts', 'button Amount due'),
        undefined,
      ],
      ['not on an empty page', { label: 'Amount' }, 'type', [], undefined],
      [
        'not a name that goes on and on',
        { label: 'Amount' },
        'type',
        page(`textbox ${'Amount '.repeat(20).trim()}`),
        undefined,
      ],
    ];
    for (const [what, target, use, seen, expected] of cases)
      it(what, () => assert.deepEqual(proposed(target, use, seen), expected));

    it('with what distinguishes it from others of its kind', () => {
      const target = {
        role: 'link',
        name: 'View',
        containing: 'PDF',
        within: { section: 'Documents', frame: 'main' },
      } as const;
      assert.deepEqual(proposed(target, 'press', page('link Views @Documents', 'link Views @Help')), {
        ...target,
        name: 'Views',
      });
    });

    it('in the row of the record only', () => {
      const target = { role: 'link', name: 'Details', within: { row: '{{pro}}' } } as const;
      const seen = page('link Detail |0412|Open', 'link Detail page |0413|Open');
      assert.deepEqual(proposed(target, 'press', seen, { values: { pro: '0412' } }), { ...target, name: 'Detail' });
      assert.deepEqual(ranked(target, 'press', seen, { values: { pro: '9999' } }), []);
    });
  });

  describe('in a row that has another name', () => {
    const link = { role: 'link', name: 'View', within: { row: 'Delivery receipt' } } as const;

    it('for what is pressed there, and for what a column has', () => {
      const seen = page('link View |Signed delivery receipt|16 Sep', 'link View |Bill of lading|15 Sep');
      const within = { row: 'Signed delivery receipt' };
      assert.deepEqual(proposed(link, 'press', seen), { ...link, within });
      assert.deepEqual(reasons(link, 'press', seen), ['near_row']);
      const column = { column: 'Date', within: link.within };
      assert.deepEqual(proposed(column, 'look', [...page('columnheader Date'), ...seen]), { ...column, within });
    });

    it('not where the row is there, names a record, or is near by its number only', () => {
      const there = page('link Open |Delivery receipt|16 Sep', 'link View |Delivery receipts|15 Sep');
      assert.notDeepEqual(proposed(link, 'press', there)?.within, { row: 'Delivery receipts' });
      const ofRecord = { ...link, within: { row: 'Receipt {{pro}}' } };
      assert.deepEqual(ranked(ofRecord, 'press', page('link View |Receipt 0413'), { values: { pro: '0412' } }), []);
      const other = page('link View |Delivery receipt 0412|16 Sep');
      assert.equal(proposed(link, 'press', other, { values: { pro: '0412' } }), undefined);
    });

    it('not in one of two that are as near', () => {
      assert.equal(
        proposed(link, 'press', page('link View |Delivery receipt 1|a', 'link View |Delivery receipt 2|b')),
        undefined,
      );
    });
  });

  describe('of the same name', () => {
    it('with another role', () => {
      const link = proposed({ role: 'button', name: 'Search' }, 'press', page('link Search', 'button Print'));
      assert.deepEqual(link, { role: 'link', name: 'Search' });
      assert.deepEqual(reasons({ role: 'button', name: 'Search' }, 'press', page('link Search', 'button Print')), [
        'other_role',
      ]);
      assert.equal(
        proposed({ role: 'button', name: 'Search' }, 'press', page('heading Search')),
        undefined,
        'no control',
      );
      assert.equal(
        proposed({ label: 'Amount' }, 'type', page('button Amount', 'heading Amount')),
        undefined,
        'no field',
      );
    });

    it('as the name of a field that was beside a text', () => {
      const found = proposed({ beside: 'Amount' }, 'type', page('textbox Amount'));
      assert.deepEqual(found, { role: 'textbox', name: 'Amount' });
    });

    it('under the title that the playbook names as its section', () => {
      const seen = page('heading Bill', 'textbox Amount', 'heading Charges', 'textbox Amount due');
      const target = { label: 'Amount due', within: { section: 'Bill' } };
      assert.deepEqual(proposed(target, 'type', seen.slice(0, 2)), { ...target, label: 'Amount' });
      assert.deepEqual(
        underTitles(seen, 'Charges').map(({ section }) => section),
        [null, null, null, 'Charges'],
      );
      assert.equal(underTitles(seen, undefined), seen);
    });

    it('in another section, or in none', () => {
      const target = { label: 'Amount', within: { section: 'Bill' } };
      assert.deepEqual(proposed(target, 'type', page('textbox Amount @Charges')), {
        label: 'Amount',
        within: { section: 'Charges' },
      });
      assert.deepEqual(reasons(target, 'type', page('textbox Amount @Charges')), ['elsewhere']);
      assert.deepEqual(proposed(target, 'type', page('textbox Amount')), { label: 'Amount' });
      assert.equal(
        proposed(target, 'type', page('textbox Amount @Charges', 'textbox Amount @Tax')),
        undefined,
        'a tie',
      );
    });
  });

  describe('in the same place', () => {
    const form = page('textbox Login ID', 'textbox Passcode', 'textbox Token', 'button Go');
    it('between its neighbours', () => {
      const around = { before: { label: 'Login ID' }, after: { label: 'Token' } };
      assert.deepEqual(proposed({ label: 'Geheimwort' }, 'type', form, { around }), { label: 'Passcode' });
      assert.deepEqual(reasons({ label: 'Geheimwort' }, 'type', form, { around }), ['same_place']);
      assert.deepEqual(reasons({ label: 'Passcodes' }, 'type', form, { around }), ['near_name', 'same_place']);
      const turned = { before: { label: 'Token' }, after: { label: 'Login ID' } };
      assert.equal(proposed({ label: 'Geheimwort' }, 'type', form, { around: turned }), undefined);
    });

    it('as the only one of its kind, on the page or in its section', () => {
      assert.deepEqual(proposed({ role: 'button', name: 'Find' }, 'press', form), { role: 'button', name: 'Go' });
      const target = { label: 'Sum', within: { section: 'Bill' } };
      assert.deepEqual(proposed(target, 'type', page('textbox Amount @Bill', 'textbox Note @Other')), {
        label: 'Amount',
        within: { section: 'Bill' },
      });
    });

    it('as the name of a value between those that are read before and after it', () => {
      const details = page(
        'text PRO',
        'text 0412708855',
        'text BOL number',
        'text BOL-77122',
        'text Weight',
        'text 2480',
      );
      const target = { beside: 'Bill of lading' };
      const around = { before: { beside: 'PRO' }, after: { beside: 'Weight' } };
      assert.deepEqual(proposed(target, 'look', details, { around }), { beside: 'BOL number' });
      // With one neighbour, or with more between them, it is for a person to choose.
      for (const one of [{ after: around.after }, { before: around.before }]) {
        assert.equal(proposed(target, 'look', details, { around: one }), undefined);
        assert.deepEqual(
          ranked(target, 'look', details, { around: one }).map(({ name }) => name),
          ['BOL number'],
        );
      }
      const more = page(
        ...['PRO', '1', 'BOL number', 'B-1', 'Terms', 'Prepaid', 'Weight', '9'].map((text) => `text ${text}`),
      );
      assert.equal(proposed(target, 'look', more, { around }), undefined);
    });

    it('not where the playbook knows it by another name', () => {
      const known = [{ label: 'Login ID' }, { label: 'Token' }];
      assert.deepEqual(proposed({ label: 'Word' }, 'type', form, { around: { known } }), { label: 'Passcode' });
      const all = [...known, { label: 'Passcode' }];
      assert.deepEqual(ranked({ label: 'Passcodes' }, 'type', form, { around: { known: all } }), []);
    });

    it('not where nothing else shows that it is the page, nor for a heading or a title', () => {
      const target = { role: 'button', name: 'Find' } as const;
      assert.equal(proposed(target, 'press', form, { of: 'buttons', around: { isUnsure: true } }), undefined);
      const heading = { role: 'heading', name: 'Deliveries' } as const;
      assert.equal(proposed(heading, 'look', page('heading Not found'), { of: 'headings' }), undefined);
      const board = page('heading Load board');
      assert.deepEqual(reasons(heading, 'look', board, { of: 'headings' }), ['same_place'], 'a person may choose it');
      assert.deepEqual(ranked(heading, 'look', board, { of: 'headings', around: { isUnsure: true } }), []);
    });
  });

  describe('with the words of the record', () => {
    const values = { pro: '0412708839', 'account.password': 'sesame' };
    it('as the template that the playbook has', () => {
      const target = { role: 'heading', name: 'Delivery {{pro}}' } as const;
      assert.deepEqual(proposed(target, 'look', page('heading Deliveries 0412708839'), { values }), {
        role: 'heading',
        name: 'Deliveries {{pro}}',
      });
      assert.deepEqual(
        ranked(target, 'look', page('heading Delivery 0412708830'), { values }),
        [],
        'of another record',
      );
    });

    it('not where the playbook has none', () => {
      assert.deepEqual(ranked({ label: 'Bill no.' }, 'type', page('textbox Bill 0412708839'), { values }), []);
      assert.deepEqual(
        ranked({ label: 'Open it' }, 'type', page('textbox Open sesame', 'textbox {{x}} it'), { values }),
        [],
      );
    });
  });

  describe('never', () => {
    it('what stands for an act that is never done', () => {
      assert.deepEqual(ranked({ role: 'button', name: 'View bill' }, 'press', page('button Void bill')), []);
      assert.deepEqual(ranked({ role: 'button', name: 'Go' }, 'press', page('button Write off balance')), []);
      const never: NeverClick[] = [{ action: 'void_bill', label: 'Scrap it', names: [], paths: [] }];
      assert.deepEqual(ranked({ role: 'button', name: 'Scan it' }, 'press', page('button Scrap it'), { never }), []);
    });

    it('what names the act, and not what is recorded of it', () => {
      const pressed = (...seen: string[]): string[] =>
        ranked({ role: 'link', name: 'Void log' }, 'press', page(...seen)).map(({ name }) => name);
      assert.deepEqual(pressed('link Void history'), ['Void history']);
      assert.deepEqual(pressed('link Void all'), []);
      assert.deepEqual(
        ranked({ label: 'Void reason code' }, 'type', page('textbox Void reason')).map(({ name }) => name),
        ['Void reason'],
      );
    });

    it('a control to press that may stand for one', () => {
      assert.deepEqual(ranked({ role: 'button', name: 'Go' }, 'press', page('button Cancel')), []);
    });

    it('what is found by no name', () => {
      assert.deepEqual(ranked({ test_id: 'save' }, 'press', page('button Save')), []);
      assert.deepEqual(ranked({ role: 'alert' }, 'look', page('alert Saved')), []);
    });
  });

  it('is listed with the best first and no more than five', () => {
    const seen = page(
      'button Save a',
      'button Save b',
      'button Save c',
      'button Save d',
      'button Save e',
      'button Saved',
    );
    const found = ranked({ role: 'button', name: 'Save' }, 'press', seen);
    assert.equal(found.length, 5);
    assert.deepEqual(found[0], {
      role: 'button',
      name: 'Saved',
      section: null,
      because: ['near_name'],
      score: 80,
      target: { role: 'button', name: 'Saved' },
    });
    const wanted = { of: 'step', target: { role: 'button', name: 'Save' }, use: 'press' } as const;
    assert.deepEqual(missingControl(wanted, found).proposed, { role: 'button', name: 'Saved' });
    assert.equal(missingControl(wanted, found.slice(1)).proposed, null);
  });
});

describe('a window over a page', () => {
  const control = (role: string, name: string, section: string | null = null): SeenControl => ({
    role,
    name,
    section,
    row: null,
  });
  const news = [
    control('button', 'Search'),
    control('dialog', 'What is new'),
    control('heading', 'What is new', 'What is new'),
    control('button', 'Read more', 'What is new'),
    control('button', 'Close', 'What is new'),
  ];
  const over = (seen: readonly SeenControl[], named: readonly Target[] = []) =>
    noticeOver(seen, named, { pro: '0412' }, []);

  it('is news where one control of it only closes it', () => {
    const target = { role: 'button', name: 'Close', within: { section: 'What is new' } };
    assert.deepEqual(over(news), { heading: 'What is new', target });
    assert.deepEqual(over(news.filter(({ role }) => role !== 'heading')), { text: 'What is new', target });
  });

  it('is none where it is worked in, is one of several, or speaks of the record', () => {
    assert.equal(over([...news, control('textbox', 'E-mail', 'What is new')]), undefined);
    assert.equal(over(news, [{ role: 'button', name: 'Save', within: { section: 'What is new' } }]), undefined);
    assert.equal(over([...news, control('dialog', 'Cookies')]), undefined);
    const named = news.map(
      (one) => JSON.parse(JSON.stringify(one).replaceAll('What is new', 'Load 0412')) as SeenControl,
    );
    assert.equal(over(named), undefined);
  });

  it('is none where what closes it is not certain, or may agree to something', () => {
    assert.equal(over([...news, control('button', 'Close', 'What is new')]), undefined);
    for (const name of ['OK', 'Accept', 'I agree', 'Close account', 'Cancel shipment'])
      assert.equal(over(news.map((one) => (one.name === 'Close' ? { ...one, name } : one))), undefined, name);
  });
});
