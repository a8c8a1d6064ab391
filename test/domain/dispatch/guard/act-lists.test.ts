import assert from 'node:assert/strict';
import { namesActDetail } from '../../../../domain/dispatch/guard/act-details.ts';
import { namesActList } from '../../../../domain/dispatch/guard/act-lists.ts';
import { actInPlace, describesOnly } from '../../../../domain/dispatch/guard/described.ts';
import { type ElementFacts, judgeElement } from '../../../../domain/dispatch/guard/element-gate.ts';
import { plainElement } from './plain-element.ts';

/** Written before the rules were read, in four languages; each harmful one is near to a harmless one. */
const shown =
  "Tender rejections | Rejected tenders | Declined loads this week | Void reasons | Cancellation policy | Cancellation terms and conditions | Cancellation report | Cancellation rate | Write-offs | Write-off report | Write-off threshold | Write-off policy | Bad debt summary | Withdrawn disputes | Dispute withdrawal guidelines | Payment history | Paid chargebacks | Chargeback policy | Chargebacks paid this month | Payments | Payment terms | Refund policy | Refund status | Refunds issued | Closed accounts | Account closure policy | Contract termination clause | Termination notice period | Accepted charges | Accepted charges report | Rerate history | Re-rated invoices | Re-rate results | Cancelled (3) | Cancelled pickups | Drop trailers | Drop and hook loads | Drop yard list | Rejected by carrier | Tender acceptance report | Reversal report | Reversed invoices | Credit memo list | Credit and rebill report | Void check register | Voided BOLs | Settled chargebacks | Settlement statements | Settlement history | Download void report | Closing balances | Decline reasons | Rejection codes | Lost and cancelled tenders | Kündigungsfrist Vertrag | Kündigungsfristen | Vertragslaufzeit und Kündigungsfrist | Stornobedingungen | Stornierungsbedingungen | Stornogebühren | Stornogründe | Stornoquote | Stornobericht | Stornoliste | Stornierte Rechnungen | Stornierungen | Abgelehnte Aufträge | Ablehnungsgründe | Ablehnungen | Abschreibungen | Abschreibungsbericht | Ausgebuchte Forderungen | Gutschriftenliste | Gutschriften | Rückerstattungen | Erstattungsrichtlinie | Erstattungsstatus | Zahlungsbedingungen | Zahlungsverlauf | Bezahlte Rechnungen | Zahlungen | Zurückgezogene Reklamationen | Widerspruchsfrist | Widerrufsbelehrung | Widerrufsrecht | Geschlossene Konten | Kontoauszug | Neuberechnungen | Akzeptierte Gebühren | Gelöschte Sendungen | Abgesagte Abholungen | Beendete Verträge | Abgebrochene Aufträge | Kündigungsklausel | Rejets d'offres | Offres refusées | Motifs d'annulation | Conditions d'annulation | Politique d'annulation | Frais d'annulation | Annulations | Factures annulées | Expéditions annulées | Rapport des annulations | Historique des annulations | Délai de résiliation | Préavis de résiliation | Clause de résiliation | Contrats résiliés | Comptes clôturés | Solde de clôture | Pertes sur créances | Créances passées en perte | Remboursements | Politique de remboursement | Statut du remboursement | Paiements | Conditions de paiement | Factures payées | Historique des paiements | Litiges retirés | Contestations retirées | Refus | Chargements refusés | Frais acceptés | Retarifications | Délai de rétractation | Droit de rétractation | Rechazos de ofertas | Ofertas rechazadas | Cargas rechazadas | Motivos de rechazo | Política de cancelación | Condiciones de cancelación | Gastos de cancelación | Cancelaciones | Facturas anuladas | Envíos cancelados | Informe de cancelaciones | Historial de anulaciones | Plazo de cancelación | Plazo de preaviso | Cláusula de rescisión | Contratos rescindidos | Cuentas cerradas | Saldo de cierre | Saldos condonados | Incobrables | Reembolsos | Política de reembolso | Estado del reembolso | Pagos | Condiciones de pago | Facturas pagadas | Historial de pagos | Disputas retiradas | Reclamaciones retiradas | Cargos aceptados | Recálculos | Retarificaciones | Cancellation reasons overview | Voided invoices archive | Rejection statistics | Refund guidelines | Write-off history | Rerate log | Reversal codes | Tender declines | Load cancellations | Claim withdrawals | Payments received | Chargeback status | Pickup cancellation policy | Stornierungsfristen | Ablehnungsquote | Übersicht der Stornierungen | Liste der Kündigungen | Erstattungen | Zahlungsarten | Stornokosten | Historique des remboursements | Taux d'annulation | Motifs de refus | Liste des annulations | Retraits de contestations | Délais d'annulation | Registro de anulaciones | Tasa de cancelación | Lista de rechazos | Informe de pagos | Motivos de cancelación | Estado de la cancelación | Historial de reembolsos";
