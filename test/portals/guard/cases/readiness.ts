/** Pages whose controls are not ready at once: those that get ready are worked, those that turn into another act are not. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { follow, next, onClick, open, press, pressSave, saveBody, shown } from './building-blocks.ts';

const group = 'readiness';
const pressOn: ClickStep = { ...press, next: 'next' };
/** Reads on after the click. */
const tried: readonly Step[] = [open, press, shown];
const toNext: readonly Step[] = [open, pressOn];
const page = (body: string): string => `<!doctype html><h1>Start</h1>${body}`;
const button = '<form action=/next><button id=b>Continue</button></form>';
const script = (text: string): string => `<script>${text}</script>`;

type CaseParts = Pick<GuardCase, 'name' | 'steps'> & Partial<GuardCase> & { readonly start: string };

function works({ start, pages, ...parts }: CaseParts): GuardCase {
  return { group, ends: 'finished', ...parts, pages: { '/start': start, '/next': next, ...pages } };
}
function holds({ start, pages, ...parts }: CaseParts): GuardCase {
  return {
    group,
    ends: 'stopped',
    forbidden: /void|\/next/,
    ...parts,
    pages: { '/start': start, '/next': next, ...pages },
  };
}

const drawnBox = (hidden: string): string =>
  page(
    `<style>.n{${hidden}} .d{display:inline-block;width:16px;height:16px;border:1px solid}</style><label><input class=n type=checkbox id=c><span class=d></span> Continue</label><p role=status></p>${script(
      `c.onchange = () => { document.querySelector('[role=status]').textContent = c.checked ? 'tried' : '' }`,
    )}`,
  );
const tick: ClickStep = { do: 'click', effect: 'read', target: { role: 'checkbox', name: 'Continue' } };
const tickLabel: ClickStep = { do: 'click', effect: 'read', target: { label: 'Continue' } };
const bar = '<div style="position:fixed;left:0;right:0;background:#fff;height:120px;z-index:9;';

