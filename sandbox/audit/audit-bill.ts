/** A freight bill as the auditor sees it: the carrier's lines, and what was approved of each. */
import type { SeededShipment } from '../tms/seed.ts';
import { rate, type FreightClass } from '../tms/tariff.ts';
import type { InvoiceLine } from './records.ts';

/** Why the auditor allows less than was billed. */
export type Deviation =
  | { readonly kind: 'accessorial'; readonly code: string }
  | { readonly kind: 'deduction'; readonly wording: string; readonly cents: number }
  | { readonly kind: 'class'; readonly to: FreightClass }
  | { readonly kind: 'discount' }
  | { readonly kind: 'fuel' }
  | { readonly kind: 'duplicate'; readonly of: string };

const wordings: Readonly<Record<Exclude<Deviation['kind'], 'deduction'>, string>> = {
  accessorial: 'Incorrect accessorial',
  class: 'Incorrect class',
  discount: 'Incorrect discount',
  fuel: 'Incorrect fuel surcharge',
  duplicate: 'Exact duplicate',
};

/** The lines of the invoice, and the auditor's wording; empty when all is approved. */
export function billAsAudited(
  { shipment, charges }: SeededShipment,
  deviation: Deviation | null,
): { readonly lines: InvoiceLine[]; readonly wording: string } {
  const wording =
    deviation === null ? '' : deviation.kind === 'deduction' ? deviation.wording : wordings[deviation.kind];
  const gross = charges.find(({ code }) => code === 'LHL')?.cents ?? 0;
  const lowerRated = deviation?.kind === 'class' ? rate(shipment.weightLb, deviation.to, []) : [];

  function approved(code: string, cents: number): number {
    if (deviation?.kind === 'accessorial') return code === deviation.code ? 0 : cents;
    if (deviation?.kind === 'deduction') return code === 'LHL' ? cents - deviation.cents : cents;
    if (deviation?.kind === 'class') return lowerRated.find((line) => line.code === code)?.cents ?? cents;
    // Three points more than the carrier gave.
    if (deviation?.kind === 'discount') return code === 'DSC' ? cents - Math.round(gross * 0.03) : cents;
    if (deviation?.kind === 'fuel') return code === 'FSC' ? Math.round(cents * 0.8) : cents;
    return deviation?.kind === 'duplicate' ? 0 : cents;
  }
  const lines = charges.map(({ code, description, cents }) => {
    const approvedCents = approved(code, cents);
    return { code, description, billedCents: cents, approvedCents, adjustment: approvedCents === cents ? '' : wording };
  });
  return { lines, wording };
}
