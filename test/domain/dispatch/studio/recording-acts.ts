/** What recordings are made of in tests: pages, elements, acts and requests of a portal. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type {
  Act,
  Outcome,
  RecordedAct,
  RecordedPart,
  Recording,
  SeenElement,
  SeenPage,
  SeenRequest,
} from '../../../../domain/dispatch/studio/acts.ts';
import { recordedPlaybook } from '../../../../domain/dispatch/studio/recorded-playbook.ts';
import { playbookText } from '../../../../domain/dispatch/studio/yaml-text.ts';
import { checkPlaybook } from '../../../../portals/playbooks/findings.ts';

export const settings = {
  PORTAL_PLAYBOOKS: '',
  PORTAL_ALLOW_LOOPBACK: true,
  PORTAL_SANDBOX_TMS_URL: '',
  PORTAL_SANDBOX_AUDIT_URL: '',
};

export const pro = '0412708839';

export function page(address: string, heading: string, more: Partial<SeenPage> = {}): SeenPage {
  return { address, title: heading, headings: [heading], labels: [], buttons: ['Sign out'], columns: [], ...more };
}
export const login = page('/login', 'Sign in', { labels: ['User name', 'Password'], buttons: ['Sign in'] });
export const search = page('/search', 'Search', { labels: ['PRO'] });
export const found = page(`/search?q=${pro}`, 'Search', { labels: ['PRO'] });
export const none = page('/search?q=9999999999', 'Search', { labels: ['PRO'] });
export const record = page(`/shipments/${pro}`, `Shipment ${pro}`);
export const form = page(`/shipments/${pro}/corrections`, `Corrections for ${pro}`, { labels: ['Amount'] });

export function element(kind: SeenElement['kind'], target: SeenElement['targets'][number], text = ''): SeenElement {
  return { kind, targets: [target], name: Object.values(target).join(' '), text };
}
export const button = (name: string): SeenElement => element('button', { role: 'button', name }, name);
export const field = (label: string): SeenElement => element('field', { label });
export const leads = (from: SeenPage, to: SeenPage | null, requests: readonly SeenRequest[] = []): Outcome => ({
  from,
  to,
  requests,
});
export const request = (address: string, fields: Record<string, string>, as: SeenRequest['as']): SeenRequest => ({
  method: 'POST',
  address,
  content: 'form',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  as,
  sent: as !== 'write',
});

export const signIn: readonly Act[] = [
  { did: 'go', to: login },
  { did: 'fill', on: field('User name'), value: '{{account.username}}' },
  { did: 'fill', on: element('password', { label: 'Password' }), value: '{{account.password}}' },
  {
    did: 'click',
    on: button('Sign in'),
    outcome: leads(login, search, [
      request('/login', { username: '{{account.username}}', password: '{{account.password}}' }, 'login'),
    ]),
  },
  { did: 'signed_in', on: element('text', { text: 'Signed in as {{account.username}}' }) },
];

export const searchFor = (number: string, result: SeenPage): readonly Act[] => [
  { did: 'fill', on: field('PRO'), value: number },
  { did: 'click', on: button('Find'), outcome: leads(search, result) },
];

export const toRecord = {
  did: 'click',
  on: element('link', { role: 'link', name: pro }, pro),
  outcome: leads(found, record),
} as const satisfies Act;

export function recording(
  parts: Partial<Record<RecordedPart, readonly Act[]>>,
  more: Partial<Recording['setup']> = {},
): Recording {
  return {
    setup: {
      id: 'acme',
      name: 'Acme',
      kind: 'tms',
      origin: 'https://tms.example.com',
      entry: '/login',
      account: 'acme',
      taskType: 'pull_pod',
      samples: { pro },
      ...more,
    },
    acts: Object.entries({ login: signIn, ...parts }).flatMap(([part, acts]) =>
      acts.map((act): RecordedAct => ({ ...act, part: part as RecordedPart })),
    ),
    traffic: [],
    origins: [],
    bindings: {},
  };
}
export interface File {
  readonly pages: Record<
    string,
    { paths: string[]; query?: string[]; secret?: boolean; record?: object; fingerprint: object }
  >;
  readonly capabilities: Record<string, { steps: Step[]; look: Step[]; submit: Step[] }>;
  readonly login: { probe: { signed_in: unknown } };
  readonly [member: string]: unknown;
}
export const fileOf = (of: Recording): File => recordedPlaybook(of) as File;
export const stepsOf = (acts: readonly Act[]): Step[] =>
  fileOf(recording({ steps: acts })).capabilities['pull_pod']?.steps ?? [];
export const findingsOf = (of: Recording): readonly string[] => {
  const checked = checkPlaybook(playbookText(recordedPlaybook(of)), 'recorded', settings);
  return 'findings' in checked ? checked.findings : [];
};

export const document: Act = {
  did: 'download',
  on: element('link', { role: 'link', name: 'View', within: { row: 'Delivery receipt' } }),
  address: '/documents/77',
  byClick: false,
};
