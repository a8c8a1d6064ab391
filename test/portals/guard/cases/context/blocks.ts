/** What the cases of a control's context are built from: one control whose click says so on the page. */
import type { Step } from '../../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../../guard-case.ts';
import { open, press, reading, shown } from '../building-blocks.ts';

export const continueButton = '<button type=button>Continue</button>';

/** Any click on the page asks for a page that nothing may ask for here. */
const status = `<p role=status></p><script>addEventListener('click', (event) => { event.preventDefault(); fetch('/next').finally(() => { document.querySelector('[role=status]').textContent = 'tried'; }); });</script>`;
/** Any click on the page shows that it has come. */
const heard = `<p role=status></p><script>addEventListener('click', (event) => { event.preventDefault(); document.querySelector('[role=status]').textContent = 'tried'; });</script>`;

type Row = readonly [name: string, html: string, step?: Step];

/** Each is stopped by one of the rules before its click. */
export function hostile(group: string, rows: readonly Row[], rule = /^never_click\./): GuardCase[] {
  return rows.map(([name, html, step = press]) =>
    reading(group, {
      name,
      start: `<h1>Start</h1>${html}${status}`,
      steps: [open, step, shown],
      rule,
      forbidden: /\/next/,
      findMs: 1_000,
    }),
  );
}

/** Each is worked to its end. */
export function honest(group: string, rows: readonly Row[], more: Partial<GuardCase> = {}): GuardCase[] {
  return rows.map(([name, html, step = press]) =>
    reading(group, {
      name,
      start: `<h1>Start</h1>${html}${heard}`,
      steps: [open, step, shown],
      ends: 'finished',
      ...more,
    }),
  );
}

export const pressNamed = (name: string, role: 'button' | 'link' = 'button'): Step => ({
  do: 'click',
  effect: 'read',
  target: { role, name },
});

/** A custom element of the page, with a shadow root. */
export function component(name: string, shadow: string, mode = 'open'): string {
  return `<script>customElements.define('${name}', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: '${mode}' }).innerHTML = ${JSON.stringify(shadow).replaceAll('</', '<\\/')}; } });</script>`;
}
