/** How severities and verdicts read on pages. */
import type { Severity, SettlementVerdict } from '../../../domain/lanes/event.ts';
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';

const severityBadges: Readonly<Record<Severity, string>> = { minor: 'muted', material: 'warn', critical: 'bad' };

export function severityBadge(severity: Severity): Html {
  return html`<span class="badge badge-${severityBadges[severity]}">${severity}</span>`;
}

export const verdictWords: Readonly<Record<SettlementVerdict, string>> = {
  agent_right: 'agent right',
  operator_right: 'operator right',
  both_wrong: 'both wrong',
};

const verdictBadges: Readonly<Record<SettlementVerdict, string>> = {
  agent_right: 'ok',
  operator_right: 'warn',
  both_wrong: 'bad',
};

export function verdictBadge(verdict: SettlementVerdict): Html {
  return html`<span class="badge badge-${verdictBadges[verdict]}">${verdictWords[verdict]}</span>`;
}
