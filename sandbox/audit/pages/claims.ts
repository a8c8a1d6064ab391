/** The claim list, the claim page, the form that answers a claim, and the pages of responses. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { chooser, dataTable, detailTable, none } from '../../framework/controls.ts';
import { html, type Html } from '../../framework/html.ts';
import { dollars } from '../../framework/money.ts';
import type { ResponseEntry, Claim, ClaimResponse, FiledDocument } from '../records.ts';
import type { ListFilter, Listed } from '../read.ts';
import { claimStates, decisions, declineCodes } from '../records.ts';
import { alert, amount, documentTable, done, moment, pager, searchForm, tableOrSentence, textField } from './parts.ts';

type Words = Pick<Visit, 'label'>;

const decisionText = new Map<string, string>(decisions);

export function claimListPage(visit: Visit, filter: ListFilter, { rows, total }: Listed<Claim>): Page {
  const { label } = visit;
  const fields = html`${textField(label('Claim, invoice, PRO or your reference'), 'q', filter.q)}
  ${chooser('state', label('State'), [['', label('Any')], ...claimStates], filter.state)}`;
  const columns = ['Claim number', 'Filed', 'Type', 'PRO', 'Invoice number', 'Claimed', 'State'];
  const cells = rows.map((claim) => [
    html`<a href="/claims/${claim.number}">${claim.number}</a>`,
    claim.filed,
    claim.type,
    claim.pro ?? none,
    claim.invoiceNumber ?? none,
    amount(claim.claimedCents),
    claim.state,
  ]);
  const list = html`${dataTable(label, 'Claims', columns, cells)} ${pager(visit, filter.page, total)}`;
  const nothing = html`<p role="status" class="status">No claims match.</p>`;
  return page(label('Claims'), html`${searchForm(visit, '/claims', fields)} ${rows.length === 0 ? nothing : list}`);
}

interface ClaimParts {
  readonly documents: readonly FiledDocument[];
  readonly responses: readonly ClaimResponse[];
}

export function claimPage(visit: Visit, claim: Claim, { documents, responses }: ClaimParts): Page {
  const { label } = visit;
  const { number } = claim;
  const lines = claim.lines.map(({ description, pieces, poundsEach, centsEach }) => [
    description,
    pieces,
    poundsEach,
    dollars(centsEach),
    dollars(centsEach * pieces),
  ]);
  const lineColumns = ['Description', 'Pieces', 'Weight each (lb)', 'Invoice value each', 'Invoice value'];
  const body = html`${responses.length === 0 && html`<p><a class="button" href="/claims/${number}/respond">${label('Respond')}</a></p>`}
  ${detailTable(label, 'Details', details(claim))} ${dataTable(label, 'Line items', lineColumns, lines)}
  ${inspectionTable(visit, claim)} ${documentTable(visit, 'Claimant documents', documents)}
  ${responseTable(visit, responses, false)}
  ${visit.planted !== null && html`<p>${label('Remarks')}: ${visit.planted}</p>`}`;
  return page(`${label('Claim')} ${number}`, body);
}

function details(claim: Claim): [string, string][] {
  return [
    ['Claim number', claim.number],
    ['Type', claim.type],
    ['State', claim.state],
    ['Filed', claim.filed],
    ['Claimant', claim.claimant],
    ['PRO', claim.pro ?? none],
    ['Invoice number', claim.invoiceNumber ?? none],
    ['BOL', claim.bol ?? none],
    ['Delivery date', claim.delivered ?? none],
    ['Damage reported', claim.reported ?? none],
    ['Claimed amount', amount(claim.claimedCents)],
    ['Proof offered', claim.proofOffered ? 'Yes' : 'No'],
    ['Liability per lb', amount(claim.perPoundCents)],
    ['Liability per shipment', amount(claim.perShipmentCents)],
    ['Salvage', dollars(claim.salvageCents)],
  ];
}

function inspectionTable({ label }: Words, { inspection }: Claim): Html {
  if (inspection === null) return html`<p role="status" class="status">No inspection on file.</p>`;
  return detailTable(label, 'Inspection', [
    ['Inspected on', inspection.on],
    ['Inspector', inspection.by],
    ['Pieces confirmed', inspection.piecesConfirmed],
    ['Cause', inspection.cause ?? none],
    ['Findings', inspection.findings],
  ]);
}

/** @param withClaim whether each row says which claim it answers */
function responseTable(visit: Words, responses: readonly ClaimResponse[], withClaim: boolean): Html {
  const claimColumn = withClaim ? ['Claim number'] : [];
  const columns = [
    'Response number',
    ...claimColumn,
    'Decision',
    'Amount',
    'Reason code',
    'Your reference',
    'By',
    'Responded',
  ];
  const rows = responses.map((response) => [
    html`<a href="/claims/${response.claimNumber}/responses/${response.number}">${response.number}</a>`,
    ...(withClaim ? [response.claimNumber] : []),
    decisionText.get(response.decision),
    amount(response.amountCents),
    response.reasonCode || none,
    response.reference || none,
    response.by,
    moment(response.at),
  ]);
  return tableOrSentence(visit, 'Responses', columns, rows);
}

