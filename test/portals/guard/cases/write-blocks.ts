/** What the cases of writes are built from: the form that may be sent, and what is sent in its place by script. */
import { saveBody, saveForm } from './building-blocks.ts';

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
