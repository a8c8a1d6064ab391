/** How many items of a step in Auto a person audits: the schedule, and the floors under it. */

/** The share of items that a person audits in Auto, fixed at each close for the week that follows. */
interface AuditRules {
  readonly start: number;
  readonly start_weeks: number;
  readonly middle: number;
  readonly middle_until_week: number;
  readonly floor: number;
  readonly min_per_week: number;
}

/**
 * The rate for the next week: a step function of the time in Auto, raised so far that last week's volume would give
 * `min_per_week` audits, and never above 1. Everything is audited when last week had no items, since nobody knows how
 * many will come.
 * @param weeksInAuto weeks closed since the step entered Auto; 0 at the close that promoted it
 * @param lastWeekItems items with an effective action in the week just closed
 * @param moneyFloor the least rate of a step that moves money; 0 for any other
 */
export function auditRate(rules: AuditRules, weeksInAuto: number, lastWeekItems: number, moneyFloor: number): number {
  if (lastWeekItems <= 0) return 1;
  return Math.min(1, Math.max(scheduledRate(rules, weeksInAuto), moneyFloor, rules.min_per_week / lastWeekItems));
}

function scheduledRate(rules: AuditRules, weeksInAuto: number): number {
  if (weeksInAuto < rules.start_weeks) return rules.start;
  return weeksInAuto < rules.middle_until_week ? rules.middle : rules.floor;
}
