/** Which charges of a freight bill are line haul, and which are accessorials. */

/** Line haul, discount, minimum charge, fuel surcharge: codes that X12 1602 and the trade use for the freight itself. */
const lineHaul: ReadonlySet<string> = new Set(['LHL', 'DSC', 'MIN', 'FSC']);

/** Whether a charge code stands for an extra service; totals and unknown words do not. */
export function isAccessorial(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && !lineHaul.has(code);
}