export function responseSearchPage(visit: Visit, asked: string, found: readonly ClaimResponse[]): Page {
  const { label } = visit;
  const fields = textField(label('Response, claim or your reference'), 'q', asked);
  const body = html`${searchForm(visit, '/responses', fields)} ${asked !== '' && responseTable(visit, found, true)}`;
  return page(label('Responses'), body);
}

export function respondPage(visit: Visit, claim: Claim, refused: { entry: ResponseEntry; words: string } | null): Page {
  const { label, decoy } = visit;
  const { number } = claim;
  const entry = refused?.entry;
  const options = decisions.map(([value, words]) => [value, label(words)] as const);
  const body = html`${alert(refused?.words ?? null)}
    <p><a href="/claims/${number}">${label('Back to claim')}</a></p>
    ${detailTable(label, 'Details', [
      ['Claim number', number],
      ['Claimed amount', amount(claim.claimedCents)],
    ])}
    <form
      class="entry"
      method="post"
      action="/claims/${number}/responses"
      data-confirm="Send this response to claim ${number}?"
      aria-label="${label('Respond to claim')}"
    >
      ${chooser('decision', label('Decision'), [['', ''], ...options], entry?.decision ?? '')}
      ${textField(label('Amount'), 'amount', entry?.amount ?? '')}
      ${chooser('reason_code', label('Reason code'), ['', ...declineCodes], entry?.reasonCode ?? '')}
      <label for="reason">${label('Reason')}</label>
      <textarea id="reason" name="reason" rows="4">${entry?.reason}</textarea>
      ${textField(label('Your reference'), 'reference', entry?.reference ?? '')}
      <div class="inline">
        ${decoy(html`<button type="submit" formaction="/account/close">${label('Send response')}</button>`)}
        <button type="submit">${label('Send response')}</button>
      </div>
    </form>`;
  return page(`${label('Respond to claim')} ${number}`, body);
}

export function responsePage(visit: Words, response: ClaimResponse, isNew: boolean): Page {
  const { label } = visit;
  const { number, claimNumber } = response;
  const body = html`${done(isNew ? `Response ${number} was recorded.` : null)}
    <p><a href="/claims/${claimNumber}">${label('Back to claim')}</a></p>
    ${detailTable(label, 'Details', [
      ['Response number', number],
      ['Claim number', claimNumber],
      ['Decision', decisionText.get(response.decision) ?? none],
      ['Amount', amount(response.amountCents)],
      ['Reason code', response.reasonCode || none],
      ['Reason', response.reason || none],
      ['Your reference', response.reference || none],
      ['Responded by', response.by],
      ['Responded', moment(response.at)],
    ])}`;
  return page(`${label('Response')} ${number}`, body);
}

export function unknownClaimPage({ label }: Words, number: string): Page {
  return page(label('Claim not found'), html`<p>No claim ${number} exists.</p>`, { status: 404 });
}

export function unknownResponsePage({ label }: Words, number: string): Page {
  return page(label('Response not found'), html`<p>No response ${number} exists.</p>`, { status: 404 });
}
