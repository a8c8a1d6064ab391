/** Settings of the two APIs: where they listen, by which names they go, how much a key may ask. */
import { bool, names, port, setting, text, whole } from './forms.ts';
import type { SettingRows } from './forms.ts';

export const apiSettings = {
  HTTP_CONNECTIONS: setting(
    whole(10, 100_000),
    2000,
    'Connections that an API keeps. One more takes the place of the one that has waited longest, of the address that has most.',
  ),
  HTTP_CONNECTIONS_PER_ADDRESS: setting(
    whole(1, 100_000),
    500,
    'Connections that an API keeps for one address (IPv6: one /64); loopback does not count. Raise it where a proxy on another machine forwards all callers.',
  ),
  DISPATCH_HOST: setting(text, '127.0.0.1', 'Address the dispatch API listens on.'),
  DISPATCH_PORT: setting(port, 7080, 'Port of the dispatch API; 0 takes any free one.'),
  DISPATCH_BASE_URL: setting(text, '', 'Public address of the dispatch API, for links. Empty: host and port.'),
  DISPATCH_ALLOW_LOOPBACK: setting(
    bool,
    false,
    'Let callback URLs and webhooks point to this machine (127.0.0.0/8, ::1), http included. For trials.',
  ),
  DISPATCH_RATE_PER_MINUTE: setting(
    whole(1, 10_000_000),
    6000,
    'Requests a minute and key, where the sender has no limit of its own.',
  ),
  DISPATCH_RATE_BURST: setting(
    whole(1, 10_000_000),
    3000,
    'Requests a key may send at once, where the sender has no limit of its own.',
  ),
  DISPATCH_STARTS_IN_FLIGHT: setting(whole(1, 100), 4, 'Workflow starts one process has under way at once.'),
  DISPATCH_MCP_HOSTS: setting(
    names,
    [],
    'Names under which /mcp may be addressed, beside those of this machine and of DISPATCH_BASE_URL.',
  ),
  LANES_HOST: setting(text, '127.0.0.1', 'Address the lanes API listens on.'),
  LANES_PORT: setting(port, 7070, 'Port of the lanes API; 0 takes any free one.'),
  LANES_BASE_URL: setting(text, '', 'Public address of the lanes API, for links. Empty: host and port.'),
  LANES_RATE_PER_MINUTE: setting(
    whole(1, 10_000_000),
    300_000,
    'Requests a minute and workspace key, route calls not counted.',
  ),
  LANES_RATE_BURST: setting(
    whole(1, 10_000_000),
    20_000,
    'Requests a workspace key may send at once, route calls not counted.',
  ),
  LANES_MCP_HOSTS: setting(
    names,
    [],
    'Names under which /mcp may be addressed, beside those of this machine and of LANES_BASE_URL.',
  ),
} as const satisfies SettingRows;
