/** How a person's standing is told. */
import type { Person } from '../../../store/people.ts';
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';

export function stateBadge({ disabledAt, passwordHash, fromIssuer }: Person): Html {
  if (disabledAt !== null) return html`<span class="badge badge-bad">disabled</span>`;
  if (passwordHash === null && !fromIssuer) return html`<span class="badge badge-warn">invited</span>`;
  return html`<span class="badge badge-ok">active</span>`;
}