const honest: readonly GuardCase[] = [
  works({
    name: 'a spinner lies over the page for a while',
    start: page(
      `${button}<div id=s style="position:fixed;inset:0;background:#fff8">Loading</div>${script(`setTimeout(() => s.remove(), 700)`)}`,
    ),
    steps: toNext,
  }),
  works({
    name: 'a button is enabled after a while',
    start: page(
      `<form action=/next><button id=b disabled>Continue</button></form>${script(`setTimeout(() => { b.disabled = false }, 900)`)}`,
    ),
    steps: toNext,
  }),
  works({
    name: 'a button is shown after a while',
    start: page(
      `<form action=/next><button id=b style="display:none">Continue</button></form>${script(`setTimeout(() => { b.style.display = '' }, 700)`)}`,
    ),
    steps: toNext,
  }),
  works({
    name: 'a button comes after a while',
    start: page(`<div id=r></div>${script(`setTimeout(() => { r.innerHTML = '${button}' }, 700)`)}`),
    steps: toNext,
  }),
  works({
    name: 'the page is drawn again and again',
    // A press on a busy machine can take longer than the page stays the same.
    benchOnly: true,
    start: page(
      `<div id=r></div>${script(`const draw = () => { r.innerHTML = '${button}' }; draw(); setInterval(draw, 150)`)}`,
    ),
    steps: toNext,
  }),
  works({
    name: 'a field is drawn again and again until something is typed',
    start: page(
      `<div id=r></div>${script(`const draw = () => { if (!r.querySelector('input')?.value) r.innerHTML = '<label>Search <input></label>' }; draw(); setInterval(draw, 150)`)}${button}`,
    ),
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }, pressOn],
  }),
  works({
    name: 'a field is read-only for a while',
    benchOnly: true,
    start: page(
      `<label>Search <input id=i readonly></label>${button}${script(`setTimeout(() => { i.readOnly = false }, 900)`)}`,
    ),
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }, pressOn],
  }),
  works({
    name: 'a native radio button is hidden behind a drawn one',
    benchOnly: true,
    start: page(
      `<label><input type=radio name=r id=c style="position:absolute;opacity:0;width:1px;height:1px"><span style="display:inline-block;width:16px;height:16px;border:1px solid"></span> Continue</label><p role=status></p>${script(
        `c.onchange = () => { document.querySelector('[role=status]').textContent = 'tried' }`,
      )}`,
    ),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'radio', name: 'Continue' } }, shown],
  }),
  works({
    name: 'a picture whose address is its content lies in the button',
    benchOnly: true,
    start: page(
      `<form action=/next><button><img alt="" width=8 height=8 src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E${'%3Cg/%3E'.repeat(2_000)}%3C/svg%3E">Continue</button></form>`,
    ),
    steps: toNext,
  }),
  works({
    name: 'a button slides in',
    start: page(
      `<style>@keyframes in { from { transform: translateX(900px) } } #b { animation: in .8s }</style>${button}`,
    ),
    steps: toNext,
  }),
  works({
    name: 'a button fades in',
    start: page(`<style>@keyframes in { from { opacity: 0 } } #b { animation: in .8s }</style>${button}`),
    steps: toNext,
  }),
  works({
    name: 'the page scrolls smoothly',
    start: page(`<style>html { scroll-behavior: smooth }</style><div style="height:4000px"></div>${button}`),
    steps: toNext,
  }),
  works({
    name: 'a bar sticks to the lower edge',
    benchOnly: false,
    start: page(
      `<div style="height:1500px"></div>${button}<div style="height:1500px"></div>${bar}bottom:0">Terms</div>`,
    ),
    steps: toNext,
  }),
  works({
    name: 'bars stick to both edges of a scrolled page',
    start: page(
      `<div style="height:3000px"></div>${button}<div style="height:1500px"></div>${bar}bottom:0">Terms</div>${bar}top:0">Menu</div>${script('scrollTo(0, 2950)')}`,
    ),
    steps: toNext,
  }),
  works({
    name: 'a link runs over two lines',
    benchOnly: false,
    start: page(
      `<p style="width:160px;font:16px monospace">Some text here <a href=/next>Next page</a></p><style>p { word-spacing: 12px }</style>`,
    ),
    steps: [open, follow],
  }),
  works({
    name: 'a link runs over two lines around a picture',
    start: page(
      `<div style="width:220px;font:16px/40px monospace">A word before it <a href=/next>Next page</a> and some words after it</div>`,
    ),
    steps: [open, follow],
  }),
  ...(
    [
      ['transparent', 'opacity:0;position:absolute'],
      ['clipped', 'position:absolute;width:1px;height:1px;clip:rect(0 0 0 0);overflow:hidden'],
      ['moved away', 'position:absolute;left:-9999px'],
    ] as const
  ).flatMap(([how, style]) => [
    works({
      name: `a native check box is ${how} behind a drawn one`,
      start: drawnBox(style),
      steps: [open, tick, shown],
    }),
    works({
      name: `a native check box is ${how} behind a drawn one and found by its label`,
      start: drawnBox(style),
      steps: [open, tickLabel, shown],
      benchOnly: true,
    }),
  ]),
  works({
    name: 'a native check box lies transparent over a drawn one',
    benchOnly: false,
    start: page(
      `<span style="position:relative;display:inline-block;width:20px;height:20px"><input type=checkbox id=c aria-label=Continue style="position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0"><span style="display:block;width:20px;height:20px;border:1px solid"></span></span><p role=status></p>${script(
        `c.onchange = () => { document.querySelector('[role=status]').textContent = 'tried' }`,
      )}`,
    ),
    steps: [open, tick, shown],
  }),
  works({
    name: 'a menu opens when the mouse is over it',
    start: page(
      `<style>ul { visibility: hidden } nav:hover ul { visibility: visible }</style><nav><button type=button>Menu</button><ul><li><a href=/next>Next page</a></ul></nav>`,
    ),
    steps: [open, { ...press, target: { role: 'button', name: 'Menu' } }, follow],
  }),
  works({
    name: 'a button grows under the mouse',
    start: page(`<style>#b { transition: transform .3s } #b:hover { transform: scale(1.3) }</style>${button}`),
    steps: toNext,
  }),
  works({
    name: 'a tab panel opens slowly',
    start: page(
      `<button type=button role=tab onclick="p.style.height='80px'">Details</button><div id=p style="height:0;overflow:hidden;transition:height .6s">${button}</div>`,
    ),
    steps: [open, { ...press, target: { role: 'tab', name: 'Details' } }, pressOn],
  }),
  works({
    name: 'the heading of the page comes late',
    benchOnly: false,
    start: `<!doctype html><div id=r></div>${button}${script(`setTimeout(() => { r.innerHTML = '<h1>Start</h1>' }, 700)`)}`,
    steps: toNext,
  }),
  works({
    name: 'a page comes by a route',
    benchOnly: false,
    start: page(
      `<a href=/next onclick="event.preventDefault(); history.pushState(null, '', '/next'); setTimeout(() => { document.body.innerHTML = '<h1>Next</h1>' }, 300)">Next page</a>`,
    ),
    steps: [open, follow],
  }),
  works({
    name: 'a page comes under the same address',
    start: onClick(`document.querySelector('h1').textContent = 'Next'`),
    pages: {},
    steps: [open, press, shown, { do: 'expect', target: { role: 'heading', name: 'Next' } }],
  }),
];