const columns =
  "Voided on | Void reason code | Cancelled at | Reason for cancellation | Rejection reason | Withdrawn on | Payment date | Paid on | Amount paid | Refunded amount | Account closed on | Contract end date | Notice period | Re-rated on | Cancel fee | Cancellation charge | Pickup cancelled by | Drop location | Drop number | Drop off date | Tender status | Tender decline reason | Reversed by | Void check number | Is cancelled | Settlement date | Include voided | Exclude cancelled | Hide written-off balances | Write-off threshold | Balance write-off date | Kündigungsdatum | Vertragsende | Stornogrund | Stornodatum | Storniert von | Abgeschriebene Beträge | Zahlungsziel | Zahlungseingang | Bezahlt am | Widerrufsfrist | Schlusssaldo | Neu berechnet am | Kündigungsfrist | Ablehnungsgrund | Erstattungsbetrag | Stornierte anzeigen | Motif d'annulation | Date d'annulation | Annulé le | Annulé par | Date de résiliation | Date de clôture | Montant remboursé | Remboursé le | Date de paiement | Motif du refus | Délai de résiliation | Retiré le | Payé le | Motivo de rechazo | Motivo de anulación | Fecha de anulación | Cancelado por | Fecha de rescisión | Fecha de cierre | Importe reembolsado | Fecha de pago | Plazo de preaviso | Pagado el | Retirada el | Cancellation deadline | Date of cancellation | Void status | Reversal date | Stornierungsgrund | Datum der Kündigung | Montant de l'annulation | Annulation demandée le | Importe de la anulación | Rechazada por";
const pressed =
  'Close | Close window | Close menu | Clear filters | Clear selection | Reset | Remove filter | Dismiss | Export cancelled loads | Show cancelled | Hide voided | Fenster schließen | Filter zurücksetzen | Fermer | Fermer la fenêtre | Effacer les filtres | Cerrar ventana | Borrar filtros | Quitar filtro | Filter entfernen';
