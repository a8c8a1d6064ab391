/** Ways out at the moment of an input: dialogs, covers, fields, and pages that are suddenly others. */
import { follow, onClick, open, press, shown } from '../building-blocks.ts';
import type { WayOut } from './way-out.ts';

export const byInput: readonly WayOut[] = [
  {
    name: 'a confirm that wants a yes',
    pages: { '/start': onClick('if (confirm("Really?")) await fetch("/next", { method: "POST" })') },
    steps: [open, press, shown],
    rule: /^dialog\.undeclared$/,
  },
  {
    name: 'a page that acts on a dismissed dialog',
    pages: { '/start': onClick('if (!confirm("Keep it?")) await fetch("/void", { method: "POST" })') },
    steps: [open, press, shown],
    rule: /^dialog\.undeclared$/,
  },
  {
    name: 'a cover over the button',
    pages: {
      '/start': `${onClick('')}<div style="position:fixed;inset:0;opacity:.01" onclick="fetch('/next',{method:'POST'})"></div>`,
    },
    steps: [open, press],
    findMs: 400,
    rule: /^element\.covered$/,
  },
  {
    name: 'a select that sends its form',
    pages: {
      '/start':
        '<h1>Start</h1><form method=post action=/next><label for=v>View</label><select id=v name=v onchange="this.form.submit()"><option>A<option>B</select></form>',
    },
    steps: [open, { do: 'choose', target: { label: 'View' }, option: 'B' }, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a field that posts while typing',
    pages: { '/start': "<h1>Start</h1><label>Search <input oninput=\"fetch('/next',{method:'POST'})\"></label>" },
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }],
    rule: null,
  },
  {
    name: 'a page that goes to another record',
    pages: { '/start': '<h1>Start</h1><a href="/records/9999999999">Next page</a>' },
    steps: [open, { ...follow, next: 'record' }],
    rule: /^element\.undeclared_page$/,
  },
  {
    name: 'a page that slips to another page before the input',
    pages: { '/start': `${onClick('')}<script>history.replaceState(null, '', '/home')</script>` },
    steps: [open, press],
    rule: /^response\.other_page$/,
  },
];