const said = (script: string): string => `${script}; document.querySelector('[role=status]').textContent = 'tried'`;
const drawnList = (option: string, chosen: string): string =>
  page(
    `<button type=button id=k aria-haspopup=listbox aria-expanded=false aria-label=Reason>None</button><ul role=listbox id=l hidden><li role=option tabindex=-1>None</li><li role=option tabindex=-1 id=o>${option}</li></ul><p role=status></p>${script(
      `k.onclick = () => { k.setAttribute('aria-expanded', 'true'); setTimeout(() => { l.hidden = false }, 200) }; o.onclick = () => { ${said(chosen)} }`,
    )}`,
  );
const choose = (label: string, option: string): Step => ({ do: 'choose', target: { label }, option });
const routes = (body: string): string =>
  page(
    `<div id=r>${body}</div>${script(
      `const show = () => setTimeout(() => { if (location.hash === '#/bills/0412708839') document.body.innerHTML = '<h1>Bill 0412708839</h1>'; if (location.hash === '#/bills/1') document.body.innerHTML = '<h1>Bill 0412708839</h1>' }, 200); addEventListener('hashchange', show); show()`,
    )}`,
  );
const controls: readonly GuardCase[] = [
  works({
    name: 'a list sends its form when something is chosen',
    start: page(
      `<form action=/next><label>View <select onchange="this.form.submit()"><option>One<option>Two</select></label></form>`,
    ),
    steps: [open, { ...choose('View', 'Two'), next: 'next' } as Step],
    benchOnly: false,
  }),
  works({
    name: 'a list sends its form, and the step does not say so',
    start: page(
      `<form action=/next><label>View <select onchange="this.form.submit()"><option>One<option>Two</select></label></form>`,
    ),
    steps: [open, choose('View', 'Two'), shown],
    findMs: 1_000,
    ends: 'changed',
  }),
  works({
    name: 'the options of a list come after a while',
    start: page(
      `<label>View <select id=v></select></label><p role=status></p>${script(`v.onchange = () => { ${said('')} }; setTimeout(() => { v.innerHTML = '<option>One<option>Two' }, 600)`)}`,
    ),
    steps: [open, choose('View', 'Two'), shown],
  }),
  works({
    name: 'a list is drawn by the page',
    start: drawnList('Weight', ''),
    steps: [open, choose('Reason', 'Weight'), shown],
    benchOnly: false,
  }),
  works({
    name: 'a mark in a label is hidden from screen readers',
    start: page(
      `<label for=a>Amount <span aria-hidden=true>*</span></label><input id=a oninput="${said('')}"><p role=status></p>`,
    ),
    steps: [open, { do: 'fill', target: { label: 'Amount' }, value: '12.00' }, shown],
    benchOnly: false,
  }),
  works({
    name: 'a mark in a label is in the playbook as it is shown',
    start: page(
      `<label for=a>Amount <span aria-hidden=true>*</span></label><input id=a oninput="${said('')}"><p role=status></p>`,
    ),
    steps: [open, { do: 'fill', target: { label: 'Amount *' }, value: '12.00' }, shown],
  }),
  works({
    name: 'a mark of a label comes from a style sheet',
    start: page(
      `<style>.r::after { content: ' *' }</style><label class=r for=a>Amount</label><input id=a oninput="${said('')}"><p role=status></p>`,
    ),
    steps: [open, { do: 'fill', target: { label: 'Amount' }, value: '12.00' }, shown],
  }),
  works({
    name: 'a page is a route behind a hash',
    start: routes('<a href="#/bills/0412708839">0412708839</a>'),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'link', name: '{{pro}}' }, next: 'route' }],
    benchOnly: false,
  }),
  works({
    name: 'a page behind a hash is opened by its address',
    start: routes(''),
    steps: [open, { do: 'go', to: '/start#/bills/{{pro}}', next: 'route' }],
  }),
  works({
    name: 'a page behind a hash leads over another route while it comes',
    start: page(
      script(
        `const to = location.hash; history.replaceState(null, '', '#/home'); setTimeout(() => { history.replaceState(null, '', to); document.body.innerHTML = '<h1>Bill 0412708839</h1>' }, 600)`,
      ),
    ),
    steps: [{ do: 'go', to: '/start#/bills/{{pro}}', next: 'route' }],
  }),
  holds({
    name: 'a page behind a hash stays on another route when it was opened',
    start: page(
      script(`history.replaceState(null, '', '#/bills/1'); document.body.innerHTML = '<h1>Bill 0412708839</h1>'`),
    ),
    steps: [{ do: 'go', to: '/start#/bills/{{pro}}', next: 'route' }],
    findMs: 1_000,
    rule: /^(response\.other_page|element\.undeclared_page)$/,
  }),
  works({
    name: 'a write by fetch is followed by a route',
    start: page(
      `<form id=f><input name=pro value=0412708839><input name=amount value=250.00><button>Save</button></form>${script(
        `f.onsubmit = async (e) => { e.preventDefault(); await fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(f)) }); setTimeout(() => { history.pushState(null, '', '/next'); document.body.innerHTML = '<h1>Next</h1>' }, 200) }`,
      )}`,
    ),
    pages: { '/save': { status: 200, body: '' } },
    steps: [open, pressSave],
    writes: [`POST /save ${saveBody}`],
    benchOnly: false,
  }),
  holds({
    name: 'a drawn list holds the act',
    start: drawnList('Void bill', `fetch('/void')`),
    steps: [open, choose('Reason', 'Void bill'), shown],
    rule: /^never_click\.void_bill$/,
  }),
  holds({
    name: 'an option of a drawn list turns into the act',
    start: drawnList('Weight', `fetch('/void')`).replace(
      '<script>',
      `<script>setTimeout(() => o.setAttribute('onclick', 'voidBill()'), 100);`,
    ),
    steps: [open, choose('Reason', 'Weight'), shown],
    rule: /^never_click\.void_bill$/,
  }),
  holds({
    name: 'a route shows another record',
    start: routes('<a href="#/bills/1">0412708839</a>'),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'link', name: '{{pro}}' }, next: 'route' }],
    findMs: 1_000,
    rule: /^(response\.other_page|element\.undeclared_page)$/,
  }),
  holds({
    name: 'a list sends a form to the act when something is chosen',
    start: page(
      `<form action=/void method=post><label>View <select onchange="this.form.submit()"><option>One<option>Two</select></label></form>`,
    ),
    steps: [open, { ...choose('View', 'Two'), next: 'next' } as Step],
    rule: /^never_click\.void_bill$/,
  }),
];

