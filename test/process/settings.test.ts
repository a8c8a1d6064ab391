import assert from 'node:assert/strict';
import { readSettings, SettingsError, settingTable } from '../../process/settings.ts';

function findings(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.findings;
  }
}

describe('settings', () => {
  it('have a default for every name, and an empty text counts as not set', () => {
    const settings = readSettings({});
    assert.deepEqual(Object.keys(settings).sort(), Object.keys(settingTable).sort());
    assert.deepEqual(readSettings({ DISPATCH_PORT: '', LOG_LEVEL: '' }), settings);
  });

  it('accept no unsigned decision on an approval unless that is turned on', () => {
    assert.equal(readSettings({}).APPROVAL_BY_SIGNAL, false);
    assert.equal(readSettings({ APPROVAL_BY_SIGNAL: 'true' }).APPROVAL_BY_SIGNAL, true);
  });

  it('report everything that is wrong at once, as sentences', () => {
    assert.deepEqual(findings({ DISPATCH_PORT: '70800', LOG_LEVEL: 'loud', DISPATCH_ALLOW_LOOPBACK: 'yes' }), [
      'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
      'DISPATCH_PORT must be a whole number from 0 to 65535',
      'DISPATCH_ALLOW_LOOPBACK must be true or false',
    ]);
  });

  it('refuse an unknown name of our own families and name the nearest one', () => {
    assert.deepEqual(findings({ DISPATCH_PROT: '1' }), ['DISPATCH_PROT is not a setting; did you mean DISPATCH_PORT?']);
    assert.equal(findings({ WORKER_COLOUR: 'blue' }).length, 1);
  });

  it("refuse a single slip in a name outside our families, and leave what is clearly somebody else's", () => {
    assert.deepEqual(findings({ DATABASE_URI: 'postgres://x/y' }), [
      'DATABASE_URI is not a setting; did you mean DATABASE_URL?',
    ]);
    assert.deepEqual(findings({ HOME: '/home/me', PATH: '/bin', PGHOST: 'db', npm_config_cache: '/c', DATA: 'x' }), []);
  });

  it('leave the variables of the Temporal client and of portal accounts to those who read them', () => {
    assert.deepEqual(
      findings({
        TEMPORAL_ADDRESS: 'engine:7233',
        TEMPORAL_NAMESPACE: 'lanekeeper',
        TEMPORAL_TLS_CLIENT_CERT_PATH: '/c',
        PORTAL_ACCOUNT_SANDBOX_TMS: '{}',
      }),
      [],
    );
  });

  it('never repeat a value: it may be a secret', () => {
    const [sentence] = findings({ DEPLOYMENT_SECRET: 'too short to be one' });
    assert.equal(sentence, 'DEPLOYMENT_SECRET must be at least 32 characters of random text');
    assert.equal(findings({ DATABASE_URL: 'mysql://me:pass@db/x' }).join().includes('pass'), false);
  });

  it('take lists of waits, and refuse half a list', () => {
    assert.deepEqual(readSettings({ DELIVERY_WAITS_MS: '5, 10,20' }).DELIVERY_WAITS_MS, [5, 10, 20]);
    assert.equal(findings({ DELIVERY_WAITS_MS: '5,,20' }).length, 1);
  });

  it('ask for a whole OpenID Connect client, over TLS, and never leave people without a way in', () => {
    const issuer = { CONSOLE_OIDC_ISSUER: 'https://login.example' };
    assert.throws(() => readSettings(issuer), /CONSOLE_OIDC_CLIENT_ID must be set/);
    const client = { CONSOLE_OIDC_CLIENT_ID: 'lanekeeper' };
    assert.doesNotThrow(() => readSettings({ ...issuer, ...client }));
    for (const url of ['http://localhost:9', 'http://127.0.0.1:9', 'http://[::1]:9/realm'])
      assert.doesNotThrow(() => readSettings({ ...client, CONSOLE_OIDC_ISSUER: url }));
    for (const url of ['http://login.example', 'http://localhost.example', 'http://127.0.0.1.example'])
      assert.throws(() => readSettings({ ...client, CONSOLE_OIDC_ISSUER: url }), /must start with https/);
    assert.throws(() => readSettings({ CONSOLE_LOCAL_SIGN_IN: 'false' }), /nobody could sign in/);
    assert.throws(() => readSettings({ CONSOLE_OIDC_ROLE_MAP: 'ops=root' }), /roles are viewer, approver, admin/);
  });

  it('ask for a bucket where files go to S3', () => {
    assert.deepEqual(findings({ BLOB_STORE: 's3' }), ['BLOB_S3_BUCKET must be set when BLOB_STORE is s3']);
  });

  it('cannot be changed by who reads them', () => {
    assert.throws(() => Object.assign(readSettings({}), { DISPATCH_PORT: 1 }), TypeError);
  });
});
