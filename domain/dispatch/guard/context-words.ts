/** Whether what a control stands under (headings, dialogs, rows, forms, descriptions) makes it one of the acts (D65). */
import type { NeverClick } from '../playbook/language.ts';
import type { PortalAction } from '../task.ts';
import { neverClickName } from './never-click.ts';
import { namesActList } from './record-lists.ts';

export interface ContextFact {
  /** Where it is, as people call it: `dialog`, `section`, `row`, `description`, … */
  readonly kind: string;
  readonly text: string;
}

/** "Voided bills", "Show cancelled": a list of what has been done is not the doing. */
const states =
  /^(?:(?:show|all|list of|recently|previously|your|my|view|only|include|hide|app|number of)\W+)*(?:voided|cancell?ed|closed|withdrawn|paid|unpaid|deleted|removed|written[\s-]off|re-?rated|accepted|approved|declined|rejected|reversed|annulled)\b(?![^.!?]*\b(?:will|be|now|permanently|forever|if|when|by)\b)/i;
/** "Void policy", "Cancellation fee": the name of a text or a figure. */
const papers =
  /\b(?:polic(?:y|ies)|terms|fees?|history|log|report|reports|reasons?|dates?|status|statuses|rules|guide|faq|help|questions|deadline)\W*$/i;
/** "Remit to", "Pay to:": who gets what, as every invoice has it, with the party behind or below. */
const parties = /^\W*(?:please\W+)?(?:remit|pay)(?:\W+(?:payments?))?\W+to\W*$/i;
/** "does not void the bill", "without cancelling": an act that is said not to be done. */
const denied =
  /\b(?:(?:does|do|did|will|would|can|could|must|should|is|are) ?(?:not|n['’]t)|cannot|won['’]t|never|without|instead of|rather than|no longer)\b(?:(?! but | and |[.;:!?]).)*/gi;
/** "To void a bill, call billing.": where the act is done instead. */
const elsewhere =
  /(?:^|(?<=[.!?]\s))(?:to|for|if you (?:want|wish|need|have) to|in order to|(?:need|want|looking) to)\b[^.!?]*?[,:?]?\s*(?:please\s+)?\b(?:call|phone|contact|ask|e-?mail|write to|visit|see|open a ticket|go to|speak to|reach out|use the|from the)\b[^.!?]*[.!?]?/gi;
const here = /\b(?:this button|here|below|press|continue|confirm|this page|this form)\b/i;

/** The act that a text around a control speaks of; undefined where it tells of a state, a paper, or an act not done. */
export function contextAction({ kind, text }: ContextFact, list: readonly NeverClick[]): PortalAction | undefined {
  if (kind !== 'description' && kind !== 'component' && (states.test(text) || papers.test(text) || parties.test(text)))
    return undefined;
  if (/^(?:section|table|tab|column|card|frame|region)$/.test(kind) && namesActList(text)) return undefined;
  const words = text.replaceAll('-', ' ');
  if (kind === 'component' && (states.test(words) || states.test(words.replace(/^\w+ /, '')))) return undefined;
  const said = text.replace(denied, ' ').replace(elsewhere, (sentence) => (here.test(sentence) ? sentence : ' '));
  if (kind !== 'dialog' && kind !== 'form') return neverClickName(said, list);
  // Among them are class words and ids, each by itself.
  return /^[\w-]+(?: [\w-]+)*$/.test(text) && /[-_]/.test(text)
    ? (said
        .split(' ')
        .map((word) => neverClickName(word, list))
        .find(Boolean) ?? neverClickName(said, list))
    : neverClickName(said, list);
}
