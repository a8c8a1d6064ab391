/** Receipts that are drawn, with what is read of each, by subject. */
import { countLayouts } from './layouts/counts.ts';
import { listLayouts } from './layouts/lists.ts';
import { markLayouts } from './layouts/marks.ts';
import { nameLayouts } from './layouts/names-and-days.ts';
import { noteLayouts } from './layouts/notes.ts';
import { partyLayouts } from './layouts/parties.ts';
import { placeLayouts } from './layouts/places.ts';
import { plainReceipts } from './layouts/plain.ts';

export const receiptLayouts = [
  ...countLayouts,
  ...listLayouts,
  ...noteLayouts,
  ...nameLayouts,
  ...partyLayouts,
  ...markLayouts,
  ...placeLayouts,
  ...plainReceipts(),
];
