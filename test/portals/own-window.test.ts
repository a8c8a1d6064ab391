import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import type { RecordedAct } from '../../domain/dispatch/studio/acts.ts';
import { openLiveBrowser } from '../../portals/studio/live-browser.ts';
import type { LiveBrowser } from '../../portals/studio/live-browser.ts';
import { openOwnWindows } from '../../portals/studio/own-window.ts';
import type { OwnWindows } from '../../portals/studio/own-window.ts';
import { testBrowsers } from '../support/browser.ts';
import { until } from '../support/wait.ts';

const password = 'a word of the person';
const pages: Readonly<Record<string, string>> = {
  '/login': `<h1>Sign in</h1><form method="post" action="/login"><label>User <input name="u"></label>
    <label>Password <input name="p" type="password"></label><label>Code <input name="c"></label><button>Sign in</button></form>`,
  '/home': `<h1>Home</h1><p>Signed in as ada</p>
    <label>State <select id="s"><option>Open</option><option>Closed</option></select></label>
    <div id="menu">Reports<ul hidden><li><a href="#r">Weights</a></li></ul></div>
    <table aria-label="Bills"><tr><th>Bill</th></tr><tr><td id="row">4711</td></tr></table><output id="o"></output>
    <button id="ask">Rename</button><label for="k">Kind</label>
    <select id="k" style="position:absolute;width:1px;height:1px;clip:rect(0 0 0 0)"><option>Weight</option><option>Class</option></select
    ><span><span id="drawn">Weight</span></span>
<iframe title="Outer" src="/outer"></iframe>
    <script>
      s.onchange = () => (o.textContent = 'State ' + s.value);
      menu.onmouseenter = () => (menu.querySelector('ul').hidden = false);
      row.ondblclick = () => (o.textContent = 'Bill 4711 is open');
      ask.onclick = () => (o.textContent = 'Now called ' + prompt('New name?', 'none'));
    </script>`,
  '/outer': '<iframe title="Inner" src="/inner"></iframe>',
  '/inner': '<button onclick="this.after(1)">Deep</button>',
};

/** Presses and keys of the test are those of a person: the recorder has its own. */
describe('a recording in a window of the person', () => {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (request.method === 'POST') return response.writeHead(303, { location: '/home' }).end();
    return response.setHeader('content-type', 'text/html').end(pages[path] ?? '<h1>None</h1>');
  });
  const acts: RecordedAct[] = [];
  const sentences: string[] = [];
  let origin: string;
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
    const setup = {
      id: 'own',
      name: 'Own',
      kind: 'tms',
      origin,
      entry: '/login',
      account: 'own',
      taskType: 'pull_pod',
      samples: { pro: '4711' },
    } as const;
    live = await openLiveBrowser({
      context,
      setup,
      origins: [],
      assetOrigins: [],
      knownReads: [],
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
});
