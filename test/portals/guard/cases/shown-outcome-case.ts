/** A case of a message on a page that stays, and what its pages are made of. */
import type { ClickStep, ShownNext, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, pressSave, saveBody, saveForm } from './building-blocks.ts';

export const group = 'messages on a page that stays';
const once = [`POST /save ${saveBody}`];
export const taken = { status: 201, headers: { 'content-type': 'application/json' }, body: '{"number":"COR-77"}' };

/** A form that is sent by script, and what the page does with the answer. */
export const sent = (then: string, before = '', html = ''): string =>
  saveForm(
    html,
    `const say = (text, role = 'status') => { const box = document.createElement('div'); box.setAttribute('role', role); box.textContent = text; document.body.append(box); return box; };
    const after = (ms) => new Promise((done) => setTimeout(done, ms));
    const form = document.forms[0];
    form.onsubmit = async (event) => { event.preventDefault(); ${before};
      const answer = await fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(form)) }); ${then} };`,
  );
export const saying: ShownNext = { shows: { role: 'status', containing: 'saved' }, as: 'number', after: 'Correction' };
export const { next: _next, ...press } = pressSave;
export const pressAndRead: ClickStep = { ...press, next: saying };

type CaseParts = Partial<GuardCase> & { readonly name: string; readonly start: string };
export const works = ({ start, pages, ...more }: CaseParts): GuardCase => ({
  group,
  steps: [open, pressAndRead],
  ends: 'finished',
  facts: { number: 'COR-77 saved' },
  writes: once,
  timeoutMs: 20_000,
  pages: { '/start': start, '/save': taken, ...pages },
  ...more,
});
/** The write is made, and nothing says that it was accepted: people or a look at the portal have to decide. */
export const unknown = (parts: CaseParts): GuardCase => {
  const { steps, ...rest } = works(parts);
  // Only the message is waited for so briefly.
  const briefly = steps.map((step): Step => (step.do === 'click' ? { ...step, timeout_ms: 1_500 } : step));
  return { ...rest, steps: briefly, ends: 'changed', facts: {} };
};
