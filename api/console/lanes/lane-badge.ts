/** The lane of a step as a badge: by its word, its colour and how much of the mark is filled. */
import type { Lane } from '../../../domain/lanes/event.ts';
import { laneName } from '../../../domain/lanes/sentences.ts';
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';

export function laneBadge(lane: Lane): Html {
  return html`<span class="badge badge-lane badge-lane-${lane}">${laneName(lane)}</span>`;
}

export function moneyBadge(moneyMoving: boolean): Html | null {
  return moneyMoving ? html`<span class="badge badge-warn">moves money</span>` : null;
}
