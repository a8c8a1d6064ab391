import assert from 'node:assert/strict';
import { dispatchBaseUrl } from '../../process/base-url.ts';

const settings = { DISPATCH_BASE_URL: '', DISPATCH_HOST: '127.0.0.1', DISPATCH_PORT: 7080 };

describe('the public address of the dispatch API', () => {
  it('is the setting, without a slash at the end', () => {
    assert.equal(
      dispatchBaseUrl({ ...settings, DISPATCH_BASE_URL: 'https://tasks.example/lk//' }),
      'https://tasks.example/lk',
    );
  });

  it('is host and port where nothing is set, with the port that was really taken', () => {
    assert.equal(dispatchBaseUrl(settings), 'http://127.0.0.1:7080');
    assert.equal(dispatchBaseUrl(settings, 40_123), 'http://127.0.0.1:40123');
  });

  it('is loopback for a server on every interface, and has brackets around IPv6', () => {
    const on = (DISPATCH_HOST: string): string => dispatchBaseUrl({ ...settings, DISPATCH_HOST });
    assert.equal(on('0.0.0.0'), 'http://127.0.0.1:7080');
    assert.equal(on('::'), 'http://[::1]:7080');
    assert.equal(on('2001:db8::7'), 'http://[2001:db8::7]:7080');
  });
});
