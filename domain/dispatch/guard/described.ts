/**
 * Whether a text of a control says what records are like, what applies to an act or what is recorded of it, and orders nothing in
 * its place: "Void history" on a tab, "Void date" on a field or the head of a column, "Cancelled" as a filter of a recipe that
 * reads. The gate of elements, the lint of playbooks and the recorder of the studio all ask here.
 */
import type { NeverClick } from '../playbook/language.ts';
import type { PortalAction } from '../task.ts';
import { namesActDetail } from './act-details.ts';
import { asksAboutActs, namesActList, namesPendingRecords, showsActList } from './act-lists.ts';
import { doubtfulName, listedName, neverClickName } from './never-click.ts';
import { reportsDone } from './done-acts.ts';
import { namesBareState, namesState } from './record-lists.ts';
import { asksForNotice, declinesAct } from './safe-choices.ts';

export interface ControlPlace {
  /** A link, a tab or an entry of a menu, which sends nothing: "Voids" and "Void history" are lists there. */
  readonly showsOnly: boolean;
  /** A field, or the head of a column: "Write-off amount" is an amount there. */
  readonly isData: boolean;
  /** It is pressed in a step that reads, and sends no form. */
  readonly isRead: boolean;
  /** Its recipe never writes. */
  readonly onlyReads: boolean;
  /** A box to tick, a switch or an entry to choose: a press may take back what it is called by. */
  readonly isBox?: boolean;
}

export function isBox(role: string): boolean {
  return /^(?:checkbox|radio|switch|option|menuitem(?:checkbox|radio))$/.test(role);
}

export function describesOnly(text: string, place: ControlPlace, list: readonly NeverClick[]): boolean {
  const { showsOnly, isData, isRead, onlyReads, isBox = false } = place;
  const describes =
    ((showsOnly || isData) && (namesActList(text) || namesPendingRecords(text))) ||
    ((showsOnly || isData) && asksAboutActs(text)) ||
    ((showsOnly || isData || (isBox && isRead && onlyReads)) && reportsDone(text)) ||
    (isRead && showsActList(text, isBox && onlyReads)) ||
    ((isData || isRead) && namesActDetail(text, isData)) ||
    (isRead && !isBox && declinesAct(text)) ||
    ((isRead || isData) && asksForNotice(text)) ||
    (isRead && onlyReads && (namesState(text) || ((isBox || isData) && namesBareState(text))));
  return describes && listedName(text, list) === undefined;
}

/** What is known of a name that is only seen: what fields are called by, what is pressed, or what is read. */
export const seenPlaces = {
  field: { showsOnly: false, isData: true, isRead: false, onlyReads: false },
  button: { showsOnly: false, isData: false, isRead: false, onlyReads: false },
  link: { showsOnly: true, isData: false, isRead: true, onlyReads: false },
  text: { showsOnly: true, isData: true, isRead: true, onlyReads: true },
} as const satisfies Readonly<Record<string, ControlPlace>>;

/** The act that a text of a control stands for in its place. */
export function actInPlace(text: string, place: ControlPlace, list: readonly NeverClick[]): PortalAction | undefined {
  return describesOnly(text, place, list) ? undefined : neverClickName(text, list);
}

/** The act that a bare verb may stand for in its place; at the head of a column it is a noun ("Pays", "À payer"). */
export function doubtInPlace(text: string, place: ControlPlace, list: readonly NeverClick[]): PortalAction | undefined {
  return (place.isData && place.isRead) || describesOnly(text, place, list) ? undefined : doubtfulName(text);
}
