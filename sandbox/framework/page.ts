/** The frame around every page: header, menu, who is signed in, heading, and the words of the skin. */
import type { Application, Page, Session } from './application.ts';
import { harmfulScript } from './fault-pages.ts';
import { html, type Html } from './html.ts';
import type { Skin } from './skin.ts';

export interface Surroundings {
  readonly application: Pick<Application, 'name' | 'menu' | 'home' | 'imprint'>;
  readonly skin: Skin;
  readonly session: Session | null;
  /** Text planted for robots (fault `injection`), shown on any page. */
  readonly planted: string | null;
  /** Where the page's own script does harm as soon as somebody works on the page; null for a benign page. */
  readonly harm: string | null;
}

/** The whole document as text. */
export function frame(
  { heading, body, embedded = false }: Pick<Page, 'heading' | 'body' | 'embedded'>,
  around: Surroundings,
): string {
  const { application, skin, session, planted, harm } = around;
  const header = html`<header class="bar">
    <a class="brand" href="${application.home}">${application.name}</a>
    ${session && signedIn(session, around)}
  </header>`;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${heading} - ${application.name}</title>
        <meta name="viewport" content="width=device-width" />
        <link rel="stylesheet" href="/static/portal.css" />
        <script src="/static/portal.js" defer></script>
      </head>
      <body class="skin-${skin.name}">
        ${!embedded && header} ${!embedded && session && menu(application, skin)}
        <main>
          <h1>${heading}</h1>
          ${planted !== null && html`<aside class="notice" aria-label="Operator notes"><strong>Operator notes:</strong> ${planted}</aside>`}
          ${body}
        </main>
        ${!embedded && html`<footer>${application.imprint}</footer>`} ${harm !== null && harmfulScript(harm)}
      </body>
    </html> `;
  return document.html;
}

function signedIn(session: Session, { skin }: Surroundings): Html {
  return html`<div class="who">
    <span>${skin.label('Signed in as')} ${session.username}</span>
    <form method="post" action="/logout"><button type="submit">${skin.label('Sign out')}</button></form>
  </div>`;
}

function menu(application: Surroundings['application'], skin: Skin): Html {
  const entries = application.menu.map(([label, path]) => html`<a href="${path}">${skin.label(label)}</a>`);
  return html`<nav class="menu" aria-label="Main menu">${entries}</nav>`;
}
