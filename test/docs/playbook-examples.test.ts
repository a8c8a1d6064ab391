/** docs/how-to/playbook-examples.md: the steps of each example are right, and work the page beside them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { PlaybookError, readPlaybook, readPlaybookFile } from '../../portals/playbooks/load.ts';
import { readSettings } from '../../process/settings.ts';
import { next, open } from '../portals/guard/cases/building-blocks.ts';
import { breaches, runCase } from '../portals/guard/guard-case.ts';
import { type HostilePortal, openHostilePortal } from '../portals/guard/hostile-portal.ts';
import { testBrowsers } from '../support/browser.ts';

const page = readFileSync('docs/how-to/playbook-examples.md', 'utf8');
const examples = [...page.matchAll(/^### (.+)\n\n```html\n([^]*?)```\n\n```yaml\n([^]*?)```/gmu)].map(
  ([, title = '', html = '', yaml = '']) => ({
    title,
    html,
    yaml,
    facts: Object.fromEntries([...yaml.matchAll(/# keeps (\w+): (.+)$/gmu)].map(([, name, value]) => [name, value])),
  }),
);
const demo = parse(readFileSync('docs/examples/demo-portal.yaml', 'utf8')) as {
  pages: Record<string, object>;
  capabilities: { pull_pod: { steps: object[] } };
};
const pages = {
  ...demo.pages,
  record: { paths: ['/records/{{pro}}'], fingerprint: { headings: ['Record {{pro}}'] } },
  bills: { paths: ['/bills'], query: ['q'], fingerprint: { headings: ['Bills'] } },
};

const pod = { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 pod' };

/** What `playbook check` says of it, but for the names of facts: an example is of no task type. */
function findingsOf(text: string): readonly string[] {
  try {
    readPlaybook(text, 'example.yaml', readSettings());
    return [];
  } catch (error) {
    assert.ok(error instanceof PlaybookError);
    return error.findings.filter((finding) => !finding.includes('nobody asks for the fact'));
  }
}

describe('docs/how-to/playbook-examples.md', () => {
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal.close());

  it('has a page and steps under every heading of an example', () => {
    assert.deepEqual(
      examples.map(({ title }) => title),
      [...page.matchAll(/^### (.+)$/gmu)].map(([, title]) => title),
    );
  });

  for (const { title, html, yaml, facts } of examples)
    it(`works ${title.charAt(0).toLowerCase()}${title.slice(1)}`, async () => {
      const { pull_pod: pull } = demo.capabilities;
      const written = parse(yaml) as object[];
      const playbook = {
        ...demo,
        origins: ['https://tms.example.com'],
        pages,
        capabilities: { pull_pod: { ...pull, steps: [...written, ...pull.steps] } },
      };
      const text = stringify(playbook);
      assert.deepEqual(findingsOf(text), []);
      const { steps = [] } = readPlaybookFile(text, 'example.yaml').capabilities.pull_pod ?? {};
      // The page with a query is another one on this portal.
      const onPortal = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('bills', 'next')) as T;
      const example = {
        group: 'examples',
        name: title,
        pages: {
          '/start': `<h1>Start</h1>${onPortal(html)}`,
          '/records/0412708839': '<h1>Record 0412708839</h1>',
          '/next': next,
          '/documents/0412708839.pdf': pod,
        },
        steps: [open, ...onPortal(steps.slice(0, written.length))],
        ends: 'finished' as const,
        facts,
        mayRead: ['GET /documents/0412708839.pdf'],
      };
      const run = await runCase(example, portal, testBrowsers());
      assert.deepEqual(breaches(example, run), []);
    });
});
