/** What the cases of writes are built from: the form that may be sent, and what is sent in its place by script. */
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, saveBody, saveForm } from './building-blocks.ts';

export const group = 'writes';
export const once = [`POST /save ${saveBody}`];
/** Sends by script what a person would think the button sends. */
export const instead = (script: string): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = (event) => { event.preventDefault(); const form = event.target; ${script} }`,
  );
export const fields = `new URLSearchParams(new FormData(form))`;
export const undeclared = /^request\.undeclared_write$/;

/** An endpoint that accepts everything and is told in a field what to do: the page sends it `beat` again and again. */
export const endpoint = (beat: string): Partial<GuardCase> => ({
  pages: {
    '/start': saveForm(
      '<input type=hidden name=op value=save>',
      `setInterval(() => fetch('/save', { method: 'POST', body: new URLSearchParams('${beat}') }), 100)`,
    ),
    '/save': { status: 303, headers: { location: '/next' } },
    '/next': next,
  },
  steps: [
    open,
    {
      ...pressSave,
      expects: [
        {
          method: 'POST',
          path: '/save',
          content: 'form',
          fields: ['pro', 'amount', 'op'],
          constraints: [
            { field: 'pro', equals: '{{pro}}' },
            { field: 'amount', at_most: '250.00' },
            { field: 'op', equals: 'save' },
          ],
        },
      ],
    },
  ],
});
