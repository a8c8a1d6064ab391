/** The chart by its own parts, on every machine; rendered by Helm where there is one. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings, settingTable } from '../../process/settings.ts';
import { queuesServed, taskQueues } from '../../temporal/names.ts';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm/lanekeeper');
const text = (...path: string[]): string => readFileSync(join(chart, ...path), 'utf8');
const templates = readdirSync(join(chart, 'templates')).map((name) => ({ name, source: text('templates', name) }));
const examples = readdirSync(join(chart, 'examples'));

type Tree = { [name: string]: unknown };
interface Values extends Tree {
  readonly settings: Readonly<Record<string, string>>;
  readonly workers: Readonly<Record<string, { queues: string[]; settings?: Record<string, string> }>>;
}

/** As Helm lays values over those of the chart: maps are merged, null takes a key away. */
function merged(base: unknown, over: unknown): unknown {
  if (typeof base !== 'object' || base === null || Array.isArray(base)) return over;
  if (typeof over !== 'object' || over === null || Array.isArray(over)) return over;
  const result: Tree = { ...(base as Tree) };
  for (const [key, value] of Object.entries(over))
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  return result;
}

const values = parse(text('values.yaml')) as Values;
const all = new Map([
  ['values.yaml', values],
  ...examples.map((name) => [name, merged(values, parse(text('examples', name))) as Values] as const),
]);
const helmIsThere = spawnSync('helm', ['version']).status === 0;

describe('the Helm chart', () => {
  it('has values and examples that its schema takes, and refuses secrets among the settings', () => {
    const fits = new Ajv({ strict: false }).compile(JSON.parse(text('values.schema.json')) as object);
    for (const [name, one] of all) assert.ok(fits(one), `${name}: ${JSON.stringify(fits.errors)}`);
    assert.equal(fits(merged(values, { settings: { DEPLOYMENT_SECRET: 'x' } })), false);
    assert.equal(fits(merged(values, { workers: { portal: { queues: ['portals'] } } })), false);
  });

  it('passes only settings that exist, with values that the settings table accepts', () => {
    const own = /^data:\n([\s\S]*?)\{\{- range/m.exec(text('templates', 'settings.yaml'))?.[1] ?? '';
    const fixed = [...own.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name ?? '');
    assert.ok(fixed.length > 5);
    for (const [file, { settings, workers }] of all) {
      const given = [settings, ...Object.values(workers).map((worker) => worker.settings ?? {})];
      for (const name of [...fixed, ...given.flatMap((some) => Object.keys(some))])
        assert.ok(name in settingTable || name.startsWith('TEMPORAL_'), `${file}: ${name} is not a setting`);
      for (const some of given) assert.doesNotThrow(() => readSettings({ ...some }), file);
    }
  });

  it('serves every task queue', () => {
    for (const [file, { workers }] of all) {
      const served = Object.values(workers).flatMap(({ queues }) => queues);
      assert.deepEqual(queuesServed(served), Object.keys(taskQueues), file);
    }
  });

  it('starts files that exist', () => {
    const files = templates.flatMap(({ source }) => [...source.matchAll(/[\w-]+\/[\w-]+\.(?:ts|mjs)\b/g)]);
    assert.ok(files.length >= 4);
    for (const [file] of files) assert.ok(existsSync(join(root, file)), file);
  });

  it('has templates whose blocks close, whose parts are defined, and whose values exist', () => {
    const source = templates.map((one) => one.source).join('\n');
    const defined = new Set([...source.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name));
    for (const { name, source: one } of templates) {
      const actions = [...one.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/gs)].map(([, action]) => action ?? '');
      assert.equal(one.split('{{').length, one.split('}}').length, name);
      const opened = actions.filter((action) => /^(?:if|range|with|define)\b/.test(action)).length;
      assert.equal(actions.filter((action) => action === 'end').length, opened, `${name}: an end is missing`);
      for (const [, part] of one.matchAll(/include "([\w.]+)"/g)) assert.ok(defined.has(part), `${name}: ${part}`);
      for (const [, path = ''] of one.matchAll(/\.Values\.([\w.]+)/g)) {
        const found = path.split('.').reduce<unknown>((at, key) => (at as Tree | undefined)?.[key], values);
        assert.notEqual(found, undefined, `${name}: .Values.${path} is not in values.yaml`);
      }
    }
  });

  it(`renders with each example${helmIsThere ? '' : ' (skipped: there is no helm on this machine)'}`, function () {
    if (!helmIsThere) this.skip();
    for (const name of ['', ...examples]) {
      const files = name === '' ? [] : ['--values', join(chart, 'examples', name)];
      const rendered = execFileSync('helm', ['template', 'trial', chart, '--kube-version', '1.31.0', ...files], {
        encoding: 'utf8',
      });
      const documents = parseAllDocuments(rendered).map((document) => document.toJS() as Tree | null);
      const kinds = new Set(documents.map((document) => document?.['kind']));
      for (const kind of ['ConfigMap', 'Deployment', 'Service', 'Job', 'NetworkPolicy'])
        assert.ok(kinds.has(kind), `${name}: ${kind}`);
      assert.equal(kinds.has('HorizontalPodAutoscaler'), name === 'temporal-cloud.yaml');
      // What a worker serves without a setting counts too.
      const scaledBy = new Set(
        [...rendered.matchAll(/^ +(?:taskqueue|temporal_task_queue): (.+)$/gm)].map(([, queue]) => queue),
      );
      assert.equal(scaledBy.has('deliveries-slow'), scaledBy.has('deliveries'));
      assert.equal(kinds.has('PersistentVolumeClaim'), name === 'one-node.yaml');
    }
  });
});
