import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type RecordedAct, requestsLeft, type StudioSetup } from '../../domain/dispatch/studio/acts.ts';
import { recordedPlaybook } from '../../domain/dispatch/studio/recorded-playbook.ts';
import { type LiveBrowser, openLiveBrowser } from '../../portals/studio/live-browser.ts';
import { openOwnWindows, type OwnWindows } from '../../portals/studio/own-window.ts';
import { testBrowsers } from '../support/browser.ts';
import { until } from '../support/wait.ts';
import { recordedPortal } from './own-window-pages.ts';

const password = 'a word of the person';

/** Presses and keys of the test are those of a person: the recorder has its own. */
describe('a recording in a window of the person', () => {
  const acts: RecordedAct[] = [];
  const received: string[] = [];
  /** Answers that wait. */
  const held: (() => void)[] = [];
  const server = recordedPortal(received, held);
  const sentences: string[] = [];
  let origin: string;
  let setup: StudioSetup;
  let live: LiveBrowser;
  let windows: OwnWindows;
  let page: Page;
  let leave: () => void = () => {};
  let used: Promise<unknown>;

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise<void>((ready, failed) => {
      used = testBrowsers()
        .use(new AbortController().signal, async (context) => {
          await open(context);
          ready();
          await new Promise<void>((resolve) => (leave = resolve));
          await live.close();
        })
        .catch(failed);
    });
  });
  after(async () => {
    leave();
    await used;
    server.closeAllConnections();
    server.close();
  });

  async function open(context: BrowserContext): Promise<void> {
    windows = openOwnWindows({
      context,
      onMarked: () => {},
      onSentence: (sentence) => sentences.push(sentence),
      onClosed: () => {},
    });
    setup = {
      id: 'own',
      name: 'Own',
      kind: 'tms',
      origin,
      entry: '/login',
      account: 'own',
      taskType: 'pull_pod',
      samples: { pro: '4711' },
    };
    live = await openLiveBrowser({
      context,
      setup,
      origins: [],
      assetOrigins: [],
      knownReads: [],
      leftOut: async () => requestsLeft(acts),
      part: 'login',
      isSignedInMarked: false,
      changes: 0,
      heard: {},
      notices: [],
      credentials: { username: 'ada', password: 'the stored one' },
      oneTimeCode: async () => '',
      file: Buffer.from(''),
      assets: testBrowsers().assets,
      timeoutMs: 60_000,
      inputMs: 60_000,
      isOurs: async () => true,
      letIn: windows.letIn,
      onState: () => {},
      onAct: (act) => acts.push(act),
      onTraffic: () => {},
      onOrigin: () => {},
      onLost: (error) => sentences.push(error.message),
    });
    windows.follow(live);
    live.do({ do: 'go', to: '/login' });
    await live.idle();
    const [first] = context.pages();
    assert.ok(first);
    page = first;
    // How long a busy machine takes for it is no question here.
    page.setDefaultTimeout(0);
  }

  /** Until what the person did is recorded. */
  async function adds(person: () => Promise<void>, more = 1): Promise<RecordedAct[]> {
    const before = acts.length;
    await person();
    await until(() => acts.length >= before + more, { what: `an act after ${JSON.stringify(acts.at(-1))}` });
    await live.idle();
    return acts.slice(before);
  }
  const clicks = async (label: string): Promise<void> => {
    await page.getByLabel(label).click();
    await page.getByLabel(label).and(page.locator(':focus')).waitFor();
    await live.idle();
  };
  const types = async (label: string, text: string): Promise<void> => {
    await clicks(label);
    await page.keyboard.type(text);
    await until(async () => (await page.getByLabel(label).inputValue()) === text, { what: text });
  };

  it('records what is pressed and typed there, and keeps a password and an answer out', async () => {
    await types('User', 'ada');
    await types('Password', password);
    windows.mark({ do: 'ask', question: 'Code of the letter' });
    await adds(() => page.getByLabel('Code').click(), 2);
    await page.keyboard.type('993311');
    await until(async () => (await page.getByLabel('Code').inputValue()) === '993311', { what: 'the code' });
    // Whose user name a request carries signs in, and needs no decision.
    const signedIn = await adds(() => page.getByRole('button', { name: 'Sign in' }).click());
    const did = acts.map((act) => act.did);
    assert.deepEqual(did, ['go', 'fill', 'fill', 'ask', 'click'], JSON.stringify(acts));
    assert.match(JSON.stringify(signedIn), /"name":"c","value":"\{\{answer\}\}"/);
    for (const secret of [password, '993311'])
      assert.ok(!JSON.stringify([acts, live.state()]).includes(secret), secret);
  });

  it('gives the stored login to a portal that asks for it by HTTP, and writes that into the login', async () => {
    const [went] = await adds(async () => live.do({ do: 'go', to: '/guarded' }));
    assert.ok(went?.did === 'go' && went.byHttp === true, JSON.stringify(live.state().notices));
    assert.deepEqual(went.to.headings, ['Guarded']);
    const made = recordedPlaybook({ setup, acts, traffic: [], origins: [], bindings: {} });
    assert.equal((made as { login: { http_basic?: boolean } }).login.http_basic, true);
    assert.ok(!JSON.stringify([acts, live.state()]).includes('the stored one'));
    live.do({ do: 'go', to: '/refused' });
    await live.idle();
    const { notices } = live.state();
    assert.ok(
      notices.some((each) => each.startsWith('The portal asks for a login by HTTP, and refuses ')),
      notices.join(' '),
    );
    await adds(async () => live.do({ do: 'go', to: '/home' }));
  });

  it('records lists, menus, double clicks, prompts and frames in frames as steps', async () => {
    live.do({ do: 'part', part: 'steps' });
    await until(() => acts.some(({ part }) => part === 'steps'), { what: 'the first page of the steps' });
    await live.idle();
    const begun = acts.length;
    windows.mark({ do: 'hover' });
    await adds(() => page.locator('#menu').click());
    await page.getByRole('link', { name: 'Weights' }).waitFor();
    await adds(() => page.getByRole('link', { name: 'Weights' }).click());
    await adds(() => page.getByRole('cell', { name: '4711' }).dblclick());
    await adds(async () => {
      await page.getByRole('button', { name: 'Rename' }).click();
      await until(() => live.state().prompt !== null, { what: 'the prompt' });
      live.do({ do: 'answer', value: 'Bill 4711' });
    });
    await adds(() => page.locator('#eye').click());
    const inner = page.frameLocator('[title=Outer]').frameLocator('[title=Inner]');
    await adds(() => inner.getByRole('button', { name: 'Deep' }).click());
    // A list that the page draws over the browser's own is pressed where it is seen.
    const drawn = await page.locator('#drawn').boundingBox();
    assert.ok(drawn);
    live.do({ do: 'click', x: drawn.x + drawn.width / 2, y: drawn.y + drawn.height / 2 });
    await until(() => live.state().options?.includes('Class'), { what: 'the options of the list' });
    await adds(async () => live.do({ do: 'option', option: 'Class' }));
    const steps = acts.slice(begun).map((act) => [act.did, 'on' in act ? act.on.targets[0] : null]);
    assert.deepEqual(steps, [
      ['hover', { text: 'Reports Weights' }],
      ['click', { role: 'link', name: 'Weights' }],
      ['click', { text: '4711' }],
      ['click', { role: 'button', name: 'Rename' }],
      // As the guard calls it: to a browser, an icon is called by the letter of its font.
      ['click', { role: 'link', name: 'View Record' }],
      ['click', { role: 'button', name: 'Deep', within: { frame: 'Outer > Inner' } }],
      ['choose', { label: 'Kind' }],
    ]);
    const [, , opened, renamed] = acts.slice(begun);
    assert.ok(opened?.did === 'click' && opened.double === true);
    assert.deepEqual(renamed?.did === 'click' && renamed.outcome.dialogs, [
      { type: 'prompt', text: 'New name?', value: 'Bill 4711' },
    ]);
    assert.equal(await page.locator('output').textContent(), 'Now called Bill 4711');
    assert.deepEqual(sentences, []);
  });

  it('takes what comes a while after the answer to a request for what followed from the click', async () => {
    await adds(async () => live.do({ do: 'go', to: '/late' }));
    const [entered] = await adds(async () => {
      await page.getByRole('button', { name: 'Enter' }).click();
      const held = await until(() => live.state().held, { what: 'the request' });
      live.do({ do: 'decide', request: held.id, decision: 'preview' });
    });
    assert.ok(entered?.did === 'click');
    assert.deepEqual(entered.outcome.to?.headings, ['Inside']);
  });

  it('records what was typed into a field that the page then drew again', async () => {
    const [typed] = await adds(async () => {
      await page.getByLabel('Seek').click();
      await page.keyboard.type('4');
      await page.waitForFunction(`document.querySelector('#seek input').value === ''`);
      await page.getByRole('heading').click();
    });
    assert.deepEqual(typed?.did === 'fill' && [typed.on.targets[0], typed.value], [{ label: 'Seek' }, '4']);
  });

  it('takes what names nobody for who is signed in only where the person marks it again', async () => {
    const box = await page.getByRole('link', { name: 'Log out' }).boundingBox();
    assert.ok(box);
    const mark = async (): Promise<void> => {
      live.do({ do: 'signed_in', x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await live.idle();
    };
    const marked = () => acts.filter(({ did }) => did === 'signed_in').length;
    const before = marked();
    await mark();
    assert.equal(marked(), before);
    assert.ok(live.state().notices.some((each) => each.includes('mark this again')));
    await mark();
    assert.equal(marked(), before + 1);
  });

  it('does what is pressed on a page that is seen before it rests, and nothing that was aimed at the page before', async () => {
    const answered = async (): Promise<void> => {
      (await until(() => held.shift(), { what: 'a request that waits' }))();
    };
    const notices = () => live.state().notices.filter((each) => each.startsWith('Another page came'));
    live.do({ do: 'go', to: '/slow' });
    const next = page.getByRole('button', { name: 'Next' });
    const [came, pressed] = await adds(async () => {
      await next.click();
      await answered();
    }, 2);
    assert.ok(came?.did === 'go' && pressed?.did === 'click', JSON.stringify([came, pressed]));
    assert.equal(pressed.outcome.shown?.text, 'Next came');
    assert.deepEqual(notices(), []);

    const box = await next.boundingBox();
    assert.ok(box);
    const left = await adds(async () => {
      await page.getByRole('link', { name: 'Leave' }).click();
      await until(() => held.length > 0, { what: 'the next page' });
      live.do({ do: 'click', x: box.x + 5, y: box.y + 5 });
      await answered();
    });
    assert.deepEqual(
      left.map(({ did }) => did),
      ['click'],
    );
    assert.equal(notices().length, 1);
  });

  it('begins a recipe at what a page shows when it is opened again, and records fields and buttons as a task will use them', async () => {
    await adds(async () => live.do({ do: 'go', to: '/routes' }));
    const [found] = await adds(() => page.getByRole('button', { name: 'Find' }).click());
    assert.equal(found?.did === 'click' && found.outcome.to?.address, '/routes#/list?q=4711');
    const [begun] = await adds(async () => live.do({ do: 'part', part: 'steps' }));
    assert.deepEqual(begun?.did === 'go' && [begun.to.address, begun.to.headings], ['/routes#/list', ['List']]);

    // A menu leads to where one is already, and a table of details has no columns.
    const [stayed] = await adds(() => page.getByRole('button', { name: 'Here' }).click());
    assert.equal(stayed?.did === 'click' && stayed.outcome.to, null);
    const net = await page.locator('#net').boundingBox();
    assert.ok(net);
    const [weight] = await adds(async () => live.do({ do: 'read', fact: 'billed_weight', x: net.x + 5, y: net.y + 5 }));
    assert.deepEqual(weight?.did === 'read' && weight.on.targets[0], { beside: 'Net' });

    const [opened] = await adds(() => page.getByRole('button', { name: 'Decision' }).click());
    assert.deepEqual(opened?.did === 'click' && opened.on.targets[0], { label: 'Decision' });

    await clicks('Amount');
    for (const text of ['24', '0.', '0', '0']) live.do({ do: 'text', text });
    await live.idle();
    const [typed] = await adds(() => page.getByLabel('Mark').click());
    assert.equal(typed?.did === 'fill' && typed.value, '240.00');
    assert.equal(await page.getByLabel('Amount').inputValue(), '240');
    const [cut] = await adds(async () => {
      for (const text of ['A', 'C', 'C']) live.do({ do: 'text', text });
      live.do({ do: 'key', key: 'Tab' });
    });
    assert.equal(cut?.did === 'fill' && cut.value, 'AC');
    assert.match(live.state().notices.at(-1) ?? '', /“Mark” shows “AC”, and “ACC” was typed/);
    // What the page has from the last time is typed by a task as well.
    await clicks('Mark');
    const [again] = await adds(async () => {
      live.do({ do: 'text', text: 'AC' });
      live.do({ do: 'key', key: 'Tab' });
    });
    assert.equal(again?.did === 'fill' && again.value, 'AC');
  });

  it('records scrolling to what was used then, files that an area asks for, and lists of several', async () => {
    const begun = acts.length;
    const middleOf = async (found: Locator): Promise<{ readonly x: number; readonly y: number }> => {
      const box = await found.boundingBox();
      assert.ok(box);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const presses = async (found: Locator): Promise<RecordedAct[]> => {
      const point = await middleOf(found);
      return adds(async () => live.do({ do: 'click', ...point }));
    };
    await adds(async () => live.do({ do: 'go', to: '/kit' }));
    const wheels = async (dy: number, to: number): Promise<void> => {
      const { x, y } = await middleOf(page.locator('#list'));
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, dy);
      await until(async () => (await page.evaluate('list.scrollTop')) === to, { what: `the list at ${to}` });
      await live.idle();
    };
    // What was there before is found without scrolling.
    await wheels(20, 20);
    await presses(page.getByRole('button', { name: 'B-2' }));
    await wheels(1_000, 1_020);
    const far = await middleOf(page.getByRole('button', { name: 'B-52' }));
    await adds(async () => live.do({ do: 'click', ...far }), 2);
    const [taken] = await adds(async () => {
      live.do({ do: 'click', ...(await middleOf(page.locator('#drop'))) });
      const { id } = await until(() => live.state().held, { what: 'the request with the file' });
      live.do({ do: 'decide', request: id, decision: 'read' });
    });
    assert.ok(taken?.did === 'upload');
    assert.deepEqual(taken.requests?.[0]?.fields, [{ name: 'file', value: 'pod.pdf', isFile: true }]);
    assert.equal(await page.locator('#drop').textContent(), 'pod.pdf');
    live.do({ do: 'click', ...(await middleOf(page.locator('#services'))) });
    await until(() => live.state().options?.includes('Tarp'), { what: 'the options' });
    for (const option of ['Inside', 'Tarp', 'Inside', 'Liftgate'])
      await adds(async () => live.do({ do: 'option', option }));
    assert.deepEqual(live.state().chosen, ['Tarp', 'Liftgate']);
    for (const day of ['Mon', 'Tue', 'Mon', 'Wed']) await presses(page.getByRole('option', { name: day }));
    const { capabilities } = recordedPlaybook({
      setup,
      acts: acts.slice(begun),
      traffic: [],
      origins: [],
      bindings: {},
    }) as { capabilities: { pull_pod: { steps: Record<string, unknown>[] } } };
    assert.deepEqual(capabilities.pull_pod.steps.slice(1), [
      { do: 'click', effect: 'read', target: { role: 'button', name: 'B-2' } },
      { do: 'scroll', target: { role: 'region', name: 'Bills' }, until: { role: 'button', name: 'B-52' } },
      { do: 'click', effect: 'read', target: { role: 'button', name: 'B-52' } },
      { do: 'upload', target: { text: 'Drop files here or browse' }, file: '{{pod_file}}' },
      { do: 'choose', target: { label: 'Services' }, option: ['Tarp', 'Liftgate'] },
      { do: 'choose', target: { role: 'listbox', name: 'Days' }, option: ['Tue', 'Wed'] },
    ]);
  });

  it('reads requests of every content that a playbook can declare, and says which it cannot', async () => {
    await adds(async () => live.do({ do: 'go', to: '/sends' }));
    const point = async (name: string): Promise<{ readonly x: number; readonly y: number }> => {
      const box = await page.getByRole('button', { name }).boundingBox();
      assert.ok(box);
      return { x: box.x + 3, y: box.y + 3 };
    };
    const seen = async (name: string): Promise<object> => {
      const [act] = await adds(async () => {
        live.do({ do: 'click', ...(await point(name)) });
        const { id } = await until(() => live.state().held, { what: name });
        live.do({ do: 'decide', request: id, decision: 'hold' });
      });
      const [request] = act?.did === 'click' ? act.outcome.requests : [];
      assert.ok(request);
      const { content, json, media_type: media, headers } = request;
      const fields = Object.fromEntries(request.fields.map((field) => [field.name, field.value]));
      return JSON.parse(JSON.stringify({ content, json, media, headers, fields })) as object;
    };
    assert.deepEqual(await seen('Parts'), {
      content: 'multipart',
      json: ['@data'],
      fields: { '@data.pro': '4711', '@data.lines[0].pieces': '2', note: '{ no JSON' },
    });
    assert.deepEqual(await seen('Form'), {
      content: 'form',
      json: ['message'],
      fields: { kind: 'save', 'message.pro': '4711' },
    });
    assert.deepEqual(await seen('Text'), { content: 'json', media: 'text/plain', fields: { pro: '4711' } });
    const patch = { content: 'json', media: 'application/merge-patch+json', fields: { pro: '4711' } };
    assert.deepEqual(await seen('Patch'), patch);
    assert.deepEqual(await seen('Soap'), {
      content: 'xml',
      headers: [{ name: 'soapaction', equals: '"find"' }],
      fields: { 'e:Envelope.@xmlns:e': 'urn:e', 'e:Envelope.e:Body.Find.pro': '4711' },
    });
    // A form of the work may have the user name in it: that makes no sign-in of its write.
    assert.deepEqual(await seen('Named'), {
      content: 'form',
      fields: { reporter: '{{account.username}}', kind: 'save' },
    });
    assert.ok(!received.includes('/sent'));
    live.do({ do: 'click', ...(await point('Bytes')) });
    await until(() => live.state().notices.some((text) => /POST \/sent was not sent: .*octet-stream/.test(text)), {
      what: 'what cannot be recorded',
    });
    await live.idle();
  });

  it('sends nothing by which a page stores something beside its forms, and asks about addresses that say it', async () => {
    await adds(async () => live.do({ do: 'go', to: '/stores' }));
    const before = received.length;
    const asked = new Set<string>();
    /** Answers what the page asks, until that is done. */
    const press = async (found: Locator): Promise<void> => {
      const box = await found.boundingBox();
      assert.ok(box);
      live.do({ do: 'click', x: box.x + 5, y: box.y + 5 });
      let isDone = false;
      void live.idle().then(() => (isDone = true));
      await until(
        () => {
          const { held } = live.state();
          if (held === null) return isDone;
          asked.add(`${held.method} ${held.address}`);
          live.do({ do: 'decide', request: held.id, decision: 'hold' });
          return false;
        },
        { what: 'the press' },
      );
    };
    await press(page.getByLabel('Note'));
    live.do({ do: 'text', text: 'short' });
    for (const found of [page.locator('#rest'), page.locator('#rest'), page.locator('#link')]) await press(found);
    await adds(async () => live.do({ do: 'go', to: '/home' }));
    assert.deepEqual(received.slice(before), []);
    for (const each of ['POST /stored', 'GET /claim?save=1', 'GET /claims/7/save', 'GET /autosave.gif?note=short'])
      assert.ok(asked.has(each), `${each}: ${[...asked].join(', ')}`);
  });

  it('asks once about each request that a page sends while it comes, and again only about what was taken back', async () => {
    /** Answers what the page asks, until it has come. */
    const answers = async (done: () => boolean): Promise<string[]> => {
      const asked: string[] = [];
      await until(
        () => {
          const { held } = live.state();
          if (held === null) return done();
          if (!asked.includes(`${held.id} ${held.address}`)) {
            asked.push(`${held.id} ${held.address}`);
            live.do({ do: 'decide', request: held.id, decision: held.address === '/visits' ? 'leave' : 'read' });
          }
          return false;
        },
        { what: 'the desk' },
      );
      return asked.map((each) => each.split(' ')[1] ?? '').toSorted();
    };
    const goes = () => acts.filter(({ did }) => did === 'go').length;
    const before = goes();
    live.do({ do: 'go', to: '/desk' });
    assert.deepEqual(await answers(() => goes() > before), ['/api/me', '/api/parts', '/visits']);
    await live.idle();
    assert.deepEqual(received.toSorted(), ['/api/me', '/api/me', '/api/parts', '/enter', '/files']);
    const left = acts.find(({ did }) => did === 'leave');
    assert.ok(left?.did === 'leave');
    assert.deepEqual(left.request, { method: 'POST', address: '/visits', fields: [{ name: 'page', value: '' }] });

    // Opened again, as after a rehearsal, it shows what it showed, and asks no more.
    const storage = await live.storage();
    assert.deepEqual(storage, { origin, local: [['token', 'of ada']], session: [] });
    await page.evaluate('localStorage.clear()');
    live.open('/desk', { ...storage, local: [['token', 'of one who came back']] });
    assert.deepEqual(await answers(() => !live.isActing()), []);
    await page.getByRole('heading', { name: 'Desk of of one who came back' }).waitFor();
    // The step is removed: it is asked about again.
    acts.splice(acts.indexOf(left), 1);
    live.open('/desk');
    assert.deepEqual(await answers(() => !live.isActing()), ['/visits']);
    assert.ok(!received.includes('/visits'));

    // What has its name several wrappers above is read by it.
    for (const [name, fact, text, find] of [
      ['Weight', 'billed_weight', '2,480 lb', page.locator('.field input')],
      ['Class', 'billed_class', '70', page.getByText('70', { exact: true })],
      ['Bol', 'bol', 'B-77120', page.locator('section')],
    ] as const) {
      const box = await find.boundingBox();
      assert.ok(box);
      const [read] = await adds(async () => live.do({ do: 'read', fact, x: box.x + 3, y: box.y + box.height - 5 }));
      assert.ok(read?.did === 'read');
      assert.deepEqual([read.on.targets[0], read.on.text], [{ beside: name }, text]);
    }
    // The heads of columns may be plain cells, and what is pressed may be no control of the browser.
    const at = async (id: string): Promise<{ readonly x: number; readonly y: number }> => {
      const box = await page.locator(id).boundingBox();
      assert.ok(box);
      return { x: box.x + 5, y: box.y + 5 };
    };
    const pieces = await at('#pieces');
    const [cell] = await adds(async () => live.do({ do: 'read', fact: 'billed_weight', ...pieces }));
    assert.ok(cell?.did === 'read');
    const column = { column: 'Pieces', within: { row: '4711' } };
    assert.ok(
      cell.on.targets.some((target) => isDeepStrictEqual(target, column)),
      JSON.stringify(cell.on.targets),
    );
    // An icon is no name of the text beside it.
    const me = await page.locator('#me').boundingBox();
    assert.ok(me);
    const onText = { x: me.x + me.width - 12, y: me.y + me.height / 2 };
    const [who] = await adds(async () => live.do({ do: 'signed_in', ...onText }));
    assert.deepEqual(who?.did === 'signed_in' && who.on.targets, [{ text: 'Ada Desk' }]);
    // What a field holds is no text that a task finds.
    const known = acts.length;
    live.do({ do: 'signed_in', ...(await at('.field input')) });
    await until(() => live.state().notices.some((notice) => notice.startsWith('What a field holds')), {
      what: 'notice',
    });
    assert.equal(acts.length, known);
    // A table that says in a row of its own that it is empty is both.
    const words = await at('#none');
    const both = await adds(async () => live.do({ do: 'rows', fact: 'bol', ...words }), 2);
    assert.deepEqual(
      both.map((act) => [act.did, 'on' in act && act.on.targets[0]]),
      [
        ['read_rows', { role: 'table', name: 'Answers' }],
        ['read_none', { text: 'No data' }],
      ],
    );
    for (const [id, target] of [
      ['#opens i', { text: '\u25b6 pod.pdf' }],
      ['#list span', { label: 'Decision' }],
    ] as const) {
      const point = await at(id);
      const [pressed] = await adds(async () => live.do({ do: 'click', ...point }));
      assert.deepEqual(pressed?.did === 'click' && pressed.on.targets[0], target);
    }
  });
});
