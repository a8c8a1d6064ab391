/** Links and tabs that are called like lists of acts: they are followed where they show, and not where they act. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, reading, shown } from './building-blocks.ts';

const group = 'lists of acts';
const followed = (name: string): Step => ({
  do: 'click',
  effect: 'read',
  target: { role: 'link', name },
  next: 'next',
});
const pressed = (role: 'tab' | 'button', name: string): ClickStep => ({
  do: 'click',
  effect: 'read',
  target: { role, name },
});
const link = (name: string, href: string, ends: GuardCase['ends'], more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, {
    name: `a link "${name}" to ${href}`,
    start: `<h1>Start</h1><nav><a href="${href}">${name}</a></nav>`,
    pages: { '/next': next },
    steps: [open, followed(name)],
    ends,
    benchOnly: true,
    ...more,
  });
const tab = (attributes: string): string =>
  `<h1>Start</h1><div role=tablist><button type=button role=tab ${attributes}>Void history</button></div><p role=status></p><script>document.querySelector('[role=tab]').addEventListener('click', () => { document.querySelector('[role=status]').textContent = 'tried'; });</script>`;
const filter = (name: string): string =>
  `<h1>Start</h1><button type=button id="${name.toLowerCase().replaceAll(' ', '-')}">${name}</button><p role=status></p><script>document.querySelector('button').addEventListener('click', () => { document.querySelector('[role=status]').textContent = 'tried'; });</script>`;

export const actListCases: readonly GuardCase[] = [
  link('Voids', '/next', 'finished', { benchOnly: false }),
  link('Void history', '/next', 'finished'),
  link('Write-offs', '/next', 'finished'),
  link('Voids', '/void', 'stopped', { rule: /^never_click\.void_bill$/, benchOnly: false }),
  link('Cancellations', '/cancel?id=1', 'stopped', { rule: /^never_click\.cancel_shipment$/ }),
  link('Void', '/next', 'stopped', { rule: /^never_click\.void_bill$/ }),
  link('Write off', '/next', 'stopped', { rule: /^never_click\.write_off_balance$/ }),
  reading(group, {
    name: 'a tab "Void history"',
    start: tab('id=void-history-tab aria-controls=void-history-panel'),
    steps: [open, pressed('tab', 'Void history'), shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a tab "Void history" that writes',
    start: tab('hx-post="/next"'),
    steps: [open, pressed('tab', 'Void history'), shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button "Voids" that sends a form',
    start: '<h1>Start</h1><form method=post action=/next><button>Voids</button></form>',
    steps: [open, pressed('button', 'Voids')],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button "Remove filter invoice"',
    start: filter('Remove filter invoice'),
    steps: [open, pressed('button', 'Remove filter invoice'), shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button "Remove invoice"',
    start: filter('Remove invoice'),
    steps: [open, pressed('button', 'Remove invoice'), shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
];
