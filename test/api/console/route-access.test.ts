/** Who may open what: every route of the console on both services, for every role and for nobody. */
import assert from 'node:assert/strict';
import { type ConsoleRoute, type Needs, accessFor } from '../../../api/console/route.ts';
import { dispatchConsoleRoutes } from '../../../api/console/dispatch-console.ts';
import { lanesConsoleRoutes } from '../../../api/console/lanes-console.ts';
import { type Role, roles } from '../../../domain/people/roles.ts';
import { type Browserless, openConsole, type PageAnswer, type TestConsole } from '../../support/console.ts';

type AnyRoute = Pick<ConsoleRoute<never>, 'method' | 'path' | 'needs'>;

const openToAll = [
  'get /console/push-worker.js',
  'get /console/sign-in',
  'get /console/sign-in/issuer',
  'get /console/sign-in/issuer/callback',
  'get /console/signed-out',
  'get /console/static/console.css',
  'get /console/static/console.js',
  'get /console/static/push.js',
  'get /console/static/studio.js',
  'get /console/static/watch.js',
  'get /console/welcome',
  'post /console/sign-in',
  'post /console/sign-in/code',
  'post /console/welcome',
];

const tables: Readonly<Record<'dispatch' | 'lanes', readonly AnyRoute[]>> = {
  dispatch: dispatchConsoleRoutes,
  lanes: lanesConsoleRoutes,
};

for (const service of ['dispatch', 'lanes'] as const)
  describe(`access to the console of ${service}`, () => {
    const routes = tables[service];
    let site: TestConsole<unknown>;
    const visitors = new Map<Role | null, Browserless>();

    before(async () => {
      site = await (service === 'dispatch' ? openConsole('dispatch') : openConsole('lanes'));
      visitors.set(null, site.visitor());
      for (const role of roles) visitors.set(role, await site.signInAs(role));
    });
    after(() => site.close());

    it('lets nobody in without sign-in but to sign-in itself', () => {
      const open = routes.filter(({ needs }) => needs === 'anyone').map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(open.toSorted(), openToAll);
    });

    it('names each page and act once, below /console', () => {
      const names = routes.map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
      for (const { path } of routes) assert.match(path, /^\/console(\/|$)/);
    });

    for (const role of [null, ...roles])
      it(`opens to ${role ?? 'nobody'} exactly what the table says`, async () => {
        const visitor = visitors.get(role)!;
        for (const route of routes) {
          const answer = await ask(visitor, route);
          const expected = expectation(route.needs, role);
          assert.equal(
            outcome(route, answer),
            expected,
            `${route.method} ${route.path} as ${role ?? 'nobody'}: ${answer.status}`,
          );
          assert.ok(answer.status < 500, `${route.method} ${route.path} as ${role ?? 'nobody'}: ${answer.status}`);
        }
      });

    it('refuses every act without its CSRF token, and with that of another session', async () => {
      const admin = visitors.get('admin')!;
      const foreign = await tokenOf(visitors.get('viewer')!);
      for (const { method, path } of routes)
        if (method === 'post')
          for (const token of [null, '', foreign]) {
            const { status, text } = await admin.post(filled(path), { _csrf: token });
            assert.equal(status, 403, path);
            assert.match(text, refusedForm, path);
          }
    });

    it('refuses acts that a page of another site sends, token or not', async () => {
      const admin = visitors.get('admin')!;
      const answer = await admin.post('/console/account/name', { name: 'X' }, { 'sec-fetch-site': 'same-site' });
      assert.equal(answer.status, 403);
    });
  });

/** A POST goes without its token: what stops it then shows how far it got, and nothing is done. */
function ask(visitor: Browserless, { method, path }: AnyRoute): Promise<PageAnswer> {
  return method === 'get' ? visitor.get(filled(path)) : visitor.post(filled(path), { _csrf: null });
}

const filled = (path: string): string => path.replaceAll(/:\w+/g, 'x');
const refusedForm = /This form is from before you signed in, or from another page/;

type Outcome = 'granted' | 'sign_in' | 'role_too_low';

function expectation(needs: Needs, role: Role | null): Outcome {
  const nobody = { personId: '', email: '', name: '', sessionId: '', timeZone: null, theme: null };
  const person = role === null ? null : { ...nobody, role };
  return accessFor(needs, person);
}

function outcome({ method }: AnyRoute, { status, text, location }: PageAnswer): string {
  if (method === 'get' && status === 303 && location?.startsWith('/console/sign-in?to=')) return 'sign_in';
  if (method === 'post' && status === 401) return 'sign_in';
  if (status === 403 && /This needs the role/.test(text)) return 'role_too_low';
  if (method === 'post') return status === 403 && refusedForm.test(text) ? 'granted' : `answered ${status}`;
  return status === 401 || status === 403 ? `answered ${status}` : 'granted';
}

async function tokenOf(visitor: Browserless): Promise<string> {
  const { text } = await visitor.get('/console/account');
  return /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

describe('roles of the console', () => {
  it('let each role do all that the one before it may', () => {
    const needs = ['anyone', 'viewer', 'decideApproval', 'administrate'] as const;
    const opened = (role: Role | null): Needs[] => needs.filter((one) => expectation(one, role) === 'granted');
    assert.deepEqual([null, ...roles].map(opened), [
      ['anyone'],
      ['anyone', 'viewer'],
      ['anyone', 'viewer', 'decideApproval'],
      [...needs],
    ]);
  });
});
