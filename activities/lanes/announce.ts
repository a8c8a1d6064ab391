/** Brings what the machine announced in a round into the order in which the tables keep it. */
import type { RecordResult } from '../../domain/lanes/machine/records.ts';
import type { Announced, Announcements } from '../../store/lanes/announcements.ts';

/** @param stepNo the number of a step by its queue and name */
export function gatherAnnouncements(
  results: readonly { readonly seq: number; readonly result: RecordResult }[],
  stepNo: (queue: string, step: string) => number,
): Announcements {
  const numbered = <T>(pick: (result: RecordResult) => readonly T[], noOf: (one: T) => number): Announced<T>[] =>
    results.flatMap(({ seq, result }) => pick(result).map((what, n) => ({ seq, n, stepNo: noOf(what), what })));
  const named = ({ queue, step }: { readonly queue: string; readonly step: string }): number => stepNo(queue, step);
  return {
    ledger: numbered(({ ledger }) => ledger, named),
    laneChanges: numbered(({ laneChanges }) => laneChanges, named),
    alerts: numbered(({ alerts }) => alerts, named),
    signoffRequests: numbered(({ signoffRequests }) => signoffRequests, named),
    signoffs: results.flatMap(({ result }) => result.signoffs),
    disagreements: results.flatMap(({ result }) => result.disagreements),
    audits: numbered(
      ({ audits }) => audits,
      ({ stepNo: no }) => no,
    ),
  };
}
