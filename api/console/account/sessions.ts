/** Where a person is signed in, with a button for each session that ends it; for oneself and for admins. */
import type { Context } from 'koa';
import { sessionLives } from '../../../domain/people/sign-in-limits.ts';
import { type SessionListing, type SignInMethod, listSessions } from '../../../store/sessions.ts';
import { type Content, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { csrfField } from '../form.ts';
import { when } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { agesOf } from '../session.ts';

const methods: Readonly<Record<SignInMethod, string>> = {
  password: 'password',
  link: 'one-time link',
  oidc: 'the organisation',
};

/** Those that a request could still use. */
export async function livingSessions(deps: ConsoleDeps, personId: string): Promise<SessionListing[]> {
  const sessions = await listSessions(deps.pool, personId);
  return sessions.filter((session) => sessionLives(session, agesOf(deps.settings, session.role), deps.now()));
}

interface ShownSessions {
  readonly sessions: readonly SessionListing[];
  /** The session that looks at them. */
  readonly current: string;
  /** Where the form goes that ends one. */
  readonly endPath: (id: string) => string;
  readonly now: Date;
}

export function sessionTable(ctx: Context, { sessions, current, endPath, now }: ShownSessions): Content {
  return table({
    label: 'Sessions',
    list: 'whole',
    rows: sessions,
    columns: [
      { heading: 'Browser', cell: ({ agent }) => shownAgent(agent) },
      { heading: 'IP address', cell: ({ address }) => address, class: 'mono' },
      { heading: 'Method', cell: ({ method }) => methods[method] },
      { heading: 'Signed in', cell: ({ createdAt }) => when(createdAt, now) },
      { heading: 'Last seen', cell: ({ lastSeenAt }) => when(lastSeenAt, now) },
      {
        heading: 'Action',
        headingHidden: true,
        number: true,
        cell: ({ id, agent }) =>
          id === current
            ? html`<span class="badge badge-ok">this one</span>`
            : html`<form method="post" action="${endPath(id)}">
                ${csrfField(ctx)}
                <button class="button button-small">
                  End<span class="visually-hidden"> the session of ${shownAgent(agent)}</span>
                </button>
              </form>`,
      },
    ],
    empty: html`<p class="quiet">No active sessions.</p>`,
  });
}

/** A browser's name for people, out of its User-Agent; a hint for recognising one's own, nothing to rely on. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export function shownAgent(agent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return agent === '' ? 'unknown' : agent.slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}
