import assert from 'node:assert/strict';
import { namesActDetail } from '../../../../domain/dispatch/guard/act-details.ts';
import { attributeAction, contextAction } from '../../../../domain/dispatch/guard/control-words.ts';
import type { ElementFacts } from '../../../../domain/dispatch/guard/element-facts.ts';
import { judgeElement } from '../../../../domain/dispatch/guard/element-gate.ts';
import { dangerousField, doubtfulName, neverClickName } from '../../../../domain/dispatch/guard/never-click.ts';
import { plainElement } from './plain-element.ts';

/** Verbs with the things of freight, as orders, nouns, passives and questions. */
const orders: Readonly<Record<string, string>> = {
  English:
    'Drop the load | Drop shipment | Drop this order | Shipment dropped? | Load is dropped now | Dropping the load | Reject tender | Tender rejection | Decline the tender | Turn down load | Refuse this shipment | Give back the load | Scrap shipment | Kill the load | Remove shipment | Delete load 4711 | Load deletion | Revoke tender | Unbook load | Recall the shipment | Should the order be deleted? | Do you want to cancel this load? | Terminate shipment | Shipment termination | Back out of load | Discard booking | Rescind the tender | Delete bill of lading | Invoice deletion | Discard the invoice | Invalidate bill | Nullify invoice | Strike the bill | Scrap the invoice | Kill invoice | Rescind bill | Remove invoice | Bill should be voided? | Invoice will be cancelled | Revoke invoice | Back out the invoice | Release the balance | Balance forgiveness | Forgive the debt | Write the balance off | Zero out balance | Zero the receivable | Declare uncollectible | Drop the balance | Wipe the balance | Cancel the debt | Charge balance to bad debt | Release payment | Payment release | Release the funds | Payment will be released? | Disburse funds | Send money | Transfer the amount | Remit payment | Make payment | Authorize payment | Approve payment | Execute payment run | Drop the dispute | Abandon claim | Give up the claim | Delete dispute | Cancel claim | Rescind dispute | Claim abandonment | Concede the dispute | Take back the claim | Approve every charge | Agree to all charges | Charges all accepted? | Rerate everything | Recalculate all bills | Delete account | Account deletion | Shut down the account | Terminate account | Remove profile | Suspend account',
  Spanish:
    'Eliminar la carga | Eliminación de la carga | Borrar el envío | ¿Se eliminó el pedido? | Rechazar la oferta de carga | Rechazo de la carga | Rechazar licitación | Declinar el viaje | Devolver la carga | Soltar la carga | Desistir del envío | La orden será eliminada | Descartar el embarque | Embarque anulado? | Dar de baja el envío | Borrar factura | Eliminación de la factura | Invalidar factura | La factura será anulada | Dejar sin efecto la factura | Revertir factura | Descartar la factura | Perdonar la deuda | Dar de baja el saldo | Cancelar el saldo | Castigar la cuenta incobrable | Condonación de la deuda | Liberar el pago | Liberación del pago | Autorizar pago | El pago será liberado | Transferir fondos | Efectuar el pago | Desembolsar | Abandonar la reclamación | Eliminar disputa | Renunciar al reclamo | Retiro de la disputa | Aceptar todos los importes | Recalcular todas las facturas | Dar de baja la cuenta | Eliminar cuenta | Cancelación de la cuenta',
  French:
    "Supprimer le chargement | Suppression du chargement | Le chargement est supprimé ? | Refuser l'offre de transport | Refus de l'appel d'offres | Décliner la commande | Rejeter le chargement | Abandonner l'expédition | Rendre le chargement | La commande sera supprimée | Effacer l'envoi | Expédition annulée ? | Retirer l'expédition | Renoncer au transport | Effacer la facture | Invalider la facture | La facture sera annulée | Rejeter la facture | Contrepasser la facture | Supprimer la lettre de voiture | Abandonner la créance | Abandon de créance | Solder la dette | Remise de dette | Passer la créance en pertes | Débloquer le paiement | Déblocage du paiement | Libérer le paiement | Autoriser le paiement | Virer les fonds | Effectuer le paiement | Le paiement est débloqué ? | Abandonner la réclamation | Retrait de la contestation | Renoncer au litige | Supprimer le litige | Accepter l'ensemble des frais | Recalculer toutes les factures | Supprimer le compte | Clôture du compte | Désactiver le compte",
  German:
    'Auftrag wurde gelöscht? | Ladung löschen | Löschen der Ladung | Ladungslöschung | Sendung wird gelöscht | Soll der Auftrag gelöscht werden? | Transportauftrag ablehnen | Ablehnung des Transportauftrags | Tender ablehnen | Auftrag zurückgeben | Ladung abgeben | Fuhre absagen | Auftrag verwerfen | Sendung entfernen | Auftrag zurückweisen | Buchung widerrufen | Transport wird abgesagt? | Avis löschen | Frachtauftrag kündigen | Rechnung wird gelöscht | Frachtbrief löschen | Rechnung für ungültig erklären | Rechnungslöschung | Rechnung annullieren | Beleg verwerfen | Buchung zurücknehmen | Rechnung soll storniert werden? | Rechnung rückgängig machen | Saldo ausbuchen | Forderung erlassen | Restbetrag wird ausgebucht | Ausbuchung des Saldos | Schuld erlassen | Auf Forderung verzichten | Zahlung freigeben | Zahlungsfreigabe | Zahlung wurde freigegeben? | Freigabe der Zahlung | Überweisung ausführen | Betrag überweisen | Auszahlung anweisen | Einspruch zurücknehmen | Reklamation fallen lassen | Rücknahme des Einspruchs | Reklamation löschen | Widerspruch wurde zurückgezogen? | Alle Gebühren anerkennen | Sämtliche Kosten werden akzeptiert | Alle Frachten neu bewerten | Konto löschen | Kundenkonto auflösen | Konto sperren',
};
/** What is recorded of an act, as the names of fields, the heads of columns, and filters. */
const details: Readonly<Record<string, Readonly<Record<'label' | 'column' | 'filter', string>>>> = {
  English: {
    label:
      'Void date | Void reason | Void reason code | Date voided | Reason for voiding | Cancellation reason | Cancellation date | Cancelled at | Reason for cancellation | Cancellation number | Write-off reason | Withdrawn on | Tender rejection reason | Payment terms | Payment method | Payment due date | Drop location | Drop date | Drop trailer | Drop-off time | Dropdown | Drop files here | Release number | Release date | Load number | Load date | Loading dock | Unload date | Remove filter | Delete draft note | Clear search | Discard changes | Drop shipment address | Recall code | Turn time | Send message | Transfer station | Strike date',
    column:
      'Voided on | Voided by | Void status | Cancelled on | Cancelled by | Cancel date | Cancel reason | Write-off date | Write-off amount | Written off by | Date written off | Withdrawal date | Rejected on | Rejection reason | Declined by | Payment release date | Payment released on | Paid on | Payment date | Payment status | Account closed on | Deleted on | Deletion date | Rerated on | Last rerate date | Claim withdrawal date | Accepted on | Chargeback paid on | Refused at delivery',
    filter:
      'Voided | Cancelled | Include voided | Show cancelled loads | Hide voided bills | Not voided | Exclude cancelled | Status: Cancelled | Written off | Withdrawn disputes | Rejected tenders | Avoid tolls',
  },
  Spanish: {
    label:
      'Fecha de anulación | Motivo de anulación | Motivo de la cancelación | Motivo de rechazo | Forma de pago | Número de carga | Lugar de carga | Borrar filtros',
    column:
      'Anulada el | Anulado por | Fecha de cancelación | Cancelado el | Eliminado el | Fecha de eliminación | Rechazado por | Fecha de pago | Fecha de liberación | Fecha de retiro | Usuario de anulación',
    filter: 'Anuladas | Ver canceladas | No anuladas',
  },
  French: {
    label:
      "Date d'annulation | Motif d'annulation | Motif de l'annulation | Motif de refus | Mode de paiement | Numéro de chargement | Lieu de chargement | Effacer les filtres | Utilisateur de l'annulation",
    column:
      "Annulée le | Annulé par | Supprimé le | Date de suppression | Refusé par | Date de paiement | Date de déblocage | Date de retrait | Créance abandonnée le | Statut d'annulation",
    filter: 'Annulées | Afficher les annulées | Non annulées',
  },
  German: {
    label:
      'Stornodatum | Stornogrund | Storniert am | Ablehnungsgrund | Grund der Ablehnung | Grund der Stornierung | Zahlungsbedingungen | Kündigungsfrist | Löschort | Ladungsnummer | Auftragsdatum | Filter löschen | Eingabe löschen',
    column:
      'Storniert von | Stornierungsdatum | Stornonummer | Gelöscht am | Löschdatum | Löschgrund | Abgelehnt am | Ausgebucht am | Ausbuchungsdatum | Freigegeben am | Zahlungsfreigabe am | Zahlungsdatum | Zurückgezogen am',
    filter: 'Storniert | Stornierte ausblenden | Nicht storniert | Abgesagte Abholungen',
  },
};
const ordinary =
  "Drop trailer at yard | Drop & hook | Load drop date | Live load / drop | Pickup/Drop | Drop ship order | Load dropped at yard | Drag and drop load documents here | Order drop-down | Released for payment | Release load | Tender status | Accept tender | Load rejection rate | Shipment refused by consignee | Auftrag geladen | Auftrag abgelehnt | Avis senden | Neue Reservierung | Tour anzeigen | Löschstelle | Zahlungsziel | Licitaciones abiertas | Envío rechazado por el destinatario | Nouvel appel d'offres | Chargement refusé par le destinataire | Paiement en attente";

