/** Steps and pages that the cases of the guard's table are made of. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';

export const open: Step = { do: 'go', to: '/start', next: 'start' };
export const press: ClickStep = { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } };
/** Clicks whatever button there is, as a playbook would that the lint does not let through. */
export const pressAny: ClickStep = { do: 'click', effect: 'read', target: { role: 'button' } };
export const follow: ClickStep = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'Next page' },
  next: 'next',
};
/** Waits for the page's word that it has tried, so that no test waits for a time. */
export const shown: Step = { do: 'expect', target: { role: 'status', containing: 'tried' } };
export const next = '<h1>Next</h1>';
const say = `<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;

export function tries(script: string): string {
  return `<h1>Start</h1>${say}<script>Promise.resolve().then(async () => { ${script} }).catch(() => {}).finally(done);</script>`;
}
export function onClick(script: string, button = '<button type=button>Continue</button>'): string {
  return `<h1>Start</h1>${button}${say}<script>document.querySelector('button').addEventListener('click', async () => { try { ${script} } catch {} finally { done(); } });</script>`;
}

export const pressSave: ClickStep = {
  do: 'click',
  effect: 'write',
  target: { role: 'button', name: 'Save' },
  expects: [
    {
      method: 'POST',
      path: '/save',
      content: 'form',
      fields: ['pro', 'amount', 'note'],
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'amount', at_most: '250.00' },
      ],
      opaque: [{ field: 'note', pattern: '[A-Za-z0-9_.]*', max_length: 80 }],
    },
  ],
  dialog: 'none',
  limit: 'none',
  next: 'next',
};
export const saveBody = 'pro=0412708839&amount=250.00';
export const saved = { status: 303, headers: { location: '/next' } };
export function saveForm(fields = '', script = ''): string {
  return `<h1>Start</h1><form method=post action=/save><input name=pro value=0412708839><input name=amount value=250.00>${fields}<button>Save</button></form>${script === '' ? '' : `<script>${script}</script>`}`;
}

type CaseParts = Partial<GuardCase> & { readonly name: string; readonly start: GuardCase['pages'][string] };

/** A case that reads; it is stopped, unless it says otherwise. */
export function reading(group: string, parts: CaseParts): GuardCase {
  const { start, pages, ...more } = parts;
  return { group, steps: [open, press, shown], ends: 'stopped', ...more, pages: { '/start': start, ...pages } };
}
/** A case that writes by the declared form; nothing may arrive, unless it says otherwise. */
export function writing(group: string, parts: CaseParts): GuardCase {
  return reading(group, {
    steps: [open, pressSave],
    ...parts,
    pages: { '/save': saved, '/next': next, ...parts.pages },
  });
}
