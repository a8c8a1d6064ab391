/** The input of the review of a step at which nothing has been done yet: the gates are in it, and none has numbers. */
import { newCounts } from '../../../../domain/lanes/figures.ts';
import type { ReviewInput } from '../../../../domain/lanes/review/promotion-gates.ts';
import { defaultRules } from '../../../../domain/lanes/rules.ts';

export const firstReview: ReviewInput = {
  rules: defaultRules,
  moneyMoving: false,
  closedWeeks: 0,
  comparedInStint: 0,
  newPairs: 0,
  short: newCounts(),
  long: newCounts(),
  comparedPerWeek: [],
  independent: { n: 0, k: 0 },
  confirmed: { n: 0, k: 0 },
  coolDown: null,
  acknowledgementWaits: false,
  shift: null,
  noShift: 'no input is watched',
  alertFreeWeeks: null,
  newVersions: [],
};
