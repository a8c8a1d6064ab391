/** Settings that may be used and still cannot be meant: no secret, no public addresses, loopback left open. */
import { dispatchBaseUrl, isLoopbackHost, lanesBaseUrl } from '../../process/base-url.ts';
import type { Settings } from '../../process/settings.ts';
import { doubtful, broken, fine } from './check.ts';
import type { Check } from './check.ts';

export function checkSettings(settings: Settings): Check[] {
  const missing = secret(settings);
  return [
    ...(missing === null ? [] : [missing]),
    address('DISPATCH_BASE_URL', settings),
    address('LANES_BASE_URL', settings),
    ui(settings),
  ];
}

/** Whether it is the right one, the database says (checks/deployment-secret). */
function secret({ DEPLOYMENT_SECRET }: Settings): Check | null {
  return DEPLOYMENT_SECRET === ''
    ? broken(
        'DEPLOYMENT_SECRET',
        'not set',
        'set it to that of the deployment; npm start keeps its own in DATA_DIR/deployment-secret',
      )
    : null;
}

function address(name: 'DISPATCH_BASE_URL' | 'LANES_BASE_URL', settings: Settings): Check {
  const url = name === 'DISPATCH_BASE_URL' ? dispatchBaseUrl(settings) : lanesBaseUrl(settings);
  const { protocol, hostname } = new URL(url);
  if (settings[name] === '')
    return doubtful(name, `not set, links say ${url}`, 'set it to the address under which callers reach the service');
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    return doubtful(name, url, 'put TLS in front and set an https address: cookies and links travel in the clear');
  return fine(name, url);
}

function ui({ TEMPORAL_UI_URL }: Settings): Check {
  return TEMPORAL_UI_URL === ''
    ? doubtful('TEMPORAL_UI_URL', 'not set', 'set it, and the console links to the workflows of stuck work')
    : fine('TEMPORAL_UI_URL', TEMPORAL_UI_URL);
}
