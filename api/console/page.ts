/** What every page of the console has around it: head, navigation, who is signed in, notice, headers. */
import type { Context } from 'koa';
import { personActor } from '../../domain/actor.ts';
import { isLoopbackHost } from '../../process/base-url.ts';
import type { AttentionCounts } from '../../store/follow-ups.ts';
import { brandMark, type Content, type Html, html } from '../http/html.ts';
import { comesOverTls } from './cookies.ts';
import { csrfField, findingsList } from './form.ts';
import { stateOf, type ConsoleDeps, type ConsoleService, type Needs, type SignedIn, may } from './route.ts';
import { scriptPath, stylePath } from './static.ts';

type Section = 'home' | 'tasks' | 'approvals' | 'lanes' | 'settle' | 'deliveries' | 'administration' | 'account' | null;

interface ConsolePage {
  readonly title: string;
  readonly section: Section;
  readonly body: Html;
  readonly status?: number;
  /** The page looks again by itself this often, without losing focus or place. */
  readonly refreshSeconds?: number;
  readonly crumbs?: readonly Crumb[];
}

/** A page above this one. */
export interface Crumb {
  readonly text: string;
  readonly href: string;
}

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface NavigationItem {
  readonly section: NonNullable<Section>;
  readonly text: string;
  readonly path: string;
  /** Where it is served; null: on both services. */
  readonly service: ConsoleService | null;
  readonly needs: Needs;
}

const navigation: readonly NavigationItem[] = [
  { section: 'home', text: 'Home', path: '/console', service: null, needs: 'viewer' },
  { section: 'tasks', text: 'Tasks', path: '/console/tasks', service: 'dispatch', needs: 'viewer' },
  { section: 'approvals', text: 'Approvals', path: '/console/approvals', service: 'dispatch', needs: 'viewer' },
  { section: 'lanes', text: 'Lanes', path: '/console/lanes', service: 'lanes', needs: 'viewer' },
  { section: 'settle', text: 'Disagreements', path: '/console/settle', service: 'lanes', needs: 'viewer' },
  { section: 'deliveries', text: 'Deliveries', path: '/console/deliveries', service: null, needs: 'viewer' },
  {
    section: 'administration',
    text: 'Administration',
    path: '/console/administration',
    service: null,
    needs: 'administrate',
  },
];

/** Answers with a page: layout, navigation by role, the notice of the last act, headers. */
export function sendPage(deps: ConsoleDeps, ctx: Context, page: ConsolePage): void {
  const { person: who, shownNotice, attention, refusedForm } = stateOf(ctx);
  ctx.status = page.status ?? 200;
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'private, no-store',
    // Sent over plain HTTP it would count for nothing.
    ...(comesOverTls(ctx) ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  });
  ctx.body = html`<!doctype html>
    <html lang="en" ${settingsOf(who)}>
      <head>
        <meta charset="utf-8" />
        <title>${page.title} · Lanekeeper</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="${stylePath}" />
        <script src="${scriptPath}" defer></script>
      </head>
      <body>
        <a class="skip-link" href="#content">Skip to content</a>
        ${header(deps, ctx, { who, attention }, page.section)}
        <main id="content" tabindex="-1" ${pollAttribute(page.refreshSeconds)}>
          ${crumbsOf(page)} ${shownNotice === null ? null : html`<p class="notice" role="status">${shownNotice}</p>`}
          ${refusedForm !== null && findingsList(refusedForm.findings, refusedForm.page)} ${page.body}
        </main>
      </body>
    </html>`.markup.trim();
}

/** What the style and the script of the console need to know of the person's settings. */
function settingsOf(who: SignedIn | null): Content {
  return [
    who?.theme ? html` data-theme="${who.theme}"` : null,
    who?.timeZone ? html` data-time-zone="${who.timeZone}"` : null,
  ];
}

/** Who is signed in, on a route that needs somebody. */
export function person(ctx: Context): SignedIn {
  const { person: who } = stateOf(ctx);
  if (who === null) throw new TypeError('this route is open without sign-in');
  return who;
}

/** How a person is named in the audit log and in decisions. */
export function actorOf(ctx: Context): string {
  return personActor(person(ctx).email);
}

/**
 * Goes on to another page (303) after an act.
 * @param to a path of this service
 * @param notice a sentence that the next page shows once
 */
export function redirect(ctx: Context, to: string, notice?: string): void {
  if (notice !== undefined) stateOf(ctx).nextNotice = notice;
  ctx.status = 303;
  ctx.set('Location', to);
  ctx.body = '';
}

/**
 * The address of a page on one of the two services, seen from the other. On loopback the name that the browser uses
 * stays, because cookies of 127.0.0.1 are not sent to localhost.
 */
