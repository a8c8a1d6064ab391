/**
 * The Gallery: deliveries of the sandbox's TMS behind what real portals are made of. One sign-in at an identity provider of
 * another origin leads to three wings with the same records: a single-page application, an old one of postbacks, and
 * one of frames and windows. Nothing is stored, and nothing can be written.
 */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { seedShipments } from '../tms/seed.ts';
import type { Account } from '../framework/application.ts';
import { deliveriesOf, type Deliveries } from './deliveries.ts';
import { formOf, sheet, wing } from './gallery-page.ts';
import { identityProvider } from './identity-provider.ts';
import { frameWing } from './frame-wing.ts';
import { postbackWing } from './postback-wing.ts';
import { singlePageWing } from './single-page-wing.ts';

export interface Gallery {
  readonly url: string;
  /** Of the identity provider, which serves the signed addresses of documents too. */
  readonly identityUrl: string;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

/** @param account that the identity provider accepts */
export async function startGallery({
  port = 0,
  identityPort = 0,
  account,
}: {
  readonly port?: number;
  readonly identityPort?: number;
  readonly account: Account;
}): Promise<Gallery> {
  const deliveries = deliveriesOf(seedShipments());
  const servers: Server[] = [];
  const urls = { portal: '', identity: '' };
  const identity = identityProvider({ account, deliveries, portalUrl: () => urls.portal });
  urls.identity = await listen(servers, identity.application, identityPort);
  const portal = portalApplication(
    deliveries,
    (code) => identity.redeem(code),
    () => urls,
  );
  urls.portal = await listen(servers, portal, port);
  return {
    url: urls.portal,
    identityUrl: urls.identity,
    async stop() {
      await Promise.all(servers.map(close));
    },
  };
}

/** @param redeem exchanges the code of a sign-in for the name of who signed in */
function portalApplication(
  deliveries: Deliveries,
  redeem: (code: string) => string | undefined,
  urls: () => { readonly portal: string; readonly identity: string },
): Koa {
  const sessions = new Map<string, string>();
  const states = new Set<string>();
  const application = new Koa();
  const router = new Router();
  router.get('/callback', (ctx) => {
    const { code = '', state = '' } = ctx.query as Record<string, string | undefined>;
    const person = states.delete(state) ? redeem(code) : undefined;
    if (person === undefined) {
      ctx.redirect('/');
      return;
    }
    const session = randomBytes(24).toString('hex');
    sessions.set(session, person);
    ctx.cookies.set('gallery', session, { httpOnly: true, sameSite: 'lax' });
    ctx.redirect('/');
  });
  application.use(async (ctx, next) => {
    const person = sessions.get(ctx.cookies.get('gallery') ?? '');
    if (person !== undefined || ctx.path === '/callback') {
      ctx.state['person'] = person;
      await next();
      return;
    }
    const state = randomBytes(12).toString('hex');
    states.add(state);
    const back = new URLSearchParams({ client_id: 'gallery', redirect_uri: `${urls().portal}/callback`, state });
    ctx.redirect(`${urls().identity}/authorize?${back.toString()}`);
  });
  router.get('/', (ctx) => {
    const body = `<ul><li><a href="/app">Single-page wing</a></li><li><a href="/postback/Search.aspx">Postback wing</a></li>
      <li><a href="/frames">Frame wing</a></li></ul>`;
    ctx.body = sheet('Gallery', wing(String(ctx.state['person']), `<h1>Gallery</h1>${body}`));
  });
  singlePageWing(router, deliveries);
  postbackWing(router, deliveries);
  frameWing(router, deliveries, () => urls().identity);
  application.use(formOf).use(router.routes());
  return application;
}

async function listen(servers: Server[], application: Koa, port: number): Promise<string> {
  const handle = application.callback();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => void handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  servers.push(server);
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
