/**
 * Recognises the names of lists of records in some state, such as "Voided bills" or `/loads/cancelled`: they describe what
 * was done to others, and order nothing (D66). A name counts only when it has no word beside the state, the records in the
 * plural, and what leads to a list.
 */

interface ListWords {
  readonly states: readonly string[];
  /** In the plural. */
  readonly records: readonly string[];
  /** What may be beside them. */
  readonly beside: readonly string[];
  /** With one of these the records need not be named: "Show voided" is a filter. */
  readonly shows: readonly string[];
  /** Beside the states in a filter: states of one record, and what denies them. */
  readonly ofOne: readonly string[];
}

const languages: readonly ListWords[] = [
  {
    states:
      'voided cancelled canceled withdrawn written off closed paid accepted rejected expired deleted removed archived reversed annulled'.split(
        ' ',
      ),
    records:
      'bills invoices waybills loads shipments orders pickups deliveries bookings tenders trips disputes claims appeals cases accounts chargebacks deductions charges corrections balances receivables items records'.split(
        ' ',
      ),
    beside:
      'view show see browse list lists of all my our your recent recently the and or open to go page tab report reports history archive freight filter only include including nav menu link'.split(
        ' ',
      ),
    shows: 'view show display include hide exclude'.split(' '),
    ofOne: 'not non status state is declined refused reversed'.split(' '),
  },
  {
    states:
      'anuladas anulados canceladas cancelados retiradas retirados cerradas pagadas eliminadas eliminados borradas borrados rechazadas rechazados'.split(
        ' ',
      ),
    records: 'facturas envíos pedidos órdenes cargas recogidas entregas disputas reclamaciones cuentas'.split(' '),
    beside: 'lista de las los todas todos mis solo sólo'.split(' '),
    shows: 'ver mostrar incluir ocultar excluir'.split(' '),
    ofOne:
      'no estado anulado anulada cancelado cancelada retirado retirada cerrado cerrada pagado pagada eliminado eliminada rechazado rechazada'.split(
        ' ',
      ),
  },
  {
    states:
      'annulées annulés retirées retirés fermés payées supprimées supprimés refusées refusés clôturées clôturés'.split(
        ' ',
      ),
    records: 'factures expéditions commandes livraisons enlèvements réclamations contestations comptes'.split(' '),
    beside: 'liste des les toutes tous mes seulement uniquement'.split(' '),
    shows: 'voir afficher inclure masquer exclure'.split(' '),
    ofOne:
      'non pas statut état annulé annulée retiré retirée fermé fermée payé payée supprimé supprimée refusé refusée clôturé clôturée'.split(
        ' ',
      ),
  },
  {
    states:
      'stornierte stornierten annullierte annullierten gelöschte gelöschten abgelehnte abgelehnten abgesagte abgesagten zurückgezogene zurückgezogenen geschlossene geschlossenen'.split(
        ' ',
      ),
    records: 'rechnungen sendungen aufträge abholungen lieferungen reklamationen widersprüche konten'.split(' '),
    beside: 'alle die meine liste der nur'.split(' '),
    shows: 'anzeigen zeigen einblenden ausblenden'.split(' '),
    ofOne:
      'nicht ohne status storniert annulliert gelöscht abgelehnt abgesagt zurückgezogen geschlossen ausgebucht abgeschrieben'.split(
        ' ',
      ),
  },
];

/** Whether a name says which records a list holds, and nothing else. */
export function namesRecordList(name: string): boolean {
  const words = wordsOf(name);
  return words !== undefined && languages.some((language) => isList(words, language));
}

/** Whether a name says no more than a state, such as the option "Cancelled" of a filter. */
export function namesState(name: string): boolean {
  const words = wordsOf(name.replace(/:/g, ' '));
  return (
    words !== undefined &&
    words.length > 0 &&
    languages.some(({ states, beside, shows, ofOne }) =>
      words.every((word) => [states, beside, shows, ofOne].some((known) => known.includes(word))),
    )
  );
}

/** Whether the last parts of a path name such a list: `/bills/voided`, `/cancelled-loads`. */
export function leadsToRecordList(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const [before = '', last = ''] = parts.slice(-2);
  return namesRecordList(parts.at(-1) ?? '') || (parts.length > 1 && namesRecordList(`${before} ${last}`));
}

/** Acts as nouns: in the plural they name what was done, and in the singular with a word for a list. */
const actNouns = new Set(
  'void cancellation writeoff withdrawal payoff reversal annulment closure rerate chargeback anulación cancelación annulation résiliation storno stornierung'.split(
    ' ',
  ),
);
const actLists = new Set(
  'voids cancellations writeoffs withdrawals payoffs reversals annulments closures rerates chargebacks anulaciones cancelaciones annulations résiliations stornos stornierungen'.split(
    ' ',
  ),
);
const listWords = new Set('history report reports list log logs filter filters'.split(' '));
const besideLists = new Set([
  ...languages.flatMap(({ beside, shows }) => [...beside, ...shows]),
  ...'tab tabs panel pane link btn button nav item menu section table page'.split(' '),
]);
const recordWords = new Set(
  languages.flatMap(({ records }) => records).flatMap((word) => [word, word.replace(/s$/, '')]),
);

/**
 * Whether a name is that of a list of acts, such as "Voids", "Void history" or `void-history-tab`. By itself it shows
 * records; the same words on what sends a form are the act (`POST /voids`), so it counts only for what reads.
 */
export function namesActList(name: string): boolean {
  const words = wordsOf(name.replace(/^[#.]/, '').replace(/(write|re)[\s_-](offs?|rates?)(?![a-z])/gi, '$1$2'));
  if (words === undefined || words.length === 0 || words.length > 6) return false;
  const said = words.filter((word) => !besideLists.has(word) || listWords.has(word));
  const acts = said.filter((word) => actLists.has(word) || actNouns.has(word));
  const rest = said.filter((word) => !acts.includes(word));
  const [act] = acts;
  if (act === undefined || acts.length > 1) return false;
  const isListed = listWords.has(said.at(-1) ?? '');
  return (
    rest.every((word) => listWords.has(word) || recordWords.has(word)) &&
    (isListed || (actLists.has(act) && !rest.some((word) => recordWords.has(word))))
  );
}

/** Whether the last part of a path is such a list: `/voids`, `/reports/cancellations`, `/bills/void-history`. */
export function leadsToActList(path: string): boolean {
  return namesActList(path.split('/').findLast((part) => part !== '') ?? '');
}

function isList(words: readonly string[], { states, records, beside, shows }: ListWords): boolean {
  return (
    words.some((word) => states.includes(word)) &&
    words.some((word) => records.includes(word) || shows.includes(word)) &&
    words.every((word) => [states, records, beside, shows].some((known) => known.includes(word)))
  );
}

/** What is longer names no list, and would take the square of its length to read. */
const longestListName = 200;

/** Words in plain letters, a count of the records aside; undefined where there is anything else, such as a disguise. */
export function wordsOf(name: string): string[] | undefined {
  if (name.length > longestListName) return undefined;
  const plain = name
    .normalize('NFC')
    .replace(/\s*[([]\d{1,9}[)\]]\s*$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return /^[a-zà-öø-ÿß\s_-]+$/.test(plain) ? plain.split(/[\s_-]+/).filter((word) => word !== '') : undefined;
}
