/** docs/how-to/playbook-examples.md: the steps of each example are right, and work the page beside them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { playbookChanges } from '../../domain/dispatch/playbook/lint.ts';
import { starterPlaybook } from '../../domain/dispatch/playbook/starter.ts';
import { PlaybookError, readPlaybook, readPlaybookFile } from '../../portals/playbooks/load.ts';
import { readSettings } from '../../process/settings.ts';
import { next, open } from '../portals/guard/cases/building-blocks.ts';
import { breaches, runCase } from '../portals/guard/guard-case.ts';
import { type Answer, type HostilePortal, openHostilePortal } from '../portals/guard/hostile-portal.ts';
import { testBrowsers } from '../support/browser.ts';

const page = readFileSync('docs/how-to/playbook-examples.md', 'utf8');
const examples = [...page.matchAll(/^### (.+)\n\n```html\n([^]*?)```\n\n```yaml\n([^]*?)```/gmu)].map(
  ([, title = '', html = '', yaml = '']) => ({
    title,
    html,
    yaml,
    facts: Object.fromEntries([...yaml.matchAll(/# keeps (\w+): (.+)$/gmu)].map(([, name, value]) => [name, value])),
    words: parse(/^# words: (.+)$/mu.exec(yaml)?.[1] ?? '{}') as object,
    markedIn: /# with reference_field: (\S+)$/mu.exec(yaml)?.[1],
    sends: [...yaml.matchAll(/# sends (.+)$/gmu)].map(([, request = '']) => request),
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

/** A task that writes, with everything beside its steps. */
const correcting = parse(
  starterPlaybook({
    id: 'acme',
    name: 'Acme',
    kind: 'tms',
    origin: 'https://tms.example.com',
    taskTypes: ['tms_correction'],
  }),
) as { pages: Record<string, object>; capabilities: { tms_correction: object } };
const given = {
  mark: 'LK-7K3M9Q2A',
  reason_code: 'WC',
  amount: '-223.00',
  add_accessorials: 'LG, RD',
  shown_accessorials: 'Liftgate, Residential',
};

const pod = { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 pod' };

const saved: Answer = { status: 303, headers: { location: '/records/0412708839' } };
const stored: Answer = { status: 201, headers: { 'content-type': 'application/json' }, body: '{}' };

/** What `playbook check` says of it, but for the facts: an example is of no task type, and no whole recipe. */
function findingsOf(text: string): readonly string[] {
  try {
    return playbookChanges(readPlaybook(text, 'example.yaml', readSettings()) ?? assert.fail());
  } catch (error) {
    assert.ok(error instanceof PlaybookError);
    return error.findings.filter((finding) => !/nobody asks for the fact|confirmation_number/.test(finding));
  }
}

/** The steps in a playbook whose other parts are sound. */
function playbookWith(written: readonly object[], isWrite: boolean, words: object, markedIn = 'reference'): object {
  const { pull_pod: pull } = demo.capabilities;
  if (!isWrite)
    return {
      ...demo,
      origins: ['https://tms.example.com'],
      pages,
      capabilities: { pull_pod: { ...pull, steps: [...written, ...pull.steps] } },
    };
  const submit = [{ do: 'go', to: '/records/{{pro}}', next: 'record' }, ...written];
  return {
    ...correcting,
    reference_field: markedIn,
    pages: { ...correcting.pages, record: pages.record },
    capabilities: { tms_correction: { ...correcting.capabilities.tms_correction, words, submit } },
  };
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

  for (const { title, html, yaml, facts, words, markedIn, sends } of examples)
    it(`works ${title.charAt(0).toLowerCase()}${title.slice(1)}`, async () => {
      const written = parse(yaml) as object[];
      const isWrite = sends.length > 0;
      const text = stringify(playbookWith(written, isWrite, words, markedIn));
      assert.deepEqual(findingsOf(text), []);
      const { pull_pod: pull, tms_correction: correction } = readPlaybookFile(text, 'example.yaml').capabilities;
      const steps = isWrite ? correction?.submit?.slice(1) : pull?.steps?.slice(0, written.length);
      // The page with a query is another one on this portal.
      const onPortal = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('bills', 'next')) as T;
      const example = {
        group: 'examples',
        name: title,
        pages: {
          '/start': `<h1>Start</h1>${onPortal(html)}`,
          '/records/0412708839': '<h1>Record 0412708839</h1>',
          '/records/0412708839/corrections': sends.some((request) => request.includes('{')) ? stored : saved,
          '/next': next,
          '/documents/0412708839.pdf': pod,
        },
        steps: [open, ...onPortal(steps ?? [])],
        ends: 'finished' as const,
        facts,
        given,
        writes: sends,
        mayRead: ['GET /documents/0412708839.pdf'],
      };
      const run = await runCase(example, portal, testBrowsers());
      assert.deepEqual(breaches(example, run), []);
      assert.deepEqual(
        run.received.filter((line) => line.startsWith('POST ')),
        sends,
      );
    });
});
