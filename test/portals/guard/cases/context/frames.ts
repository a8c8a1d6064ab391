/** Controls in frames: what the frame is called, and what is over it on the page around. */
import type { Step } from '../../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../../guard-case.ts';
import type { Pages } from '../../hostile-portal.ts';
import { open, reading } from '../building-blocks.ts';

const group = 'frames around a control';
const press: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Continue', within: { frame: 'Details' } },
};
const shown: Step = { do: 'expect', target: { role: 'status', containing: 'tried', within: { frame: 'Details' } } };
const inner = (ask: string, title = 'Details'): string =>
  `<title>${title}</title><button type=button>Continue</button><p role=status></p><script>addEventListener('click', () => Promise.resolve(${ask}).finally(() => { document.querySelector('[role=status]').textContent = 'tried'; }));</script>`;
const frame = '<iframe src=/frame title=Details></iframe>';

const hostile: readonly (readonly [string, string, string?])[] = [
  ['a frame by its name', '<iframe src=/frame title=Details name=voidBill></iframe>'],
  ['a frame by its id', '<iframe src=/frame title=Details id=cancel-shipment-frame></iframe>'],
  ['a heading over the frame', `<section><h2>Void bill</h2>${frame}</section>`],
  ['a dialog around the frame', `<div role=dialog><div>Cancel shipment</div>${frame}</div>`],
  ['the title of the page in the frame', frame, 'Void bill'],
  ['a label by reference', '<p id=l>Void bill</p><iframe src=/frame name=Details aria-labelledby=l></iframe>'],
];
const honest: readonly (readonly [string, string])[] = [
  ['a frame', `<section><h2>Details</h2>${frame}</section>`],
  ['a frame beside a section about the act', `<section><h2>Void bill</h2></section>${frame}`],
];

/** The same page, whose frame the portal serves by its other name: to the browser it is of another origin. */
function ofOtherOrigin(html: string): Pages[string] {
  return (request, response) => {
    const port = request.headers.host?.split(':')[1] ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<h1>Start</h1>${html.replaceAll('src=/frame', `src="http://localhost:${port}/frame"`)}`);
  };
}

export const frameCases: readonly GuardCase[] = [
  ...hostile.map(([name, html, title]) =>
    reading(group, {
      name: `${name}, of another origin`,
      start: '',
      pages: { '/start': ofOtherOrigin(html), '/frame': inner("fetch('/next')", title) },
      steps: [open, press, shown],
      rule: /^never_click\./,
      forbidden: /\/next/,
      findMs: 1_000,
      benchOnly: true,
    }),
  ),
  ...honest.map(([name, html]) =>
    reading(`${group}, harmless`, {
      name: `${name}, of another origin`,
      start: '',
      pages: { '/start': ofOtherOrigin(html), '/frame': inner('1') },
      steps: [open, press, shown],
      ends: 'finished',
      benchOnly: true,
    }),
  ),
  ...hostile.map(([name, html, title]) =>
    reading(group, {
      name,
      start: `<h1>Start</h1>${html}`,
      pages: { '/frame': inner("fetch('/next')", title) },
      steps: [open, press, shown],
      rule: /^never_click\./,
      forbidden: /\/next/,
      findMs: 1_000,
    }),
  ),
  ...honest.map(([name, html]) =>
    reading(`${group}, harmless`, {
      name,
      start: `<h1>Start</h1>${html}`,
      pages: { '/frame': inner('1') },
      steps: [open, press, shown],
      ends: 'finished',
    }),
  ),
];
