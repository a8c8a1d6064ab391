/** Documents that a click makes: by a script, in a window of its own, by a form; and pages that make something else of it. */
import type { DownloadStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, reading, shown } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'documents by a click';
const pod = {
  status: 200,
  headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="pod.pdf"' },
  body: '%PDF-1.4 pod',
};
const path = '/records/0412708839';
const make = (target: DownloadStep['target']): Step => ({
  do: 'download',
  by: 'click',
  target,
  path: '/records/{{pro}}',
  as: 'pod.pdf',
  media_type: 'application/pdf',
  max_bytes: 100_000,
});
const button = make({ role: 'button', name: 'View POD' });
const link = make({ role: 'link', name: 'View POD' });
const fetched: Step = {
  do: 'download',
  target: { role: 'link', name: 'pod.pdf' },
  path: '/records/{{pro}}',
  as: 'pod.pdf',
  media_type: 'application/pdf',
  max_bytes: 100_000,
};
/** The portal adds an ending to the name of each file. */
const named = make({ role: 'button', containing: 'pod_{{pro}}_' });
const files = (...names: string[]): string =>
  page(
    names.map((name) => `<button type=button>${name}</button>`).join(''),
    `for (const each of document.querySelectorAll('button')) each.onclick = () => { location.href = '${path}'; };`,
  );
const page = (html: string, script = ''): string =>
  `<h1>Start</h1>${html}<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; }; ${script}</script>`;
const pressed = (script: string): string =>
  page(
    '<button type=button>View POD</button>',
    `document.querySelector('button').onclick = async () => { ${script} };`,
  );

