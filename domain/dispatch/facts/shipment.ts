/** What the TMS shows of a shipment beside its delivery receipt: the proof that a dispute depends on. */
import type { DisputeProof } from '../rules/dispute-case.ts';
import { accessorialCode } from '../accessorials.ts';
import { reading } from './reading.ts';
import type { PhaseFacts, Reading } from './reading.ts';

export type ShipmentProof = Pick<
  DisputeProof,
  'shipDate' | 'billOfLading' | 'billedWeightLb' | 'billedClass' | 'inspection' | 'agreement' | 'bol'
>;

/** Of a shipment of which nothing was read. */
export const noShipmentProof: ShipmentProof = {
  shipDate: null,
  billOfLading: null,
  billedWeightLb: null,
  billedClass: null,
  inspection: null,
  agreement: null,
  bol: null,
};

export function readShipment(facts: PhaseFacts): Reading<ShipmentProof> {
  return reading(facts, (page) => {
    const inspection = page.textOrNull('inspection_number');
    const agreement = page.textOrNull('agreement_number');
    const from = page.dayOrNull('agreement_from');
    return {
      shipDate: page.dayOrNull('ship_date'),
      bol: page.textOrNull('bol'),
      billOfLading:
        page.has('bol_pieces') || page.has('bol_services')
          ? {
              pieces: page.wholeOrNull('bol_pieces'),
              services: page
                .textOrEmpty('bol_services')
                .split(',')
                .flatMap((name) => accessorialCode(name) ?? []),
            }
          : null,
      billedWeightLb: page.wholeOrNull('billed_weight'),
      billedClass: page.textOrNull('billed_class'),
      inspection:
        inspection === null
          ? null
          : {
              number: inspection,
              certified: /^certified\b/i.test(page.textOrEmpty('inspection_scale')),
              weightLb: page.wholeOrNull('inspection_weight'),
              freightClass: page.textOrNull('inspection_class'),
            },
      agreement:
        agreement === null || from === null
          ? null
          : { number: agreement, from, until: page.dayOrNull('agreement_until') },
    };
  });
}