export function linkTo(deps: ConsoleDeps, ctx: Context, service: ConsoleService | null, path: string): string {
  if (service === null || service === deps.service) return path;
  const address = new URL(deps.addresses[service]);
  if (isLoopbackHost(address.hostname) && isLoopbackHost(ctx.hostname)) address.hostname = ctx.hostname;
  return `${address.href.replace(/\/+$/, '')}${path}`;
}

/** Which of the two services serves a page, judged by its path; null: both, or none. */
export function serviceOf(path: string): ConsoleService | null {
  const item = navigation.find(({ service, path: top }) => service !== null && isBelow(path, top));
  return item?.service ?? null;
}

const isBelow = (path: string, top: string): boolean => path === top || path.startsWith(`${top}/`);

/** A relative time, with the exact one behind it; the script shows that in the person's time zone. */
export function when(at: Date, now: Date): Html {
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}">${relativeTime(at, now)}</time>`;
}

/** More are shown as this many and a plus sign. */
export const attentionAtMost = 99;

const countedSections = {
  tasks: 'tasks',
  approvals: 'approvals',
  lanes: 'signoffs',
  settle: 'disagreements',
} as const;
const countedText = {
  tasks: 'need a person',
  approvals: 'pending',
  lanes: 'sign-offs pending',
  settle: 'waiting',
} as const;

/** How many of a section need a person, beside its name. */
function countOf(section: NonNullable<Section>, attention: AttentionCounts | null): Content {
  if (attention === null || !(section in countedSections)) return null;
  const name = section as keyof typeof countedSections;
  const count = attention[countedSections[name]];
  if (count === 0) return null;
  return html` <span class="nav-count"
    >${cappedCount(count)}<span class="visually-hidden"> ${countedText[name]}</span></span
  >`;
}

/** The same of all sections, where their names are behind the menu. */
function countOfAll(attention: AttentionCounts | null): Content {
  if (attention === null) return null;
  const count = Object.values(countedSections).reduce((sum, name) => sum + attention[name], 0);
  if (count === 0) return null;
  return html` <span class="nav-count of-all"
    >${cappedCount(count)}<span class="visually-hidden"> need attention</span></span
  >`;
}

const cappedCount = (count: number): string => (count > attentionAtMost ? `${attentionAtMost}+` : String(count));

function header(
  deps: ConsoleDeps,
  ctx: Context,
  { who, attention }: { readonly who: SignedIn | null; readonly attention: AttentionCounts | null },
  section: Section,
): Html {
  const brand = html`<a class="brand" href="/console"> ${brandMark} Lanekeeper </a>`;
  if (who === null) return html`<header class="top">${brand}</header>`;
  const items = navigation
    .filter((item) => may(who, item.needs))
    .map(
      (item) =>
        html`<li>
          <a href="${linkTo(deps, ctx, item.service, item.path)}" ${currentIf(item.section === section)}
            >${item.text}${countOf(item.section, attention)}</a
          >
        </li>`,
    );
  // A popover on narrow windows; on wide ones the style shows it beside the page.
  return html`<header class="top">
    ${brand}
    <a href="/console/search" data-search aria-keyshortcuts="Control+K Meta+K" title="Search (Ctrl-K)" class="to-search"
      >Search</a
    >
    <button class="button button-small open-menu" type="button" popovertarget="menu">
      Menu${countOfAll(attention)}
    </button>
    <div class="menu" id="menu" popover>
      <nav aria-label="Main">
        <ul>
          ${items}
        </ul>
      </nav>
      <div class="who">
        <a href="/console/account" ${currentIf(section === 'account')} title="${who.email}">${who.name}</a>
        <form method="post" action="/console/sign-out">
          ${csrfField(ctx)}<button class="button button-quiet">Sign out</button>
        </form>
      </div>
    </div>
  </header>`;
}

const currentIf = (current: boolean): Content => (current ? html`aria-current="page"` : null);

const pollAttribute = (seconds: number | undefined): Content =>
  seconds === undefined ? null : html`data-poll="${seconds}"`;

function crumbsOf({ crumbs = [], title }: ConsolePage): Content {
  if (crumbs.length === 0) return null;
  return html`<nav class="crumbs" aria-label="Breadcrumb">
    <ol>
      ${crumbs.map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`)}
      <li aria-current="page">${title}</li>
    </ol>
  </nav>`;
}

/** Times as pages show them. */
const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Such as `3 minutes ago`, `in 2 days`, `just now`. */
function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (size < 45) return seconds <= 0 ? 'just now' : 'in a moment';
  for (const [unit, length] of units)
    if (size >= length * 0.95 || unit === 'minute') return words.format(Math.round(seconds / length), unit);
  return 'just now';
}

/** Such as `2026-11-21 16:40:05 UTC`. */
export function exactTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
