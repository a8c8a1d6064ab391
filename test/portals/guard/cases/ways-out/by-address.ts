/** Ways out by addresses: links, redirects, and what leads on by itself. */
import { follow, open, shown, tries } from '../building-blocks.ts';
import type { WayOut } from './way-out.ts';

export const byAddress: readonly WayOut[] = [
  {
    name: 'a link that voids by GET',
    pages: { '/start': '<h1>Start</h1><a href="/void">Next page</a>' },
    steps: [open, follow],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a link to a page that nobody declared',
    pages: { '/start': '<h1>Start</h1><a href="/do">Next page</a>' },
    steps: [open, follow],
    rule: /^element\.undeclared_page$/,
  },
  {
    name: 'a declared page with an act in its query',
    pages: { '/start': '<h1>Start</h1><a href="/next?action=cancel">Next page</a>' },
    steps: [open, follow],
    rule: /^(element\.undeclared_query|never_click\.\w+)$/,
  },
  {
    name: 'an address that servers read in two ways',
    pages: { '/start': '<h1>Start</h1><a href="/next/..%2fvoid">Next page</a>' },
    steps: [open, follow],
    rule: /^(element\.undeclared_page|never_click)/,
  },
  {
    name: 'an encoded never-click path',
    pages: { '/start': '<h1>Start</h1><a href="/%76oid">Next page</a>' },
    steps: [open, follow],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a meta refresh',
    pages: { '/start': '<meta http-equiv=refresh content="0;url=/void"><h1>Start</h1>' },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a Refresh header',
    pages: { '/start': { status: 200, headers: { refresh: '0;url=/void' }, body: '<h1>Start</h1>' } },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  ...[301, 302, 303, 307, 308].map((status): WayOut => ({
    name: `a ${status} from a declared page to a never-click path`,
    pages: {
      '/start': '<h1>Start</h1><a href="/next">Next page</a>',
      '/next': { status, headers: { location: '/void' } },
    },
    steps: [open, follow],
    rule: /^never_click\.void_bill$/,
  })),
  {
    name: 'a chain of redirects whose second hop leads away',
    pages: {
      '/start': '<h1>Start</h1><a href="/next">Next page</a>',
      '/next': { status: 302, headers: { location: '/home' } },
      '/home': { status: 302, headers: { location: '/void' } },
    },
    steps: [{ do: 'go', to: '/start', next: 'start' }, follow],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a picture whose address redirects to a never-click path',
    pages: {
      '/start': `${tries('')}<img src="/static/a.png">`,
      '/static/a.png': { status: 302, headers: { location: '/void' } },
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a redirect to another origin',
    pages: {
      '/start': '<h1>Start</h1><a href="/next">Next page</a>',
      '/next': { status: 302, headers: { location: 'http://127.0.0.1:1/next' } },
    },
    steps: [open, follow],
    rule: /^request\.foreign_origin$/,
  },
];