const honest: Record<string, readonly [start: string, step: Step, more?: Partial<GuardCase>]> = {
  'a script that fetches it and saves a blob': [
    pressed(
      `const blob = await (await fetch('${path}')).blob(); const a = document.createElement('a'); a.href = URL.createObjectURL(blob); a.download = 'pod.pdf'; a.click(); if (blob.size === 12) done();`,
    ),
    button,
    { steps: [open, button, shown] },
  ],
  'a script that opens it in a window': [pressed(`window.open('${path}')`), button],
  'a script that opens a window first': [
    pressed(`const w = window.open('', '_blank'); setTimeout(() => { w.location = '${path}'; }, 50);`),
    button,
  ],
  'a script that goes to it': [pressed(`location.href = '${path}'`), button],
  'a hidden frame that loads it': [
    pressed(`document.body.insertAdjacentHTML('beforeend', '<iframe hidden src=${path}></iframe>')`),
    button,
  ],
  'a link to a window of its own': [page(`<a target=_blank rel=noopener href=${path}>View POD</a>`), link],
  'a form by GET': [page(`<form action=${path} target=_blank><button>View POD</button></form>`), button],
  'a form by POST that the playbook declares as a read': [
    page(`<form method=post action=${path}><input type=hidden name=kind value=pod><button>View POD</button></form>`),
    button,
    {
      reads: [
        {
          method: 'POST',
          path: '/records/{{pro}}',
          content: 'form',
          fields: ['kind'],
          constraints: [{ field: 'kind', equals: 'pod' }],
        } as never,
      ],
      mayRead: [`POST ${path} kind=pod`],
    },
  ],
  'two links of its name, of which one leads to a page about it': [
    page(`<a href=/files/7>pod.pdf</a> <a href=${path} title=Download>pod.pdf</a>`),
    fetched,
  ],
  'a document that the portal calls after the record': [
    page(`<a href=${path}>pod.pdf</a>`),
    fetched,
    {
      pages: {
        [path]: {
          ...pod,
          headers: { ...pod.headers, 'content-disposition': 'attachment; filename="POD_0412708839.pdf"' },
        },
      },
    },
  ],
  'a document that the portal calls by a number of its own': [
    page(`<a href=${path}>pod.pdf</a>`),
    fetched,
    {
      pages: {
        [path]: {
          ...pod,
          headers: { ...pod.headers, 'content-disposition': 'attachment; filename="7719220481.pdf"' },
        },
      },
    },
  ],
  'a button whose name has an ending that the portal makes up': [
    files('pod_0412708839_gl811v73rz.pdf', 'invoice_0412708839_k2a81v73rz.pdf'),
    named,
  ],
};
const ofOthers = (number: string, other = ''): Record<string, string> => ({
  row: `<table><tr><th>PRO</th><th>File</th></tr>${other}<tr><td>${number}</td><td><a href=${path}>pod.pdf</a></td></tr></table>`,
  card: `<section><h2>Shipment ${number}</h2><a href=${path}>pod.pdf</a></section>`,
  description: `<span id=d>Shipment ${number}</span> <a href=${path} aria-describedby=d>pod.pdf</a>`,
});
const called = (name: string): GuardCase['pages'][string] => ({
  ...pod,
  headers: { ...pod.headers, 'content-disposition': `attachment; filename="${name}.pdf"` },
});
const ofAnother: typeof honest = {
  'a document that the portal calls after another record': [
    pressed(`window.open('${path}')`),
    button,
    { ends: 'changed', pages: { [path]: called('POD_0412708893') } },
  ],
  'a linked document that the portal calls after another shipment': [
    page(`<a href=${path}>pod.pdf</a>`),
    fetched,
    { ends: 'changed', pages: { [path]: called('pro-5512340077') } },
  ],
  'a document with another number in its address': [
    page(`<a href=/static/0412708893.pdf>pod.pdf</a>`),
    { ...fetched, path: '/static/*' },
    { ends: 'changed' },
  ],
  ...Object.fromEntries(
    Object.entries(ofOthers('0412708893')).map(([place, html]) => [
      `a link in the ${place} of another record`,
      [page(html), fetched, { rule: /^element\.other_record$/, forbidden: /\/records\// }],
    ]),
  ),
};
const hostile: Record<string, readonly [start: string, step: Step, more?: Partial<GuardCase>]> = {
  ...ofAnother,
  'another document in its place': [pressed(`window.open('/records/0412708893')`), button, { ends: 'stopped' }],
  'nothing at all': [pressed(''), button, { ends: 'changed', timeoutMs: 800 }],
  'a page that answers in its place with an error': [
    pressed(`fetch('${path}')`),
    button,
    { ends: 'changed', pages: { [path]: { status: 404, body: 'gone' } } },
  ],
  'the act beside it': [
    pressed(`fetch('${path}'); fetch('/void', { method: 'POST' });`),
    button,
    { rule: /^never_click\.void_bill$/ },
  ],
  'a second window with the act beside it': [
    pressed(`window.open('${path}'); window.open('/void');`),
    button,
    { rule: /^never_click\.void_bill$/ },
  ],
  'a form that nobody declares': [
    page(`<form method=post action=${path}><button>View POD</button></form>`),
    button,
    { rule: /^element\.write_in_read_step$/ },
  ],
  'a larger file than the playbook says': [
    pressed(`fetch('${path}')`),
    button,
    { ends: 'changed', pages: { [path]: { ...pod, body: 'x'.repeat(100_001) } } },
  ],
  'two links of its name that both lead to it': [
    page(`<a href=${path}>pod.pdf</a> <a href=${path}?v=2>pod.pdf</a>`),
    fetched,
    { ends: 'changed', findMs: 400 },
  ],
  'two links of its name that lead to other documents': [
    page('<a href=/records/0412708893>pod.pdf</a> <a href=/files/7>pod.pdf</a>'),
    fetched,
    { ends: 'changed', findMs: 400 },
  ],
  'two links of its name, of which the one that leads to it lies under another': [
    page(
      `<a href=/files/7>pod.pdf</a> <span style="position:relative"><a href=${path}>pod.pdf</a><a href=/void style="position:absolute;inset:0;background:#fff">Void bill</a></span>`,
    ),
    fetched,
    { rule: /^element\.covered$/, findMs: 400 },
  ],
  'a button of the act with the name of the file in it': [
    files('Void bill pod_0412708839_gl811v73rz.pdf'),
    named,
    { rule: /^never_click\.void_bill$/ },
  ],
  'two buttons of files that begin alike': [
    files('pod_0412708839_gl811v73rz.pdf', 'pod_0412708839_k2a81v73rz.pdf'),
    named,
    { ends: 'changed', findMs: 400 },
  ],
  'a button that turns into that of another file under the mouse': [
    files('pod_0412708839_gl811v73rz.pdf').replace(
      '</script>',
      "document.querySelector('button').onmouseover = (event) => { event.target.textContent = 'pod_0412708893_gl811v73rz.pdf'; };</script>",
    ),
    named,
    { ends: 'changed', findMs: 400 },
  ],
};

const caseOf = (
  name: string,
  [start, step, more]: readonly [string, Step, Partial<GuardCase>?],
  ends: GuardCase['ends'],
): GuardCase =>
  reading(group, {
    name,
    start,
    steps: [open, step],
    ends,
    benchOnly: name !== 'a script that opens it in a window',
    ...more,
    pages: { [path]: pod, ...more?.pages },
  });

export const madeDocumentCases: readonly GuardCase[] = [
  ...Object.entries(ofOthers('0412708839', '<tr><td>0412708893</td><td></td></tr>')).map(([place, html]) =>
    caseOf(`a link in the ${place} of the record`, [page(html), fetched], 'finished'),
  ),
  ...Object.entries(honest).map(([name, page]) => caseOf(name, page, 'finished')),
  ...Object.entries(hostile).map(([name, page]) => caseOf(name, page, 'stopped')),
];