const rules = { origins: ['https://tms.example'], pages: {}, neverClick: [], harmless: [], values: {} };
type Place = 'label' | 'column' | 'filter' | 'button';
const places: Readonly<Record<Place, Partial<ElementFacts>>> = {
  label: { tag: 'input', role: 'textbox', type: 'text' },
  column: { tag: 'th', role: 'columnheader', type: '' },
  filter: { tag: 'input', role: 'checkbox', type: 'checkbox' },
  button: { tag: 'button', role: 'button', type: 'submit' },
};
function isStopped(name: string, place: Place, onlyReads = true, more: Partial<ElementFacts> = {}): boolean {
  const input = place === 'label' ? 'fill' : 'click';
  const visibleText = place === 'label' || place === 'filter' ? '' : name;
  const facts = { ...plainElement, ...places[place], name, visibleText, editable: true, ...more };
  const question = {
    input,
    effect: 'read',
    step: 'test',
    target: { name },
    expects: [],
    page: 'start',
    onlyReads,
  } as const;
  return judgeElement({ ...question, facts }, rules).rule.startsWith('never_click.');
}
const listOf = (names: string): string[] => names.split(' | ');
const form = { action: 'https://tms.example/save', method: 'POST', name: '', defaultButton: null };

describe('words of freight', () => {
  for (const [language, names] of Object.entries(orders))
    it(`order an act in ${language}`, () => {
      const passed = listOf(names).filter((name) => (neverClickName(name, []) ?? doubtfulName(name)) === undefined);
      assert.deepEqual(passed, []);
      assert.deepEqual(
        listOf(names).filter((name) => !isStopped(name, 'button', true, { form })),
        [],
      );
    });

  it('that are near those of an act order none', () => {
    assert.deepEqual(
      listOf(ordinary).filter((name) => (neverClickName(name, []) ?? doubtfulName(name)) !== undefined),
      [],
    );
  });
});

