/** Ways out by other windows, and by buttons that lead a form elsewhere. */
import { follow, next, onClick, open, press, shown } from '../building-blocks.ts';
import type { WayOut } from './way-out.ts';

export const byWindow: readonly WayOut[] = [
  {
    name: 'a window that the page opens',
    pages: { '/start': onClick('window.open("/next")'), '/next': next },
    steps: [open, press, shown, shown],
    rule: /^input\.undeclared_window$/,
  },
  {
    name: 'a window onto a never-click path',
    pages: { '/start': onClick('window.open("/void")') },
    steps: [open, press, shown, shown],
    rule: /^(never_click\.void_bill|input\.undeclared_window)$/,
  },
  {
    name: 'a form that posts into a new window',
    pages: { '/start': '<h1>Start</h1><form method=post action=/next target=_blank><button>Continue</button></form>' },
    steps: [open, press],
    rule: /^element\.write_in_read_step$/,
  },
  {
    name: 'a form sent into a new window by script',
    pages: { '/start': `${onClick('document.forms[0].submit()')}<form method=post action=/next target=_blank></form>` },
    steps: [open, press, shown, shown],
    rule: /^(request\.undeclared_write|input\.undeclared_window)$/,
  },
  {
    name: 'a button with a formaction of its own',
    pages: {
      '/start': '<h1>Start</h1><form action=/next><button formaction="/void" formmethod=post>Continue</button></form>',
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a button that sends another form',
    pages: {
      '/start':
        '<h1>Start</h1><form id=other method=post action=/void></form><form action=/next><button form=other>Continue</button></form>',
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a formaction put in while the mouse comes near',
    pages: {
      '/start':
        "<h1>Start</h1><form action=/next><button onmouseenter=\"this.formMethod = 'post'; this.formAction = '/collect'\">Continue</button></form>",
      '/next': next,
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^(element\.write_in_read_step|request\.undeclared_write)$/,
  },
  {
    name: "a field named action that hides the form's own",
    pages: {
      '/start':
        '<h1>Start</h1><form method=post action=/void><input type=hidden name=action value="/next"><input type=hidden name=method value=get><button>Continue</button></form>',
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a javascript: link',
    pages: { '/start': "<h1>Start</h1><a href=\"javascript:fetch('/next',{method:'POST'})\">Next page</a>" },
    steps: [open, follow],
    rule: /^element\.script_address$/,
  },
  {
    name: 'a data: link',
    pages: { '/start': '<h1>Start</h1><a href="data:text/html,<h1>Next</h1>">Next page</a>' },
    steps: [open, follow],
    rule: /^element\.script_address$/,
  },
];
