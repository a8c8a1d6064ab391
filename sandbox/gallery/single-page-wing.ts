/**
 * A single-page application: routes without loads, a list that is drawn as far as it is scrolled, a search as one types, a
 * custom list to choose from, a modal window, a toast, and a document that a script saves from a blob.
 */
import type Router from '@koa/router';
import { existing, sheet, wing } from './gallery-page.ts';
import type { Deliveries } from './deliveries.ts';

export function singlePageWing(router: Router, deliveries: Deliveries): void {
  const shell = (person: string): string =>
    sheet('Single-page wing', wing(person, `<main id="root"></main><script>${script}</script>`));
  for (const path of ['/app', '/app/deliveries/:pro'])
    router.get(path, (ctx) => {
      ctx.body = shell(String(ctx.state['person']));
    });
  router.get('/app/api/deliveries', (ctx) => {
    const asked = String(ctx.query['q'] ?? '');
    ctx.body = deliveries.all.filter(({ pro }) => pro.startsWith(asked));
  });
  router.get('/app/api/deliveries/:pro', (ctx) => {
    ctx.body = existing(deliveries.find(ctx.params['pro'] ?? ''));
  });
  router.get('/app/api/deliveries/:pro/proof', async (ctx) => {
    ctx.type = 'application/pdf';
    ctx.body = existing(await deliveries.proof(ctx.params['pro'] ?? ''));
  });
}

const script = `
const root = document.getElementById('root');
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) name.startsWith('on') ? element.addEventListener(name.slice(2), value) : element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const go = (path) => { history.pushState(null, '', path); draw(); };
addEventListener('popstate', () => draw());
const load = async (path) => (await fetch('/app/api' + path)).json();
async function draw() {
  const pro = /^\\/app\\/deliveries\\/(\\d+)$/.exec(location.pathname)?.[1];
  root.replaceChildren(make('p', { 'aria-busy': 'true' }, 'Loading …'));
  if (pro) drawDelivery(await load('/deliveries/' + pro)); else drawList();
}
function drawList() {
  const list = make('div', { class: 'rows', role: 'list', 'aria-label': 'Deliveries' });
  const search = make('input', { id: 'q', type: 'search', oninput: () => { clearTimeout(search.timer); search.timer = setTimeout(find, 200); } });
  let found = [];
  // Only what is in view is in the document, as in a virtualised list.
  const paint = () => {
    const first = Math.floor(list.scrollTop / 32);
    const space = make('div', { style: 'height:' + found.length * 32 + 'px' });
    for (const [index, { pro, consignee }] of found.slice(first, first + 12).entries()) {
      const link = make('a', { href: '/app/deliveries/' + pro, onclick: (event) => { event.preventDefault(); go('/app/deliveries/' + pro); } }, pro);
      space.append(make('div', { class: 'row', role: 'listitem', style: 'top:' + (first + index) * 32 + 'px' }, link, ' ' + consignee));
    }
    const top = list.scrollTop;
    list.replaceChildren(space);
    list.scrollTop = top;
  };
  const find = async () => { found = await load('/deliveries?q=' + encodeURIComponent(search.value)); paint(); count.textContent = found.length + ' found'; };
  list.addEventListener('scroll', paint);
  const count = make('p', { id: 'count' });
  root.replaceChildren(make('h1', {}, 'Find a delivery'), make('label', { for: 'q' }, 'PRO number'), ' ', search, count, list);
  find();
}
function drawDelivery({ pro, consignee, delivered }) {
  const chosen = make('button', { type: 'button', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-labelledby': 'paper chosen', id: 'chosen', onclick: () => open(true) }, 'Choose a document');
  const options = ['Bill of lading', 'Delivery receipt'].map((name) => make('li', { role: 'option', 'aria-selected': 'false', onclick: () => { chosen.textContent = name; open(false); show.disabled = name !== 'Delivery receipt'; } }, name));
  const listbox = make('ul', { role: 'listbox', 'aria-labelledby': 'paper', hidden: '' }, ...options);
  const open = (state) => { listbox.hidden = !state; chosen.setAttribute('aria-expanded', String(state)); };
  const show = make('button', { type: 'button', disabled: '', onclick: () => drawDocuments(pro) }, 'Show document');
  root.replaceChildren(make('h1', {}, 'Delivery ' + pro), make('dl', {}, make('dt', {}, 'Consignee'), make('dd', {}, consignee), make('dt', {}, 'Delivered'), make('dd', {}, delivered)),
    make('span', { id: 'paper' }, 'Document'), ' ', chosen, listbox, ' ', show);
}
function drawDocuments(pro) {
  const save = make('button', { type: 'button', onclick: async () => {
    const bytes = await (await fetch('/app/api/deliveries/' + pro + '/proof')).blob();
    const link = make('a', { href: URL.createObjectURL(bytes), download: 'receipt-' + Math.random().toString(36).slice(2, 8) + '.pdf' });
    link.click();
    const toast = make('div', { role: 'status' }, 'Receipt saved');
    document.body.append(toast);
    setTimeout(() => toast.remove(), 4000);
  } }, 'Save receipt');
  const modal = make('dialog', { 'aria-labelledby': 'title' }, make('h2', { id: 'title' }, 'Delivery receipt of ' + pro), save);
  root.append(modal);
  modal.showModal();
}
draw();
`;
