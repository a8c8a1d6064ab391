/** Pages out of a grammar of everything that tempts a robot, and what must hold on each of them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Step } from '../../../domain/dispatch/playbook/step.ts';
import type { BrowserPool } from '../../../portals/browser-pool.ts';
import { open, press, pressSave } from './cases/building-blocks.ts';
import { breaches, type GuardCase, runCase } from './guard-case.ts';
import type { HostilePortal } from './hostile-portal.ts';

const address = fc.constantFrom(
  '/next',
  '/save',
  '/void',
  '/cancel',
  '/do',
  '/start',
  '/home',
  '/next?action=void',
  '/records/0412708893',
  'http://127.0.0.1:1/x',
  'javascript:fetch("/do")',
  '//127.0.0.1/next',
  '/next/../void',
  '/static/a.png',
);
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH');
const label = fc.constantFrom(
  'Continue',
  'Save',
  'Next page',
  'Void bill',
  'Cancel',
  'Accept all',
  'Сontinue',
  'Go on',
);
const script = fc.oneof(
  fc.tuple(address, method).map(([to, how]) => `fetch('${to}',{method:'${how}'}).catch(()=>{})`),
  address.map((to) => `navigator.sendBeacon('${to}','x')`),
  address.map((to) => `location='${to.replaceAll('"', '')}'`),
  address.map((to) => `window.open('${to}')`),
  address.map((to) => `{const i=new Image();i.src='${to}'}`),
  address.map((to) => `{const x=new XMLHttpRequest();x.open('POST','${to}');x.send('a=1')}`),
  fc.constant(`{const f=document.forms[0];if(f)f.submit()}`),
  fc.constant(`confirm('Really?')`),
  fc.constant(`history.pushState(null,'','/home')`),
  fc.constant(`document.body.insertAdjacentHTML('beforeend','<div style="position:fixed;inset:0"></div>')`),
);
const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const moment = fc.constantFrom('onclick', 'onpointerdown', 'onmouseenter', 'onfocus');
const handler = fc.tuple(moment, script).map(([when, what]) => `${when}="${quoted(what)}"`);
const button = fc
  .tuple(
    label,
    fc.constantFrom('button', 'submit'),
    fc.option(handler, { nil: '' }),
    fc.option(address, { nil: undefined }),
  )
  .map(
    ([text, type, on, to]) =>
      `<button type=${type} ${on} ${to === undefined ? '' : `formaction="${quoted(to)}"`}>${text}</button>`,
  );
const link = fc
  .tuple(label, address, fc.option(handler, { nil: '' }))
  .map(([text, to, on]) => `<a href="${quoted(to)}" ${on}>${text}</a>`);
const field = fc
  .tuple(
    fc.constantFrom('pro', 'amount', 'note', '_method', 'action', 'copy'),
    fc.constantFrom('0412708839', '250.00', '900.00', 'void', 'DELETE'),
  )
  .map(([name, value]) => `<input name=${name} value="${value}">`);
const form = fc
  .tuple(address, fc.constantFrom('get', 'post'), fc.array(field, { maxLength: 4 }), button)
  .map(([to, how, fields, send]) => `<form action="${quoted(to)}" method=${how}>${fields.join('')}${send}</form>`);
const byItself = script.map((what) => `<script>setTimeout(()=>{${what}},0)</script>`);
const hostilePage = fc
  .array(fc.oneof({ weight: 3, arbitrary: button }, link, { weight: 2, arbitrary: form }, byItself), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `<h1>Start</h1>${parts.join('')}`);
const step: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  press,
  pressSave,
  { do: 'click', effect: 'read', target: { role: 'link', name: 'Next page' }, next: 'next' },
  { do: 'click', effect: 'read', target: { role: 'button', name: 'Go on' } },
  { do: 'expect', target: { role: 'heading', name: 'Start' } },
);

/** The one write that the step declares, with the fields and within the limits that it declares. */
const declaredWrite = /^POST \/save (?=.*\bpro=0412708839\b)(?=.*\bamount=250\.00\b)(?:(?:pro|amount|note)=[\w.]*&?)+$/;

/**
 * Tries pages until one gets a request out that is on no list, or a declared write twice.
 * @throws Error with the smallest such page and the seed it came from
 */
export async function tryPages(
  portal: HostilePortal,
  browsers: BrowserPool,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(hostilePage, fc.array(step, { minLength: 1, maxLength: 2 }), async (start, steps) => {
      const guardCase: GuardCase = {
        group: 'generated',
        name: 'a page out of the grammar',
        pages: {
          '/start': start,
          '/save': { status: 303, headers: { location: '/next' } },
          '/next': '<h1>Next</h1>',
        },
        steps: [open, ...steps],
        ends: 'any',
        timeoutMs: 700,
      };
      const run = await runCase(guardCase, portal, browsers);
      const writes = run.received.filter((line) => declaredWrite.test(line));
      const saves = steps.filter((each) => each === pressSave).length;
      assert.ok(writes.length <= saves, `${writes.length} writes in ${saves} steps`);
      assert.deepEqual(breaches({ ...guardCase, writes }, run), []);
    }),
    { seed, numRuns: count, endOnFailure: true },
  );
}
