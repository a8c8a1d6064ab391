/** The frame of every page of the Gallery, and the fields of its forms. */
import type { Context, Next } from 'koa';
import rawBody from 'raw-body';

export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param body as HTML */
export function sheet(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<style>body{font:15px/1.5 system-ui;margin:0 auto;max-width:60rem;padding:1rem}table{border-collapse:collapse}
td,th{border:1px solid #bbb;padding:.25rem .6rem;text-align:left}dialog{max-width:30rem}
.cookies{position:fixed;inset:auto 0 0 0;background:#223;color:#fff;padding:1rem}
.rows{height:16rem;overflow:auto;border:1px solid #bbb;position:relative}.row{position:absolute;height:2rem;left:0;right:0}
[role=listbox]{border:1px solid #bbb;margin:0;padding:0;list-style:none;max-width:20rem}[role=option]{padding:.2rem .6rem}
[role=status]{position:fixed;right:1rem;bottom:1rem;background:#143;color:#fff;padding:.6rem 1rem}</style>
</head><body>${body}</body></html>`;
}

/** A page of somebody who is signed in, with a banner until they choose. */
export function wing(person: string, body: string): string {
  return `<p>Signed in as ${escape(person)}</p>${body}
<div class="cookies" role="dialog" aria-label="Cookies" hidden><p>We use cookies to improve your experience.</p>
<button type="button" onclick="choose('all')">Accept all</button> <button type="button" onclick="choose('few')">Only necessary</button></div>
<script>const banner=document.querySelector('.cookies');banner.hidden=/(^|; )cookies=/.test(document.cookie);
function choose(which){document.cookie='cookies='+which+'; path=/; max-age=86400';banner.hidden=true}</script>`;
}

/** Reads what a form sends into `ctx.state.form`. */
export async function formOf(ctx: Context, next: Next): Promise<void> {
  if (ctx.method === 'POST')
    ctx.state['form'] = new URLSearchParams(await rawBody(ctx.req, { limit: 100_000, encoding: 'utf8' }));
  await next();
}

export const field = (ctx: Pick<Context, 'state'>, name: string): string =>
  (ctx.state['form'] as URLSearchParams | undefined)?.get(name) ?? '';

/** @throws an error that Koa answers with the status, where there is no value */
export function existing<T>(value: T | undefined, status = 404): T {
  if (value === undefined) throw Object.assign(new Error('there is no such thing'), { status, expose: true });
  return value;
}
