/** The pages of one correction, of the search for corrections, and the form that enters one. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { chooser, dataTable, detailTable, none } from '../../framework/controls.ts';
import { html, type Html } from '../../framework/html.ts';
import { dollars, signedDollars } from '../../framework/money.ts';
import { correctionCodes, fieldLabels, type CorrectionEntry, type EnteredCorrection } from '../correction-form.ts';
import type { Rerating } from '../rerate.ts';
import { freightClasses } from '../tariff.ts';

type Words = Pick<Visit, 'label'>;

/** @param isNew whether it was entered just now */
export function correctionPage(visit: Words, correction: EnteredCorrection, isNew: boolean): Page {
  const { label } = visit;
  const { number, pro, code, changes, beforeCents, afterCents, netChangeCents } = correction;
  const changed = Object.entries(changes).map(([field, value]) => `${field.replaceAll('_', ' ')}: ${value}`);
  const body = html`${isNew && html`<p role="status" class="status">Correction ${number} was entered.</p>`}
    <p><a href="/shipments/${pro}/corrections">${label('Back to corrections')}</a></p>
    ${detailTable(label, 'Details', [
      ['Correction number', number],
      ['PRO', pro],
      ['Reason code', code],
      ['Changes', changed.join('; ') || none],
      ['Original total', dollars(beforeCents)],
      ['Corrected total', dollars(afterCents)],
      ['Net change', signedDollars(netChangeCents)],
      ['Reason', correction.reason || none],
      ['Approval note', correction.note || none],
      ['Your reference', correction.reference || none],
      ['By', correction.by],
      ['Entered', moment(correction.at)],
    ])}`;
  return page(`${label('Correction')} ${number}`, body);
}

export function unknownCorrectionPage({ label }: Words, pro: string, number: string): Page {
  const words = html`<p>No correction ${number} of PRO ${pro} exists.</p>`;
  return page(label('Correction not found'), words, { status: 404 });
}

export function correctionSearchPage(visit: Words, asked: string, found: readonly EnteredCorrection[]): Page {
  const { label } = visit;
  const columns = ['Number', 'PRO', 'Code', 'Net change', 'Your reference', 'By', 'Entered'];
  const rows = found.map(({ number, pro, code, netChangeCents, reference, by, at }) => [
    html`<a href="/shipments/${pro}/corrections/${number}">${number}</a>`,
    pro,
    code,
    signedDollars(netChangeCents),
    reference || none,
    by,
    moment(at),
  ]);
  const nothing = html`<p role="status" class="status">No corrections match "${asked}".</p>`;
  const body = html`<form method="get" action="/corrections" role="search">
      <label for="q">${label('Correction number, PRO or your reference')}</label>
      <div class="inline">
        <input id="q" name="q" type="text" value="${asked}" autocomplete="off" />
        <button type="submit">${label('Search')}</button>
      </div>
    </form>
    ${asked !== '' && (rows.length === 0 ? nothing : dataTable(label, 'Corrections', columns, rows))}`;
  return page(label('Correction search'), body);
}

export interface FormState {
  readonly entry: CorrectionEntry | null;
  readonly refused: string | null;
  /** Of the preview that was just made. */
  readonly previewed: { readonly rerating: Rerating; readonly token: string } | null;
}
export const emptyForm: FormState = { entry: null, refused: null, previewed: null };

export function correctionForm(visit: Pick<Visit, 'label' | 'decoy'>, pro: string, state: FormState): Html {
  const { label, decoy } = visit;
  const { entry, refused, previewed } = state;
  const typed = (field: keyof CorrectionEntry['changes']): Html =>
    html`<label for="${field}">${label(fieldLabels[field])}</label>
      <input id="${field}" name="${field}" type="text" value="${entry?.changes[field]}" autocomplete="off" />`;
  return html`<h2>${label('Enter correction')}</h2>
    ${refused !== null && html`<p role="alert" class="alert">${refused}</p>`}
    <form class="entry" method="post" action="/shipments/${pro}/corrections" aria-label="${label('Enter correction')}">
      ${chooser('reason_code', label('Reason code'), ['', ...correctionCodes], entry?.code ?? '')}
      ${typed('billed_weight')}
      ${chooser('billed_class', label('Billed class'), ['', ...freightClasses], entry?.changes.billed_class ?? '')}
      ${typed('add_accessorials')} ${typed('remove_accessorials')} ${typed('consignee_name')}
      ${typed('consignee_address')}
      <label for="reason_text">${label('Reason')}</label>
      <textarea id="reason_text" name="reason_text" rows="3">${entry?.reason}</textarea>
      <label for="note">${label('Approval note')}</label>
      <textarea id="note" name="note" rows="3">${entry?.note}</textarea>
      <label for="reference">${label('Your reference')}</label>
      <input id="reference" name="reference" type="text" value="${entry?.reference}" autocomplete="off" />
      <input name="preview" type="hidden" value="${previewed?.token}" />
      ${previewed !== null && previewTable(label, previewed.rerating)}
      <div class="inline">
        <button type="submit" formaction="/shipments/${pro}/corrections/preview">${label('Preview re-rate')}</button>
        ${decoy(html`<button type="submit" formaction="/shipments/${pro}/void">${label('Submit correction')}</button>`)}
        <button type="submit" data-needs-preview${previewed === null && html` disabled`}>
          ${label('Submit correction')}
        </button>
      </div>
    </form>`;
}

function previewTable(label: Words['label'], { beforeCents, afterCents, netChangeCents }: Rerating): Html {
  return detailTable(label, 'Preview', [
    ['Original total', dollars(beforeCents)],
    ['Corrected total', dollars(afterCents)],
    ['Net change', signedDollars(netChangeCents)],
  ]);
}

/** Minutes, in UTC: `2026-11-20 13:05`. */
export function moment(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
