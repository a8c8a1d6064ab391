import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngineClient } from '../../temporal/connect.ts';
import { engineAddress } from '../../temporal/engine-address.ts';
import { testEngine } from '../support/temporal.ts';

describe('the address of the engine', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lanekeeper-engine-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  // The configuration file of anyone who runs the tests must not count.
  const env = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    TEMPORAL_CONFIG_FILE: join(folder, 'temporal.toml'),
    ...more,
  });

  it('is read from the environment, plain', () => {
    const address = engineAddress(env({ TEMPORAL_ADDRESS: '127.0.0.1:1', TEMPORAL_NAMESPACE: 'mine' }));
    assert.equal(address.options.address, '127.0.0.1:1');
    assert.equal(address.namespace, 'mine');
    assert.ok(!address.options.tls);
  });

  it('has TLS as soon as there is an API key, or TLS is asked for', () => {
    const cloud = engineAddress(env({ TEMPORAL_ADDRESS: 'cloud:7233', TEMPORAL_API_KEY: 'key' }));
    assert.ok(cloud.options.tls);
    assert.equal(cloud.options.apiKey, 'key');
    assert.ok(engineAddress(env({ TEMPORAL_ADDRESS: 'host:7233', TEMPORAL_TLS: 'true' })).options.tls);
  });

  it('takes client certificates from files', () => {
    writeFileSync(join(folder, 'client.pem'), 'certificate');
    writeFileSync(join(folder, 'client.key'), 'key');
    const { options } = engineAddress(
      env({
        TEMPORAL_ADDRESS: 'host:7233',
        TEMPORAL_TLS_CLIENT_CERT_PATH: join(folder, 'client.pem'),
        TEMPORAL_TLS_CLIENT_KEY_PATH: join(folder, 'client.key'),
        TEMPORAL_TLS_SERVER_NAME: 'engine.example',
      }),
    );
    assert.ok(typeof options.tls === 'object' && options.tls !== null);
    assert.equal(options.tls.serverNameOverride, 'engine.example');
    assert.equal(Buffer.from(options.tls.clientCertPair?.crt ?? []).toString(), 'certificate');
  });

  it('is a profile of the configuration file', () => {
    writeFileSync(
      join(folder, 'temporal.toml'),
      '[profile.default]\naddress = "one:7233"\n[profile.cluster]\naddress = "two:7233"\nnamespace = "freight"\n',
    );
    assert.equal(engineAddress(env({})).options.address, 'one:7233');
    const cluster = engineAddress(env({ TEMPORAL_PROFILE: 'cluster' }));
    assert.equal(cluster.options.address, 'two:7233');
    assert.equal(cluster.namespace, 'freight');
  });

  it('leads to the engine only at the first call', async () => {
    const { address } = await testEngine();
    const engine = openEngineClient({}, engineAddress(env({ TEMPORAL_ADDRESS: address })));
    assert.ok((await engine.connection.workflowService.getSystemInfo({})).serverVersion);
    await engine.close();
    const away = openEngineClient({}, engineAddress(env({ TEMPORAL_ADDRESS: '127.0.0.1:9' })));
    await away.close();
  });
});