const drifting = (turn: string): string =>
  page(
    `<div style="position:relative;height:60px"><button id=b type=button style="position:absolute;left:0">Continue</button></div><p role=status></p>${script(
      `const begun = performance.now(); const step = () => { const t = performance.now() - begun; if (t < 4000) { b.style.left = t / 8 + 'px'; requestAnimationFrame(step) } else { ${turn} } }; step(); b.onclick = () => { fetch('/next'); document.querySelector('[role=status]').textContent = 'tried' }`,
    )}`,
  );

const hostile: readonly GuardCase[] = [
  holds({
    name: 'a button moves for some seconds and turns into the act',
    start: drifting(`b.textContent = 'Void bill'`),
    steps: tried,
    ends: 'any',
  }),
  holds({
    name: 'a button moves for some seconds and turns into the act under its old name',
    benchOnly: false,
    start: drifting(`b.setAttribute('onclick', 'voidBill()')`),
    steps: tried,
    rule: /^never_click\.void_bill$/,
  }),
  holds({
    name: 'the act is disabled for a while',
    start: page(
      `<form action=/void method=post><button id=b disabled>Continue</button></form>${script(`setTimeout(() => { b.disabled = false }, 900)`)}`,
    ),
    steps: toNext,
    rule: /^(never_click\.void_bill|element\.disabled)$/,
  }),
  holds({
    name: 'the page is drawn again and again, at last with the act in its place',
    start: page(
      `<div id=r></div>${script(`let n = 0; const draw = () => { n += 1; r.innerHTML = n < 2 ? '<button disabled>Continue</button>' : '<form action=/void method=post><button>Continue</button></form>' }; draw(); setInterval(draw, 150)`)}`,
    ),
    steps: toNext,
    rule: /^never_click\.void_bill$/,
  }),
  holds({
    name: 'a button is never enabled',
    benchOnly: true,
    ends: 'stopped',
    rule: /^element\.disabled$/,
    start: page(`<form action=/next><button disabled>Continue</button></form>`),
    steps: toNext,
    findMs: 400,
  }),
  holds({
    name: 'a cover of the page never goes',
    start: page(`${button}<div style="position:fixed;inset:0;background:#fff8">Loading</div>`),
    steps: toNext,
    findMs: 400,
    ends: 'changed',
  }),
  holds({
    name: 'a cover that asks for the act never goes',
    start: page(`${button}<div style="position:fixed;inset:0;background:#fff8">Void bill</div>`),
    steps: toNext,
    findMs: 400,
    rule: /^element\.covered$/,
  }),
  holds({
    name: 'the act lies in the only part of the button that is not covered',
    start: page(
      `<div style="position:relative;width:200px"><button type=button style="width:200px">Continue</button><a href="/void" style="position:absolute;inset:0">&nbsp;</a></div>`,
    ),
    steps: tried,
    findMs: 400,
    rule: /^element\.covered$/,
  }),
  holds({
    name: 'the act jumps under the mouse as the button goes down',
    start: page(
      `<button type=button id=a>Continue</button><form method=post action=/void style="position:absolute;left:-999px"><button id=v>Go</button></form><p role=status></p>${script(
        `a.onmouseenter = () => setTimeout(() => { a.textContent = 'Void bill' }, 0)`,
      )}`,
    ),
    steps: tried,
    ends: 'any',
    findMs: 1_000,
  }),
  holds({
    name: 'a route leads to another record',
    start: page(
      `<a href=/next onclick="event.preventDefault(); history.pushState(null, '', '/records/0412708893'); document.body.innerHTML = '<h1>Next</h1>'">Next page</a>`,
    ),
    steps: [open, follow],
    findMs: 400,
    rule: /^response\.other_page$/,
  }),
  holds({
    name: 'a heading never comes',
    start: `<!doctype html><p>Start</p>${button}${script('0')}`,
    steps: toNext,
    findMs: 400,
    ends: 'changed',
  }),
];

export const readinessCases: readonly GuardCase[] = [...honest, ...controls, ...hostile];
