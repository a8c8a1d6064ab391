/** A disagreement with everything that the page shows beside it. */
import type { StepDefinition, WireEvent } from '../../../domain/lanes/event.ts';
import type { ItemState } from '../../../domain/lanes/machine/item-state.ts';
import { settleCursor } from '../../../store/lanes/disagreements.ts';
import type { Disagreement, ItemElsewhere, SettlePlace, VerdictCount } from '../../../store/lanes/disagreements.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { verdictText } from '../lanes/lane-labels.ts';

export interface ShownDisagreement {
  readonly disagreement: Disagreement;
  readonly definition: StepDefinition;
  /** The events of both, as they were sent. */
  readonly events: readonly WireEvent[];
  readonly elsewhere: readonly ItemElsewhere[];
  readonly verdicts: readonly VerdictCount[];
  /** Given in this queue before. */
  readonly reasons: readonly string[];
}

/** Where in the settle queue somebody is: its filter, and what was skipped so far. */
export interface QueuePlace {
  readonly queue: string | undefined;
  readonly step: string | undefined;
  readonly cursor: string | undefined;
}

/** @returns undefined for a text that `settleCursorAfter` never made */
export function settlePlaceIn(cursor: string | undefined): SettlePlace | undefined {
  return cursor === undefined ? undefined : settleCursor.decode(cursor);
}

// What happened to an item: the work behind a disagreement, and how far it came at the other steps of its queue.

export function history({ events, elsewhere, disagreement }: ShownDisagreement): Html {
  const { settled } = disagreement;
  return html`<section aria-labelledby="history">
    <h2 id="history">What happened</h2>
    <ol class="timeline">
      ${events
        .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
        .map((event) => html`<li>${deed(event)} <span class="quiet">${atMinute(event.at)}</span></li>`)}
      ${
        settled === null
          ? null
          : html`<li class="ok">
              ${settled.actor} settled it: ${verdictText[settled.verdict]}
              <span class="quiet">${atMinute(settled.at)}</span>
            </li>`
      }
    </ol>
    ${
      elsewhere.length === 0
        ? null
        : html`<h3>At other steps</h3>
            <ul class="plain-list">
              ${elsewhere.map(({ step, title, state }) => html`<li><span title="${step}">${title}</span>: ${stateText(state)}</li>`)}
            </ul>`
    }
  </section>`;
}

/** What matters here is which came first, and how long after: `3 months ago` would say neither. */
function atMinute(at: string | number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

const roleDeeds = {
  shadow: 'answered unseen',
  proposal: 'proposed',
  confirm: 'confirmed',
  act: 'acted',
} as const;

function deed({ kind, actor, role, verdict, started_at, at }: WireEvent): Content {
  const who = html`<strong>${actor.id}</strong>${
      actor.kind === 'agent' ? ` (agent${typeof actor.version === 'string' ? ` ${actor.version}` : ''})` : ''
    }`;
  if (kind === 'audit.result') return html`${who} audited it and ${verdict === 'agree' ? 'agreed' : 'disagreed'}`;
  const began = typeof started_at === 'string' ? Date.parse(started_at) : NaN;
  const minutes = Math.round((Date.parse(at) - began) / 60_000);
  return html`${who}
  ${role === undefined ? 'worked on it' : roleDeeds[role]}${minutes > 0 ? ` after ${minutes} min` : ''}`;
}

function stateText({ e: act, r: result, y: settlement, x, s, q }: ItemState): string {
  if (result === 'agreed' || result === 'minor') return 'agreed';
  if (result !== undefined)
    return settlement === undefined
      ? `${result} disagreement, not settled`
      : `${verdictText[settlement.v]} (${result})`;
  if (act === 'auto') return 'the agent acted alone';
  if (act !== undefined || x !== undefined) return 'a person acted, no agent output';
  return s !== undefined || q !== undefined ? 'the agent has answered, no operator action yet' : 'seen';
}