describe('what is recorded of an act', () => {
  for (const [language, places_] of Object.entries(details))
    for (const [place, names] of Object.entries(places_))
      it(`orders nothing as a ${place} in ${language}`, () => {
        assert.deepEqual(
          listOf(names).filter((name) => isStopped(name, place as Place)),
          [],
        );
      });

  it('is an order on what sends a form', () => {
    for (const name of ['Void reason', 'Write-off amount', 'Grund der Stornierung', 'Fecha de anulación'])
      assert.ok(isStopped(name, 'button', true, { form }), name);
  });

  it('is none of the acts themselves, nor what they are done to', () => {
    for (const name of 'Void | Void bill | Void by mistake bill | Cancel shipment | Write off amount | Storno | Anular | Annuler le | V0id date | Date | Reason'.split(
      ' | ',
    ))
      assert.ok(!namesActDetail(name), name);
    assert.ok(namesActDetail('Write-off amount', true));
  });

  it('filters only in a recipe that reads', () => {
    assert.ok(!isStopped('Cancelled', 'filter'));
    assert.ok(isStopped('Cancelled', 'filter', false));
    assert.ok(isStopped('Cancel', 'filter'));
    const filters = (value: string): Partial<ElementFacts> => ({
      attributes: [{ where: 'control', name: 'onclick', value }],
    });
    assert.ok(!isStopped('Cancelled', 'filter', true, filters("load('cancelled')")));
    assert.ok(isStopped('Cancelled', 'filter', false, filters("load('cancelled')")));
    assert.ok(isStopped('Cancelled', 'filter', true, filters("cancelLoad('cancelled')")));
  });

  it('is what the playbook lists all the same', () => {
    const listed = [{ action: 'void_bill', label: 'Void date', names: [], paths: [] }] as const;
    const facts = { ...plainElement, ...places.column, name: 'Void date', visibleText: 'Void date' };
    const question = { input: 'click', effect: 'read', step: 'test', target: {}, expects: [], page: 'start' } as const;
    assert.equal(judgeElement({ ...question, facts }, { ...rules, neverClick: listed }).rule, 'never_click.void_bill');
  });

  it('is a field of the address of a search, and of a write only when it is empty', () => {
    for (const name of ['void_date_from', 'filter[cancelReason]', 'annulation.motif.code'])
      assert.equal(dangerousField(name, 'x', [], true), undefined, name);
    assert.equal(dangerousField('void_reason', '', []), undefined);
    assert.equal(dangerousField('void_reason', 'duplicate', [])?.rule, 'never_click.void_bill');
    assert.equal(dangerousField('void_bill', 'true', [], true)?.rule, 'never_click.void_bill');
    assert.equal(dangerousField('action', 'void', [], true)?.rule, 'never_click.void_bill');
  });

  it('names a part of a page, and not the dialog or the form that asks for it', () => {
    for (const kind of ['section', 'column', 'row', 'field set', 'table'])
      assert.equal(contextAction({ kind, text: "Motif d'annulation" }, []), undefined, kind);
    for (const kind of ['dialog', 'form', 'description', 'component'])
      assert.notEqual(contextAction({ kind, text: 'Void reason' }, []), undefined, kind);
  });

  it('is what an attribute of such a control is bound to', () => {
    const describes = (text: string): boolean => namesActDetail(text, true);
    for (const [name, value] of [
      ['id', 'voidDate'],
      ['data-field', 'bill.voidReason'],
      ['ng-model', 'bill.voidReason'],
      ['class', 'col void-date sortable'],
      ['data-void-date', '1'],
    ] as const) {
      const attribute = { where: 'control', name, value } as const;
      assert.equal(attributeAction(attribute, [], false, describes), undefined, name);
      assert.notEqual(attributeAction(attribute, []), undefined, name);
    }
    const sorts = { where: 'control', name: 'onclick', value: "sortBy('voidDate')" } as const;
    assert.equal(attributeAction(sorts, [], false, describes), undefined);
    assert.notEqual(attributeAction(sorts, []), undefined);
    const act = { where: 'control', name: 'onclick', value: 'voidBill(voidReason)' } as const;
    assert.equal(attributeAction(act, [], false, describes), 'void_bill');
  });
});
