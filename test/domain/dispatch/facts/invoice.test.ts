/** Which of the lines that were paid short are accessorials, and when nobody can tell. */

import assert from 'node:assert/strict';
import { servicesPaidShort } from '../../../../domain/dispatch/facts/invoice.ts';

describe('the services that an invoice was paid short', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
    ['takes codes of the trade, with or without a paper that names them', ['LFT', 'RES'], ['LFT'], ['LFT', 'RES']],
    ["takes a portal's own code that the bill of lading names", ['LG'], ['LG'], ['LG']],
    ['takes the name of a service for its code', ['Liftgate'], [], ['LFT']],
    ['names none when no paper names a code of the portal', ['LG'], [], []],
    ['names none when one of two codes is unknown, so that it is not claimed with the other', ['LG', 'DT'], ['LG'], []],
    ['names none when the freight under a code of its own was paid short too', ['LFT', 'FREIGHT'], ['LFT'], []],
    ['leaves line haul and totals out', ['LHL', 'LFT', 'Total', 'TOT', 'Grand total', ''], [], ['LFT']],
  ];
  for (const [does, codes, shown, services] of cases)
    it(does, () => assert.deepEqual(servicesPaidShort(codes, shown), services));
});