const orders =
  "Reject tender | Decline tender | Reject all tenders | Reject this load | Void this bill | Void selected | Void and close | Cancel load 123 | Cancel loads | Void bills | Write off balances | Write off selected | Withdraw disputes | Close accounts | Pay chargebacks | Accept all | Accept all charges | Re-rate all | Mass re-rate | Reverse invoices | Delete bills | Drop load | Drop loads | Confirm cancellation | Process cancellations | Run write-offs | Post write-off | Post reversals | Submit withdrawal | Issue refunds | Request cancellation | Apply cancellation | Approve write-offs | Void with reason | Close account now | Terminate contract | Terminate contract without notice | Cancel without notice period | Send cancellation notice | Mark as void | Mark as cancelled | Set status to cancelled | Change status to void | Move to cancelled | Confirm void | Refund now | Settle chargebacks | Zero out balance | Report cancellation | Record cancellation | Log cancellation | File withdrawal | Schedule cancellation | Void all invoices from this report | Cancel report and load | Withdraw dispute per policy | Tender rejection: confirm | Confirm tender rejections | Submit tender rejections | Reject tenders | Write off per policy | Reason: void bill | Cancel the order by this date | List and void | Vertrag kündigen | Kündigung absenden | Kündigung bestätigen | Vertrag zum Fristende kündigen | Vertrag fristgerecht kündigen | Vertrag ohne Kündigungsfrist kündigen | Kündigung einreichen | Verträge kündigen | Rechnung stornieren | Rechnungen stornieren | Storno buchen | Storno durchführen | Storno bestätigen | Stornierung ausführen | Sendung stornieren | Auftrag ablehnen | Aufträge ablehnen | Ladung ablehnen | Betrag abschreiben | Abschreibung buchen | Abschreibungen buchen | Forderung ausbuchen | Restbetrag ausbuchen | Reklamation zurückziehen | Widerspruch zurücknehmen | Alle Gebühren akzeptieren | Alle neu berechnen | Massenneuberechnung starten | Konto schließen | Konten schließen | Konto löschen | Jetzt bezahlen | Rückbelastung bezahlen | Zahlung freigeben | Zahlungen freigeben | Erstattung auslösen | Als storniert markieren | Status auf storniert setzen | Mit Stornogrund stornieren | Stornierungen freigeben | Vertragskündigung | Vertragskündigung senden | Renoncer à la réclamation | Renoncer au litige | Renoncer à la créance | Renoncer à la contestation | Annuler la facture | Annuler les factures | Annuler l'envoi | Annuler les expéditions | Confirmer l'annulation | Valider l'annulation | Demander l'annulation | Procéder à l'annulation | Refuser l'offre de transport | Refuser le chargement | Refuser les chargements | Passer en perte | Passer les créances en perte | Résilier le contrat | Résilier les contrats | Résilier sans préavis | Résilier le contrat sans délai | Envoyer la résiliation | Confirmer la résiliation | Clôturer le compte | Clôturer les comptes | Supprimer le compte | Retirer le litige | Retirer les contestations | Abandonner le litige | Abandonner la réclamation | Accepter tous les frais | Tout accepter | Tout recalculer | Payer maintenant | Payer les débits | Émettre un remboursement | Régler la facture | Marquer comme annulé | Passer au statut annulé | Extourner | Valider les annulations | Rechazar oferta de transporte | Rechazar la carga | Rechazar cargas | Anular factura | Anular facturas | Cancelar envío | Cancelar los envíos | Confirmar la cancelación | Confirmar anulación | Solicitar la cancelación | Procesar anulaciones | Rescindir contrato | Rescindir el contrato sin preaviso | Enviar la rescisión | Cerrar cuenta | Cerrar las cuentas | Eliminar cuenta | Condonar saldo | Condonar saldos | Pasar a incobrables | Retirar disputa | Retirar reclamaciones | Desistir de la reclamación | Renunciar a la reclamación | Renunciar a la disputa | Aceptar todos los cargos | Aceptar todo | Recalcular todo | Retarificar todo | Pagar ahora | Pagar contracargos | Emitir reembolso | Marcar como anulada | Cambiar estado a cancelado | Descartar la reclamación | Confirmar rechazos de ofertas | Execute cancellation | Finish cancellation | Continue with cancellation | Perform write-off | Void invoices now | Reject all loads | Close contracts | Withdraw all claims | Refund customer | Pay all chargebacks | Rerate all rates | Stornierung beantragen | Kündigung aussprechen | Konto kündigen | Alle Forderungen abschreiben | Ablehnung senden | Rechnung löschen | Valider la résiliation | Lancer le remboursement | Confirmer le refus du chargement | Annuler toutes les factures | Solder la créance | Solicitar rescisión | Ejecutar anulación | Rechazar todas las ofertas | Confirmar retiro de la disputa | Dar de baja el contrato | Registrar cancelación | Proceder con la cancelación | Agree to cancellation | Void the list | Void history and bill | Order cancellation now | Reset and void | Status: void | Stornieren gemäß Bedingungen | Sendung stornieren nach Frist | Annuler selon conditions | Anular según política | Cancel order per policy | Reject tender by deadline | Accept all terms and charges | Withdraw claim, see policy";

