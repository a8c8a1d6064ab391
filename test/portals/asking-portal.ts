/** A portal whose sign-in asks for a code that only a person has, and its playbook. */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { type HostilePortal, openHostilePortal } from './guard/hostile-portal.ts';
import { loadSmallPlaybook, smallPlaybook } from './small-portal.ts';

export const code = '8024179365';
const html = (body: string): string => `<!doctype html><title>Carrier</title>${body}`;

export async function openAskingPortal(): Promise<HostilePortal> {
  const portal = await openHostilePortal();
  portal.show({
    '/login': html(
      '<h1>Check</h1><form method=post action=/code><label>Code <input name=code></label><button>Continue</button></form><p role=alert></p>',
    ),
    'POST /code': (_request, response) => {
      const isRight = portal.received.at(-1)?.includes(`code=${code}`) === true;
      response.writeHead(
        303,
        isRight ? { location: '/home', 'set-cookie': 'sid=good; Path=/' } : { location: '/login' },
      );
      response.end();
    },
    '/home': html('<h1>Shipments</h1><p>Signed in as robot</p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl>'),
  });
  return portal;
}

export function askingPlaybook(url: string): string {
  return smallPlaybook({
    id: 'asks',
    name: 'A portal that sends a code',
    origins: [url],
    pages: {
      login: { paths: ['/login'], secret: true, fingerprint: { headings: ['Check'] } },
      home: { paths: ['/home'], fingerprint: { headings: ['Shipments'] } },
    },
    login: {
      page: 'login',
      steps: [
        { do: 'go', to: '/login', next: 'login' },
        { do: 'ask', target: { label: 'Code' }, question: 'The code that was sent to the phone', within_s: 300 },
        {
          do: 'click',
          effect: 'write',
          target: { role: 'button', name: 'Continue' },
          expects: [
            {
              method: 'POST',
              path: '/code',
              content: 'form',
              fields: ['code'],
              constraints: [{ field: 'code', equals: '{{answer}}' }],
            },
          ],
          next: 'home',
        },
      ],
      probe: { go: '/home', page: 'home', signed_in: { text: 'Signed in as {{account.username}}' } },
    },
    capabilities: {
      pull_pod: { inputs: ['pro'], steps: [{ do: 'read', target: { beside: 'Weight' }, as: 'billed_weight' }] },
    },
  });
}

export const loadAskingPlaybook = (url: string): LoadedPlaybook => loadSmallPlaybook(askingPlaybook(url));