const next = {
  paths: ['/next'],
  query: [],
  secret: false,
  fingerprint: { headings: [], labels: [], buttons: [], columns: [] },
};
const rules = { origins: ['https://tms.example'], pages: { next }, neverClick: [], harmless: [], values: {} };
const form = { action: 'https://tms.example/save', method: 'POST', name: '', defaultButton: null };
const places = {
  link: { tag: 'a', role: 'link', type: '', href: 'https://tms.example/next' },
  tab: { tag: 'button', role: 'tab', type: 'button' },
  column: { tag: 'th', role: 'columnheader', type: '' },
  label: { tag: 'input', role: 'textbox', type: 'text' },
  button: { tag: 'button', role: 'button', type: 'button' },
  submit: { tag: 'button', role: 'button', type: 'submit', form },
} as const satisfies Record<string, Partial<ElementFacts>>;
function isStopped(name: string, place: keyof typeof places): boolean {
  const visibleText = place === 'label' ? '' : name;
  const facts = { ...plainElement, ...places[place], name, visibleText, editable: true };
  const input = place === 'label' ? 'fill' : 'click';
  const question = { input, effect: 'read', step: 'test', target: { name }, expects: [], page: 'start' } as const;
  return judgeElement({ ...question, onlyReads: true, facts }, rules).rule.startsWith('never_click.');
}
const listOf = (names: string): string[] => names.split(' | ');

describe('the names of lists of acts and of papers on them', () => {
  for (const [place, names] of [
    ['link', shown],
    ['tab', shown],
    ['column', columns],
    ['label', columns],
    ['button', pressed],
  ] as const)
    it(`order nothing as a ${place}`, () => {
      assert.deepEqual(
        listOf(names).filter((name) => isStopped(name, place)),
        [],
      );
    });

  it('are not those of the acts, wherever these are', () => {
    for (const place of ['link', 'tab', 'button', 'submit'] as const)
      assert.deepEqual(
        listOf(orders).filter((name) => !isStopped(name, place)),
        [],
        place,
      );
  });

  it('hold no verb, and nothing that an act is done to', () => {
    for (const name of 'Void fees | Void all status | Rerate all rates | Rerate account rates | Write off fees | Report cancellation | Void the list | Kündigung Vertrag | Vertragskündigung | Annulation | Rejet de l’offre | Rechazo de la oferta | Tender rejection'.split(
      ' | ',
    ))
      assert.ok(!namesActList(name), name);
    for (const name of 'Cancel the order by this date | Withdraw dispute per policy | Write off per policy | Résilier le contrat sans délai | Rechnung stornieren ohne Grund | Rechnung stornieren Stornogrund | Fecha de pago y anular la factura'.split(
      ' | ',
    ))
      assert.ok(!namesActDetail(name, true), name);
  });

  it('belong to the act on what sends a form, and where the playbook lists them', () => {
    const place = { showsOnly: true, isData: false, isRead: true, onlyReads: true };
    assert.ok(describesOnly('Tender rejections', place, []));
    assert.equal(actInPlace('Tender rejections', { ...place, showsOnly: false }, []), 'cancel_shipment');
    const listed = [{ action: 'cancel_shipment', label: 'Tender rejections', names: [], paths: [] }] as const;
    assert.equal(actInPlace('Tender rejections', place, listed), 'cancel_shipment');
    assert.ok(isStopped('Tender rejections', 'submit'));
  });
});
