/**
 * What sentences beside a request say: whether they are in a language that is read here, and whether they may change
 * what is asked for. All text is as `folded` gives it, except where it says otherwise.
 */
import { closingTail, folded, withoutPolite } from './key-lines.ts';

// * Languages that are read here: English, Spanish, French, German. What nobody can judge may take a request back, so that
// its writer is asked.

/** Words that most sentences of these languages have some of, and those of mails about freight. */
const known: ReadonlySet<string> = new Set(
  [
    'stp svp porfa xfa thx a about above after again all also am an and any are as asap at attached be because been before below but by can could day days did do does done down due each file for forward from get give given go good got had has have he hello help here hi his hope how i if in into is it its just kindly know last let like long look made make many may me message more most my need needed needs new next no not note now of off on one only open or order other our out over per please quick re ready request requests right same see send sent she should so some soon than thank thanks that the their them then there these they this those to today too two up urgent us use very was we week weekend well were what when where which who will with would yes yet you your',
    'access accessorial account amount bill billed billing carrier charge charges claim claims class confirm consignee copy correct correction customer customers delivered delivery detention dispute dock document documents driver freight invoice invoices load loads number numbers paid pallet pallets pay payment pickup pod pods proof pro pros pull rate receipt record reference reweigh scale shipment shipments shipper short signed team ticket update weight wrong missing process handle enter file submit review details info information regarding attention asking asked waiting wanted received reply',
    'el los las un una unos unas de del al que y o en con por para se su sus es son esta estan este esto estos estas ese eso como mas pero lo le les nos me mi tu te muy ya hay ha han ser fue favor adjunto adjuntos datos envio entrega comprobante factura cliente necesitamos solicitud gracias saludos cordial reciban siguiente ayuda pedido numero va informacion',
    'le la les un une des du de et ou en au aux a dans pour par sur avec ce cet cette ces qui que est sont nous vous il elle je ne pas plus notre votre nos vos mon ma mes son sa ses se me moi si tres bien merci veuillez voici ci-dessous joint demande livraison preuve client facture trouver recuperer pouvez prie monsieur madame',
    'der die das den dem des ein eine einen einem einer und oder in im am an auf aus bei mit nach von vom zu zum zur fur ist sind war wir sie ich ihr er es uns ihnen mich mir nicht kein keine noch auch wie was wenn so sehr bitte hier anbei haben hat wird werden kann konnen dass als um bis diese dieser dieses folgende unsere unser ihre auftrag auftrage sendung beleg rechnung kunde danke vielen dank grusse schonen tag',
  ].flatMap((words) => words.split(' ')),
);

/** Words among the known that may change what is asked for: who writes them with others means something by it. */
const weighty: ReadonlySet<string> = new Set(
  'no only or but if wrong before after off down out over other others correct correction confirm review back check first last next same two new-to change use plan plans let know look make made entered handle todavia ya mas pero nada sin ni pas plus ne kein keine wenn doch erst'.split(
    ' ',
  ),
);
/** More words that are harmless beside a request. */
const harmless: ReadonlySet<string> = new Set(
  [
    'regards much looking senden sende schicken turnaround pulling mailing getting closing sends enviar envien envoyer every ci dessous expression sentiments distingues distinguees meilleurs meilleures salutations great form forwarded weitergeleitet guten bearbeiten agreer fyi pls tomorrow morning accounting ahead arrange arrival assist assistance auditor auditors audit afternoon appreciate appreciated appreciates ask asks bay bit body business call called calling cartons clients company convenience deadline department desk disputed disputing disputes discussed discussion earliest email end evening everyone expedite extra fast find following friday monday tuesday wednesday thursday saturday sunday guys handling happy head hurry immediately important inquiry issue job kind late letter list mail matching match meeting month move needing november december january february march april june july',
    "august september october office once ones paperwork people phone possible problem processed processing provide provided purposes q1 q2 q3 q4 question questions quote reach reason receiver records requested requesting said say says scanned search service settle shown side started status still system take takes talk task tasks tell terminal thing things third time told transport trouble truck twice urgently usual wanting way weeks weighs wish work working works year yesterday noon pm won't wont tks care respond retrieve receive receiving receives prepare preparing return listed mentioned referenced noted obtain follow up-to remit release releasing collect evidence advise answer answers behalf prompt promptly never without until resolution timely courtesy concern concerns opportunity signature signatures stamped legible automatically generated created notification justificatif justificatifs",
    'enviennos envienos mandennos guia liefernachweis seguimos siguen bon bons jamais sans payer remerciant remerciements remercions vouloir toutes tous deux reponse nunca sin pagar respuesta nie ohne zahlen bezahlen antwort ware erhalt empfang bestreitet nachricht shortage shortages overage overages damage damages damaged skid skids crate crates case cases piece pieces trailer trailers tractor seal seals appointment appointments warehouse warehouses dispatcher dispatchers manager managers boss supervisor supervisors agent agents rep reps voicemail portal website site link inbox folder packet lumper liftgate layover tonu retailer retailers distributor distributors vendor-compliance compliance chargeback chargebacks deduction deductions backup back-up documentation files cash collections collection payables receivables ap ar statement statements settlement settlements factoring factor lender',
    'bank attorney lawyer court legal insurer adjuster adjusters underwriter inspection inspector store stores plant plants yard yards hub terminals branch route stop stops leg destination origin deliveries consignees receivers signer name names sure absolutely course show shows showing setting set-up new-hire voice calls conversation sales management leadership ops operations purchasing procurement planner buyer buyers merchandise goods product products inventory material materials item items bol bols waybill manifest manifests weighbill reweighs tare gross net pounds lbs kilos dims dimensions few several couple handful embarque embarques carga cargas flete fletes bodega almacen chofer remision acuse siguientes quittierten quittierte quittierter unterschriebenen unterschriebene unterschriebener ziehen unterlagen lieferscheine fracht frachtbrief frachtbriefe ladung ladungen lager fahrer',
    'ci-apres apres informations signe signee bordereau lettre voiture chargement chauffeur entrepot quai liberar liberen libere requiere requieren residential commercial petit petite petits petites urgence urgences pequeno pequena kleine kleiner kleines vorab high low heavy light automated automatic incluye incluyen corresponde corresponden beinhaltet enthalt comprend comporte inclut attach attaching upload uploading run running fetch inspected revised updated packets einmal trying keep keeps accrual accruals books close-out complain complaint complaints dispatch freight-audit insurance line-haul month-end quarter quarterly year-end vendor vendors broker brokers lane lanes billing-department antemano reciba poder facturar facturacion cobrar cobro contabilidad administracion transportista transporte mercancia bulto bultos palet palets albaran albaranes entregado entregada lunes martes',
    'miercoles jueves viernes enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre trafico facturer facturation comptabilite comptable expediteur destinataire colis palette palettes lundi mardi mercredi jeudi vendredi janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre litige litiges dienstag mittwoch donnerstag buchhaltung abrechnung abrechnen spedition frachtfuhrer paletten januar februar marz juni juli oktober dezember reklamation reklamationen lieferschein versand hola ahora ano antes-de buen buenas buenos clientes copia correo cosas cuanto desde dia dias documento documentos envios equipo estimado estimados facturas fecha hacer hoy llamada llego manana mismo momento muchas necesita necesito nuestra nuestro nueva nuevo nuevos oficina pedimos pedir podrian prueba reclamo recibida recibido registro saludo semana',
    'solicitamos urgente tarde traitement traiter aujourd hui afin aide appel avons besoin bonjour bureau cela celle ceci comme copie cordialement commande concernant demandes dossier depot equipe envoi faire fournir jour jours matin mois nouvelle nouveau obtenir pourriez recu reception semaine suite suivant suivante transporteur avance remercie abend ablieferbeleg alles anfrage angehangt bedanke benotigen benotige belege besten betrifft brauchen brauche buro daten dringend eil empfanger erhalten firma folgenden frage fragen freitag gern gerne gruss hallo heute hilfe kollegen kunden lieferung liebe mittag montag neue neuen neuer nachweis sendungen telefon unseren unserem unserer voraus vorgang vormittag woche zusenden zugeschickt proves proving proceed spec specs came comes beschaffen zahlt sonst pd nd rd plait approaching nearing lost loses misplaced u grab grabbing balance balances inv wt',
    'wts lb cnee cnees shpr shprs cust custs acct accts pmt pymt pmts docs dr drs ref refs qty amt frt dlv dlvry sig sigs ctn ctns plt plts pcs ty thnx thnks plz plse cx clear clean cleanly intact crushed broken torn wet visible visibility concealed notation notations exception exceptions table tables row rows column columns taking submitting adding doing based dark blurry blurred faded illegible readable clearer arrived arrives arriving aging overdue outstanding against pertaining relating related sec secs guidance priority status-wise sheet spreadsheet remittance advice register ledger batch queue visit dated signing signoff-sheet printed print printout scan scans photo photos picture pictures image images screenshot screenshots pdf page pages terminal-copy finance treasury controller cfo analyst coordinator specialist clerk assistant intern colleague colleagues coworker partner partners',
    "customer's client's shipper's consignee's receiver's carrier's vendor's driver's company's wholesale wholesaler supermarket grocery pharmacy hospital school university factory mill farm port airport rail railroad ocean parcel courier truckload ltl ftl volume partial intermodal drayage chassis container containers reefer flatbed van box boxes carton bag bags drum drums roll rolls bundle bundles unit units lot sku label labels packaging wrap strap stack stacked dented bent leaking spoiled frozen temperature missing-piece discrepancy discrepancies variance variances overcharge overcharges surcharge fuel rates rating tariff contract pricing discount linehaul minimum reclass nmfc density dimensional classification weigh weighed weighing scales certificate certificates ticketed heavier lighter higher lower larger smaller longer wider bigger actual correctly properly accordingly reliable",
    'helpful quickly shortly recently currently officially formally possibly simply clearly directly personally internally apparently obviously unfortunately basically especially particularly usually normally typically eventually impatient upset angry frustrated unhappy worried concerned busy swamped slammed newer old big huge small large whole full entire certain particular specific general special normal regular standard main major minor external internal local regional national early tight short-staffed deduct deducted withheld withholding refuses refusing refused disagrees disagree insist insists insisting alleges alleging alleged contends states stating reports reporting reported mentions complains complained escalated escalating escalation pushing chasing hounding nagging pressing demanding demands inquired inquiring enquiring enquiry wondering wonders funding fund funds fundable',
    "cash-flow payable receivable dispute-desk portal's clock committee board panel council hearing trial mediator arbitration deposition paralegal counsel agency broker's underwriters lender's quedo pendiente embarcador chargeur repondre respondan responder responderlo descontaron observaciones firmado firmada firmados danada dano faltante faltantes disputar disputen disputa disputas presenten presentar atender atiendan revisar urge urgen requerimos remitir remitan compartir compartan pago pagos menos corto parcial tarifa peso clase bascula entregas soporte soportes respaldo respaldos evidencia auditoria auditores cobranza cartera area gerente jefe companero buzon mensaje tal estimada apreciados guias caja cajas tarima tarimas almacenes corregir corrijan corregida poids classe corriger corrigez repondez joindre joignez deposer deposez contester contestez ouvert ouverte reclamation",
    'reclamations dossiers justificative emarge emargement recepisse bordereaux cmr voudriez souhaitons souhaite necessaire elements exploitation agence camion chargeurs enlevement avarie avaries manquant manquants retard tarif frais amabilite transmettre transmets transmettez recevoir recepisses envoyez zustellung ablieferungsnachweis besorgen besorgt unterschrift gewicht klasse korrigieren einreichen beantworten widerspruch schaden fehlmenge absender zustellbeleg zustellnachweis belegs dringende kurze kurzer schnell schnellstmoglich baldmoglichst gutschrift prufung prufer wirtschaftsprufer',
  ].flatMap((words) => words.split(' ')),
);

/** Names, titles and addresses are no sentences: those have words that begin small. */
export function isSentence(line: string): boolean {
  const small = line.includes('@') ? 0 : (line.match(/(?:^|[\s(,])\p{Ll}[\p{L}'’-]+/gu) ?? []).length;
  return (
    small >= 2 || (small === 1 && /[.!?]\s*$/.test(line)) || /^\p{L}{3,20}(?: \p{L}{2,20})?[.!]$/u.test(line.trim())
  );
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Behind these comes a thing, and a thing alone takes nothing back. */
const beforeThings = list(
  'a an the my our your his her their its some every each any in on at from for of with by to per via near into across between during than about as like un una unos unas el la los las nuestro nuestra su sus mi de del al en con por para desde le les des du notre nos votre vos son sa ses mon ma au aux dans pour par sur avec chez der die das den dem des ein eine einen einem einer unser unsere unserer unserem unseren mein meine ihr ihre im am bei mit nach von vom zu zum zur fur aus uber',
);
/** Words that point to the request, its record, or something next to it. */
const pointers = list(
  'it this that these those them one ones here above below all both lot half rest everything anything nothing same lo eso esto ese este esta eso todo nada ca cela celui celle ceci tout rien es das dies diese dieser dieses alles nichts pod pods pro pros bol invoice invoices bill claim claims dispute disputes receipt receipts amount amounts weight weights number numbers digit digits ticket request requests mail mails email message line lines order orders charge charges document documents paperwork paper copy form record records proof case correction task comprobante factura reclamo solicitud pedido recibo correo numero documento prueba preuve facture demande reclamation recu numero document courriel dossier mail beleg rechnung anfrage auftrag nummer nachricht ablieferbeleg nachweis reklamation',
);
const pronouns = list('it this that these those them one ones all both here above below');
/** Who else says or does something. What they did is why somebody asks. */
const others =
  /^(?:nothing|no (?:damages?|exceptions?|shortages?|notations?)) (?:was|were|is) |^(?:(?:the|our|their|his|her|your|my|a|an|some|every|el|la|los|las|nuestr[oa]s?|su|sus|un|una|le|les|l'|notre|nos|leur|une|der|die|das|unser\w*|ihr\w*|ein\w*) |(?:he|she|they|somebody|someone|everybody|everyone|il|elle|ils|elles|er) )|^(?:(?:the|this|that) )?(?:customers?|clients?|shippers?|consignees?|receivers?|drivers?|carriers?|brokers?|vendors?|suppliers?|insurance|billing|accounting|accounts|auditors?|factors?|management|freight|shipments?|loads?|trucks?|traffic|weather|cliente|destinatario|chofer|kunde|empfanger|fahrer|versender) /;
const firstPerson = /^(?:i|we|i'm|we're|i've|we've|i am|we are|je|j'|nous|on|yo|nosotros|ich|wir)(?![a-z])/;
/** "Walmart is charging us", and no "Scratch that". */
const namedSubject =
  /^[^\s,]+(?: [^\s,]+)? (?:is|are|was|were|has|had|have|will|won't|wont|can't|cannot|refuses|says|said|asks|asked|wants|wanted|needs|needed|ha|est|a|es|esta|quiere|pide|demande|hat|ist|will|wartet) /;
/** How a matter ends or is given up: the request may be done with by it. */
const ended =
  /\b(?:found|finds|located|retriev(?:ed|al)|recovered|obtained|g[eo]ts? (?:it|them|this|that|hold|a copy)|(?:has|have|had) (?:it|them|got|a copy)|(?:turn|show|came|come|sort|work|clear|clean|call|wrap|dig|dug|taken|takes?|took)\w*(?: \w+){0,3} (?:up|out|off|back|care)|dropp?(?:s|ed|ing)?|credited|credits|refund\w*|reimburs\w*|fixe[sd]|correct(?:s|ed)|adjust(?:s|ed)|revers(?:es|ed)|rescind\w*|revised?|replac\w+|reissu\w*|supersed\w*|duplicat\w*|handled|dealt|done|okay|paid|decided?|confus\w*|meant|misread|mistyped|encontr\w+|halla\w*|aparec\w*|recuper\w*|resolvi\w*|resuelt\w*|solucion\w*|(?<!\b(?:el|del|un|su|al|de|nuestro|mi) )pago|pag(?:aron|amos|ado)|retrouv\w*|trouv(?:e|ee|ees|es)|obtenu\w*|regle\w*|paye\w*|gefunden|aufgetaucht|gelost|geklart|bezahlt|liegt (?:uns )?vor|vorhanden)\b/;
/** Words that bound, turn or put off what they are with. */
const turns = list(
  'no only but wrong correct correction confirm instead other others rather though however except still once when whenever while if just before after first again back change use two second another plus also too sin ni ne pas kein keine wenn doch erst pero todavia ya mas seulement nur auch aber mais si cuando quand sobald hold wait mejor plutot lieber',
);
/** Those that only count what comes. */
const counting = list('another same before after two second next first again last now');
const introduces =
  /^(?:(?:sure(?: thing)?|of course|absolutely|certainly|no problem)[,.! ]+)?(?:here (?:is|are|comes?|it is|they are|you go)|here's|another|one more|just one|(?:a )?quick one|(?:a )?new (?:one|request)|(?:second|third|last) one|got one|one for|voici|aqui (?:va|van|esta)|hier (?:ist|sind|kommt))\b/;
/** Nothing that wishes somebody well is about the request. */
const wishes =
  /^(?:and |y |et |und )?(?:i trust |trust |have (?:a|an) |thank|thx|grateful|much appreciated|congrat|sorry|apologies|(?:you (?:are|guys are|all are)|you're|y'all are) (?:the best|great|awesome|amazing|lifesavers?|a lifesaver|the greatest)|you (?:guys |all )?rock|enjoy|happy |merry |stay |take care|hope |(?:i|we) hope |wish(?:ing)? you|all the best|look(?:ing)? forward|greetings from|espero que (?:este|estes|esten|todo|te|se)|que (?:teng|est|pas)\w+|feliz|felices|(?:j'|nous )esper|espero |esperamos |je vous souhaite|bonne |bon |joyeu\w+|bien a vous|ich hoffe|wir hoffen|fur ruckfragen|bei (?:ruck)?fragen|schone[sn]? |frohe |gute[sn]? |ich wunsche|wir wunschen)/;

/** Somebody gave in, or thought again: nothing is left to ask for, whatever else the sentence says. */
const gaveUp =
  /\b(?:(?:got|has|had|have|received|found) (?:what|all|everything|enough)(?! (?:you|u|that you|of the (?:info\w*|details)|the (?:info\w*|details|data)))|withdr\w+|retract\w*|relent\w*|cave[sd]?|caving|conced\w*|waiv\w+|agree[sd]?|accept(?:s|ed)|settl\w+|resol[uv]\w*|solved|forg[eo]t\w*|gave (?:in|up)|gives? (?:in|up)|back(?:s|ed) (?:out|down|off)|chang(?:e|ed|es|ing) (?:of|my|our|his|her|their|its|your) (?:mind|heart|plan|story|tune)\w*|reconsider\w*|moot|void\w*|assum\w+|suppos\w+|provided|granted|would have|could have|should have|had (?:he|she|they|we|i|you)|desist\w*|renonc\w*|verzicht\w*|zuruck\w+|suponiendo|supposant|oubli\w*|olvid\w*|vergess\w*|vergiss)\b/;
/** Doubts that are none in what is told of others above the request: what they never saw, and the day when they came. */
const told =
  /^(?:never|jamais|nunca|nie|without|sin|sans|ohne|until|till|both|(?:on|from|after) \w+day|wart\w*|attend\w*|esper\w*)$/;

/** What others do not do is why somebody asks, unless it is about the request. */
const refused = /^(?:do not|don't|dont|cannot|can't)$/;
const ofThis = /\b(?:it|this|that|these|those|them|one)\b/;

/** How somebody is. */
const isKindQuestion =
  /\b(?:how (?:are|is|was|were|have|has|did|'s)(?! (?:this|that|it (?:looking|coming)|the (?:request|dispute|claim|pod))\b)|did you (?:all )?(?:have|enjoy|get to|survive|see the (?:game|match))|que tal|como (?:esta\w*|anda\w*|va|te va|les va)|comment (?:allez|vas|ca|va)|ca va|tout va bien|wie (?:geht|war|lauft)|alles (?:gut|klar|fit)|everything (?:ok|okay|good|well)|all (?:well|good) (?:with|on|at|over)|ready for (?:the )?(?:weekend|holidays|christmas|thanksgiving|summer))\b/;

/** Whether a doubt is in words about others, above the request. */
export function isToldOfOthers(line: string, doubt: string): boolean {
  const parts = partsOf(line).filter((part) => folded(part).includes(doubt));
  return (
    parts.length > 0 &&
    parts.every((part) => {
      const plain = bared(part);
      if (doubt === '?') return isKindQuestion.test(folded(line));
      if (wishes.test(plain)) return !pointsIn(part);
      if (refused.test(doubt))
        return isOfOthers(part, plain) && !needless.test(plain) && !ofThis.test(plain) && !gaveUp.test(plain);
      // "Treat as confidential until the hearing" looks like a name and what it does, but is an order.
      return told.test(doubt) && (others.test(plain) || namedSubject.test(plain)) && !gaveUp.test(plain);
    })
  );
}

/**
 * The first word because of which a line may change what is asked for; undefined where nothing does. Above the request
 * people say why they ask, so that only what points to it counts there, and what may have settled the matter. Below it,
 * every sentence counts of which a word is not known.
 * @param isAbove the line is above the request
 */
export function strangeWord(line: string, foldedLine: string, isAbove: boolean): string | undefined {
  const text = withoutPolite(foldedLine);
  const judged: Judged = { text, words: new Set(wordsOf(text).map(({ plain }) => plain)) };
  let before = false;
  /** Where a sentence begins. */
  let begins = true;
  /** What came before in the sentence says why somebody asks, or asks. */
  let explained = false;
  /** It is a wish or thanks so far. */
  let kind = false;
  for (const part of partsOf(line)) {
    const plain = bared(part);
    const isOthers: boolean =
      isOfOthers(part, plain) ||
      (before && /^(?:and|but|though|y|et|und|pero|mais|aber) (?!please|bitte|por favor|i |we )/.test(folded(part)));
    const about = concerns(part, plain);
    const left = plain.replace(pointsToNothing, ' ');
    if (about === 'nothing' && kind && !begins && gaveUp.exec(left) === null) continue;
    const isAside =
      about === 'nothing' &&
      !(begins && isImpersonal(plain)) &&
      (!begins || hasSubject.test(plain) || isSmallTalk.test(plain));
    const isReason: boolean =
      about === 'things' &&
      isAbove &&
      (isFramed(plain) || saysWhy(plain) || orders.test(plain) || (!begins && explained));
    const decidedElsewhere =
      !isFramed(plain) && isOwnSuperior(plain)
        ? superiors.exec(plain)?.[0]
        : isOthers && about !== 'nothing'
          ? bySomebodyElse.exec(judgedPart(plain, judged.text))?.[0]
          : undefined;
    const strange =
      stateOfRecord(plain) ??
      (whenAlone.exec(plain) ?? doneAlone.exec(plain) ?? (isOthers ? actedOnIt.exec(plain) : null))?.[0] ??
      (turnsAtOnce.exec(judgedPart(plain, judged.text)) ?? ofTheFigure.exec(plain))?.[0] ??
      decidedElsewhere ??
      (orders.test(plain) ? toSomebody.exec(part)?.[0] : undefined) ??
      (isAside || (isFramed(plain) && !outOfFrame.test(left))
        ? settles(part, plain, begins)
        : isReason && !outOfFrame.test(left)
          ? (settles(part, plain, begins) ?? settledBy(plain))
          : strangeIn(part, judged, isAbove, isOthers));
    if (strange !== undefined) return strange;
    before = isOthers && !/[.!?]$/.test(part);
    begins = /[.!?:;]$/.test(part.trim());
    kind = !begins && wishes.test(plain);
    explained = !begins && (isReason || isFramed(plain) || orders.test(plain));
  }
  return undefined;
}
/**
 * A subject that is no person: what becomes of a thing may settle the matter, whatever the thing is, so that every word of
 * such a sentence has to be known.
 */
const impersonal =
  /^(?!(?:i|we|you|he|she|they|it|there|who|what|how|yo|je|j'|nous|on|ich|wir|es|il|ils|elle|tu|vous|sie|er|my|our|your|his|her|their|mi|nuestr[oa]s?|mon|ma|mes|notre|nos|mein\w*|unser\w*|agradezco|agradecemos|soy|somos|estoy|estamos|con gusto|cualquier|bei uns|bei mir|beim|in|at|on|last|this morning|long time|don't|merci|danke|vielen dank|gracias|belle)(?![a-z]))/;
const isImpersonal = (plain: string): boolean =>
  impersonal.test(plain) && !isSmallTalk.test(plain) && !wishes.test(plain);
const isOwnSuperior = (plain: string): boolean => superiors.test(plain.split(' ').slice(0, 5).join(' '));
/** Without the polite turns, where the part has none of its own. */
const judgedPart = (plain: string, judged: string): string => (judged.includes(plain) ? plain : withoutPolite(plain));

/** "Bob, please get this from the driver": it is for somebody else who reads the mail. */
export function isForSomebody(line: string, plain: string): boolean {
  if (
    /^(?:dear|hi|hello|hey|attn:?) (?:\w+ )?(?:carriers?|drivers?|shippers?|customers?|vendors?|terminals?|brokers?|consignees?)\b/.test(
      plain,
    )
  )
    return true;
  const name =
    /^@?(\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}*\.?)?\s*[,:–—-]\s*(?:please|pls|kindly|can|could|would|will|you|bitte|por favor|merci|pu[eo]des?|peux|kannst)\b/iu.exec(
      line.trim(),
    )?.[1];
  return (
    name !== undefined &&
    /^\p{Lu}/u.test(name) &&
    (line.trim().startsWith('@') || (!isHarmless(folded(name)) && !isMistyped(folded(name))))
  );
}

/** What goes with a thanks or a wish. */
const besideNames = list(
  "so very much a lot ton tons bunch again in advance team all everyone everybody folks guys kindly always you and best kind warm kindest warmest regards wishes thanks thank cheers sincerely yours mil muchas gracias saludos cordiales saludo un y de antemano reciban reciba beaucoup bien a vous tous toutes et cordialement merci d'avance avance im voraus schon mal und gruss grusse vorab einen eine schonen schone tag wochenende feierabend vielen dank viele freundliche herzliche beste from day weekend week one great nice good have",
);

/** "Thanks, scrap it" closes a mail and asks for something; "thanks joe" and "Regards, Ann Lee" do not. */
export function closesAndSays(line: string, plain: string): boolean {
  const tail = closingTail(plain);
  if (tail === '') return false;
  const typed = line.trim().slice(-tail.length);
  return typed.split(/[,.!;]+|\s-+\s|\s(?=(?:and|but|y|et|und|aber|pero|mais)\s)/).some((part, at) => {
    const words = part.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
    const [only, ...more] = words.filter((word) => /^\p{Ll}/u.test(word) && !besideNames.has(folded(word))).map(folded);
    if (only === undefined) return false;
    return more.length > 0 || /(?:ed|ing)$/.test(only) || isHarmless(only) || (at > 0 && words.length > 1);
  });
}

/** Who says something below a closing, where signatures have names, titles and slogans. */
const somebody =
  /^(?:(?:the|my|our|their|his|her|el|la|mi|nuestr[oa]|le|mon|ma|notre|der|die|meine?|unsere?) )?(?:boss|manager|supervisor|chef|chefin|jefe|jefa|customers?|clients?|shippers?|consignees?|receivers?|drivers?|carriers?|brokers?|billing|accounting|cliente|chofer|kunde|fahrer|chauffeur)\b|^(?:i|we|he|she|they|my|somebody|someone|je|j'|nous|il|elle|ils|ich|wir|er|yo|nosotros)(?![a-z])/;

/** Whether a sentence below the closing is about the request, and no slogan. */
export const isAfterthought = (line: string, plain: string): boolean =>
  isSentence(line) &&
  (/\p{Ll}[.!]\s*$/u.test(line) ||
    somebody.test(plain) ||
    (/\b(?:us|me|one|now|just|today|yesterday)\b/.test(plain) &&
      !/^(?:follow|visit|find|join|like|connect|check|call|contact|ask|see|book|rate|talk|reach|e-?mail|let|review)\b/.test(
        plain,
      )) ||
    /\b(?:it|this|that|them|these|those|requests?|pods?|lo|eso|esto|cela|celui|ihn)\b|\bl'(?:ai?|ont|avons)\b/.test(
      plain,
    ));

const finds =
  /(?:hope|hoping|trust|espero|espere|hoffe)\b.{0,40}\b(?:finds? you|(?:le|les|te) encuentr\w+|vous trouve\w*|erreicht)/;

const partsOf = (line: string): string[] =>
  line.split(
    /(?<=[.!?;:])\s+|\s[-–—]\s|,\s+(?!\p{L}+[,.!?]?$)|\s(?=(?:and|but|so(?! (?:kind|far|much|many|good|nice|that|sorry)\b)|because|y|et|und|porque|denn)\s)/u,
  );
const bared = (part: string): string =>
  folded(part)
    .replace(/^[¿¡"'(«„*\s-]+/, '')
    .replace(
      /^(?:and|so|because|as|since|but|ya que|puesto que|parce que|puisque|y|et|und|porque|car|denn|weil|fyi|yes)[\s,]+/,
      '',
    );
const pointsIn = (part: string): boolean => wordsOf(part).some(({ plain }) => pointers.has(plain));
const isOfOthers = (part: string, plain: string): boolean =>
  others.test(plain) ||
  (/^\p{Lu}/u.test(part.trim()) && !firstPerson.test(plain) && (namedSubject.test(plain) || isTold(wordsOf(part))));

/** "Sales promised this", "Scale ticket says so": a thing or a name, and what it does, with nothing that points before it. */
function isTold(words: readonly ProseWord[]): boolean {
  const at = words.findIndex(
    ({ plain }, index) => index > 0 && /(?:ed|[^s]s)$/.test(plain) && !pointers.has(plain) && !turns.has(plain),
  );
  return (
    at > 0 &&
    at < 4 &&
    words.slice(0, at).every(({ plain }, index) => !beforeThings.has(plain) && (index === 0 || !pronouns.has(plain)))
  );
}

/** What the order is for may be said in any words; these say that it is for something else, or for somebody else. */
const orders =
  /^(?:(?:please|pls|plz|kindly|just|team|all|folks|guys|hi|hello|hey|we|i|you|u)[ ,]+)*(?:needs?|needed|needing|(?:am |are )?(?:writing|reaching out|contacting|e?mailing)|(?:i'm|we're) (?:writing|reaching out|contacting|e?mailing)|(?:would|'d) (?:like|love|want) to (?:dispute|request|file|open|order|have|get|submit|contest|ask|see)|(?:i|we)'d (?:like|love) to (?:dispute|request|file|open|order|have|get|submit|contest|ask)|(?:le|les) escrib\w+ para|je vous (?:ecris|contacte) (?:pour|afin)|ich (?:schreibe|wende mich|melde mich wegen)|nous vous demandons|request|requesting|looking for|pull|get|send|grab|provide|obtain|find|retrieve|forward|fetch|file|dispute|contest|challenge|submit|attach|upload|answer|respond|reply|correct|fix|rerate|re-rate|rebill|process|handle|run|enter|key|expedite|advise|assist|help|share|e-?mail|supply|furnish|take care of|make sure|see|refer to|update|add|proceed|favor de|por favor|les? pido|(?:me|nos) urge|necesit\w+|solicit\w+|pido|pedimos|(?:les|le) (?:rogamos|ruego)|sirvanse|(?:wir|ich) (?:waren|ware) (?:froh|dankbar|verbunden) (?:um|fur|wenn)|wir mochten sie bitten|merci de|veuillez|bitte|(?:wir|ich) (?:brauche|benotige)n?|(?:nous|j)'?\s?(?:avons|ai) besoin)(?![a-z-])/;
const ordersElse =
  /\b(?:rid|down|taken|gone|past|undone|nothing|nobody|anybody|everything|elsewhere|yourself|yourselves|apolog\w+|refund\w*|why|status|updates? (?:me|us|on)|else|opposite|(?<!\b(?:following|below|enclosed|our|new|next) )request|ticket|way|lie|go|going|stay|sit|rest|first|beforehand|verify|double[- ]check|check with|confirm with|consult|ask|talk to|coordinate|vorher|zuvor|abstimm\w*|absprech\w*|ruckfrag\w*|nachfrag\w*|anruf\w*|klaren|prufen|verschieb\w*|antes|primero|consult\w*|verific\w*|revis\w*|pregunt\w*|habl\w*|llam\w*|d'abord|verifi\w*|valid\w*|appel\w*|voir avec|attention to|(?<!\b(?:with|as a|high|top|highest) )priority|queue|list|inbox|line|solicitud(?! siguiente)|lista|demande(?! (?:suivante|ci-))|(?<!\b(?:folgende|folgenden|neue|unsere) )anfrage|liegen|lassen|ruhen|aufheben|aufschieben|halten|dej\w+|guard\w+|aguant\w+|deteng\w+|laisse\w*|garde\w*|de cote|report\w{1,2}|hold|sit|park)\b|\b(?:remove|delete|drop|skip|kill|void|reverse|recall|reject|accept|close|end|leave|forget|shelve|park|freeze|delay|put|change|swap|replace|amend|quit|withdraw|cancel|zuruck\w*|storn\w*)/;
/** "Send it to Karen": somebody has to see it. */
const toSomebody =
  /\b(?:[Ss]end|[Ff]orward|e-?mail|[Gg]ive|[Pp]ass|[Hh]and|[Ss]ubmit|[Rr]un|[Gg]et|[Ss]how)\b.*\b(?:to|by|past|with) \p{Lu}\p{Ll}/u;
/** "Tell Karen to do this". */
const bySomebody =
  /^(?:(?:and|[Pp]lease|[Pp]ls|[Kk]indly|[Cc]an you|[Cc]ould you) )*(?:[Tt]ell|[Aa]sk|[Rr]emind|[Hh]ave|[Ll]et|[Ii]nstruct|[Gg]et) \p{Lu}\p{Ll}+ (?:to|know|do|handle|run|file|send|answer|look|check|take)\b/u;
/** "They do not need it": a reason that is none. */
const needless =
  /(?:\b(?:no|not|no longer|never|nothing|stopp?ed|stops|without|withdr\w+|dropp?\w*|ya no|plus|nicht(?: mehr)?|kein\w*)|n't|n'\w+)\b.{0,25}\b(?:needs?|wants?|requires?|requir\w+|ask\w*|request\w*|disput\w*|claim\w*|complain\w*|push\w*|necesit\w*|quier\w*|pide\w*|besoin|veut|veulent|brauch\w*|verlang\w*)\b|\b(?:nobody|no one|none of \w+|niemand|nadie|personne)\b.{0,15}\b(?:needs?|wants?|requires?|quiere|necesita|veut|braucht|will)\b/;

/** What somebody saw at the freight itself. */
const sawFor =
  /\bconfirm\w* (?:that )?(?:no|not|there was)\b|^(?:the |an? |our )?(?:inspection|inspector|reweigh|scale)(?! (?:was|is) (?:out|off|wrong|broken|not|never|in))\b/;

/** Whether a part may have any words: an order for the work, or what somebody else wants it for. */
function isFree(part: string, plain: string, isOthers: boolean): boolean {
  if (needless.test(plain) || gaveUp.test(plain)) return false;
  const order = orders.exec(plain)?.[0];
  if (order !== undefined) return !ordersElse.test(plain.slice(order.length)) && !toSomebody.test(part);
  return isOthers && (saysWhy(plain) || (!pointsIn(part) && sawFor.test(plain)));
}

/** A line without its polite turns. */
interface Judged {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function strangeIn(part: string, judged: Judged, isAbove: boolean, isOthers: boolean): string | undefined {
  const plain = bared(part);
  const free = isFree(part, plain, isOthers);
  const first = free ? (orders.exec(plain)?.[0] ?? '').trim().split(/[ ,]+/) : [];
  const words = wordsOf(part)
    .filter((word) => judged.words.has(word.plain) && !first.includes(word.plain))
    .map((word) => (free ? { ...word, isUnknown: false, isThing: false } : word));
  const points = words.some((word) => pointers.has(word.plain));
  // Above, words of asking are known, and so is the name that a sentence with one begins with.
  const unknown = words.find(
    ({ text, plain: word, isUnknown }, at) =>
      isUnknown && !(isAbove && (reasons.test(word) || (at === 0 && asking.test(plain) && /^\p{Lu}/u.test(text)))),
  );
  const thing = words.find((word) => word.isThing && !(isAbove && reasons.test(word.plain)));
  const isNegated = /\b(?:no|not|never|\w+n't|nicht|kein\w*|pas|nunca)\b/.test(plain);
  const ordered = free ? plain.slice(first.join(' ').length) : plain;
  const settled =
    (points || settlers.test(plain)) && !isNegated && !isFramed(plain) && !insists.test(plain)
      ? ended.exec(ordered.replace(unsettled, ''))?.[0]
      : undefined;
  const thanked = isAbove ? thanksForIt.exec(plain)?.[0] : undefined;
  if (thanked !== undefined) return thanked;
  const condition = (isAbove ? unneeded.exec(plain)?.[0] : undefined) ?? whenever.exec(plain)?.[0];
  if (condition !== undefined) return condition;
  const another = (orders.test(plain) ? toSomebody.exec(part) : null) ?? bySomebody.exec(part);
  if (another !== null) return another[0];
  const ends =
    gaveUp.exec(plain)?.[0] ?? (settled !== undefined && judged.text.includes(settled) ? settled : undefined);
  const said = words.map((word) => word.plain).join(' ');
  if (isAbove && corrects.test(plain)) return undefined;
  const hard = words.find((word) => turns.has(word.plain) && !counting.has(word.plain));
  if (finds.test(plain) || (!points && wishes.test(plain))) return gaveUp.exec(plain)?.[0] ?? hard?.text;
  if (isAbove && introduces.test(plain) && !/\b(?:it|this|that|them)\b/.test(plain)) return ends ?? hard?.text;
  const weight = words.find((word) => turns.has(word.plain) || weighty.has(word.plain));
  if (!isAbove)
    return (
      (
        words.find((word) => weighty.has(word.plain) || (free && turns.has(word.plain) && !counting.has(word.plain))) ??
        words.find((word) => word.isUnknown || word.isThing)
      )?.text ??
      ends ??
      (saysWhy(said) || isNegated ? undefined : supplied.exec(said)?.[0])
    );
  // Of a number, an amount or a request itself only what is known is told.
  if (isOthers && (ofItself.test(plain) || reads.test(plain)))
    return (weight ?? unknown ?? thing)?.text ?? reads.exec(plain)?.[0];
  if (isOthers && /\b(?:it|this|that|them|these|those|one)\b/.test(plain)) {
    const turned = words.find((word) => word.plain === 'first' || (turns.has(word.plain) && !counting.has(word.plain)));
    if (turned !== undefined) return turned.text;
  }
  if (ends !== undefined) return ends;
  const turned = isOthers ? undefined : points && !free ? weight : hard;
  if (turned !== undefined) return turned.text;
  const isReason = saysWhy(said) || isNegated;
  if (isReason) return (isOthers && !aboutMoney.test(plain) ? unknown : (unknown ?? thing))?.text;
  const isAsked =
    /^(?:please|pls|kindly|bitte|merci de|por favor|veuillez)\b/.test(plain) && (free || !ordersElse.test(plain));
  return (
    (unknown ?? (isAsked ? undefined : thing))?.text ??
    supplied.exec(said)?.[0] ??
    (isOthers ? content.exec(said)?.[0] : undefined)
  );
}

// * Sentences beside the request that cannot change it: they point to nothing in it, are about nobody who could settle it,
// name no figure, and have no word with which people take back, put off, correct or report as done. Such a sentence may
// have any words: the weather, thanks, meetings, who is new in which office. All others are judged word by word.

/** Where a word that points elsewhere points to nothing: the weather, a time, a whole sentence. */
const pointsToNothing = new RegExp(
  [
    "(?:how|than|as|where|hope|how's|is) (?:it|this|that)(?:'s| is| was)?(?= (?:going|here|there|in|down|up|with)\\b)",
    "\\bit(?:'s| is| was| has been|'s been|'ll be| will be) (?:been )?(?:(?:so|very|really|quite|already|finally|almost|nearly|always|still|just|a|an|been|getting|such) )*(?:cold|hot|warm|rain\\w*|snow\\w*|freez\\w+|icy|windy|sunny|humid|gr[ea]{2}t|good|nice|lovely|wonderful|pleasure|fun|crazy|hectic|busy|quiet|long|mad|wild|madness|friday|monday|holiday|that time of)\\b",
    '\\b(?:hope|know|note|say|says|said|told|heard|hear|sure|glad|aware|think|believe|see|saw|so|now) that\\b(?= (?:\\w+ )?(?:you|i|we|the|he|she|they|your|our|all|everybody|everyone|everything)\\b)',
    '\\b(?:this|that|these|those) (?:(?:past|coming|last|whole|very|fine|lovely|beautiful|busy|crazy|cold|rainy|sunny|early|late) )*(?:week\\w*|month|year|quarter|morning|afternoon|evening|night|time|summer|winter|spring|fall|autumn|season|holidays?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|days?)\\b',
    "\\b(?:you|y'|to|them|hi|hello|hey|dear|morning|everyone|we|us|thank(?:s| you)) all\\b",
    '\\ball (?:of (?:you|us)|(?:the|your) (?:best|help|support|hard work|assistance|efforts?|work|patience|kindness)|around|year|week|day|weekend|hands|along|is well|well)\\b',
    "\\b(?:so (?:that )?)?(?:she|he|they)(?: is|'s| are|'re| stays?| will be) (?:in the loop|on copy|in copy|aware|informed|cc'?e?d)\\b|\\bin the loop\\b",
    "\\b(?:keep(?:ing)?|make|making) (?:it|this) (?:short|brief|quick|simple)\\b|\\b(?:while|whilst) (?:s?he|they)(?: is|'s| are) (?:out|away|on|off|at)\\b|\\b(?:my|our|the) signature block\\b",
    '\\b(?:only )?(?:got|received|counted|signed for) (?:half|part|some|most|\\w+) of (?:the|their|our|his|her) (?:order|shipment|delivery|freight|load|goods|pieces|cartons|pallets)\\b',
    '\\b(?:while|when) (?:you|we|i) (?:were|was) (?:gone|out|away|off)\\b|\\b(?:i|we) forgot (?:one|this one|another|a (?:pod|request))\\b|\\bback (?:from|at|in) (?:vacation|lunch|the office|work|holidays?|my desk|leave|a)\\b|\\baus (?:dem|der) (?:urlaub|wochenende|elternzeit|mittagspause|krankenstand) (?:wieder )?(?:zuruck|da|im buro)\\b',
    '\\b(?:noted|wrote|marked|recorded|photographed|told (?:\\w+ )?(?:\\w+ )?about|lo (?:anot|senal|registr|apunt)\\w*) ?(?:it|this|that|them)?(?: (?:down|on|in|for))?(?= (?:the|el|le|on|en|their|our|his|recibo|receipt)\\b)',
    '\\b(?:this|that|these|those|est[aeo]s?|cette?|ces|diese[rsnm]?) (?=(?:particular |said )?(?:shipments?|loads?|deliver\\w+|invoices?|bills?|customers?|freight|carriers?|embarques?|envios?|cargas?|facturas?|clientes?|envois?|livraisons?|factures?|clients?|sendung\\w*|lieferung\\w*|rechnung\\w*|kunden?|ladung)\\b)',
    '\\bwhile (?:we|you|i|our \\w+) (?:were|was|are|is) (?:closed|out|away|off|gone|on)\\b|\\bfor (?:everything|anything)\\b',
    '\\b(?:help|work|assistance|turnaround|support) (?:with|on) (?:the|my|our) (?:last|previous|other) (?:ones?|few|batch|two|three|requests?|pods?|shipments?)\\b',
    '\\bhave a (?:good|great|nice) one\\b',
    '\\b(?:enjoyed|loved|liked) (?:it|that)\\b|\\bes (?:euch|ihnen|dir|allen)\\b',
    '\\bthis is [a-z]+ (?:[a-z]+ )?(?:from|at|with|over)\\b|\\b(?:claims?|billing|freight|disputes?|invoice|accounts?|shipping|weight) (?:group|dep\\w*|team|desk|analyst|clerk|office|coordinator|specialist|side)\\b',
    '\\brest of (?:your|the|this) (?:day|week|weekend|evening|afternoon|year|morning)\\b|\\bsame as (?:always|usual)\\b',
    '\\btoute?s? (?:complement|question|renseignement|information|autre question)s?\\b|\\bil (?:fait|pleut|neige|y a|gele)\\b|^bis (?:bald|dann|spater|demnachst|die tage)\\b|\\b(?:regnet|schneit|sturmt|friert) es\\b|\\bes (?:regnet|schneit|sturmt|friert)\\b',
    '\\b(?:no|some|every|any|the only) ?one\\b|\\bone (?:of (?:these|those) days|day|moment|minute|second|sec|hour|week|last time|another)\\b|\\bnumber one\\b',
    '\\b(?:everything|todo|tout|alles) (?:is |are |goes |went |going |es |este |esta |va |vaya |marche |se pass\\w+ |ist |geht |lauft )?(?:well|fine|ok|great|good|bien|gut|gute|klasse)\\b(?! (?:now|again|ahora|maintenant|jetzt|wieder))',
    '\\b(?:alles (?:gute|liebe)|(?:vor|uber|trotz) alle[ms])\\b',
    '\\best[ae] (?:semana|tarde|noche|mes|ano|fin de|temporada|verano|invierno|epoca)\\b|\\best[oa]s (?:dias|semanas|fechas|fiestas)\\b|\\blo (?:que|antes|mas|mejor|bueno|mismo digo)\\b',
    "\\bcette (?:semaine|annee|nuit|saison|periode)\\b|\\bca (?:va|fait (?:longtemps|plaisir))\\b|\\btout (?:le monde|d'abord|de suite|va bien|se passe)\\b",
    '\\bdiese[rsnm]? (?:tage|woche|jahr|monat|abend|zeit)\\b|\\b(?:geht|gibt|freut|war|wird|ist) es\\b|\\bes (?:geht|gibt|freut|war schon|wird|ist (?:kalt|warm|heiss|schon|so weit|bald))\\b|\\bhier (?:in|im|bei|ist es)\\b',
    '\\bhere (?:in|at|on|to|for you|is my|are my)\\b|\\b(?:out|over|down|up|around) here\\b',
  ].join('|'),
  'g',
);
/** Things of the request beyond what `pointers` has, and pronouns that are parts of other words. */
const pointsFurther =
  /\bl'(?:ai?|ont|avons|avez|avait|a)\b|\b(?:me|nos|te|se|les) l[oa]s?\b|\b(?:lo|la|los|las) (?:subi|mand|envi|tien|tuv|encontr|recib|pag|resolv|arregl|cerr|cambi|quit|vamos a)\w*|\b(?:ihn|ihm|darauf|davon|dafur|damit|dazu|daran|dran|dagegen|en question|dessus|y compris|theirs|mine|ours|yours|hers|refer\w+|subject line|figures?|percent|dollars|bucks|approval|half|halfte|mitad|moitie)\b/;
/** Things that a request may be about. */
const thingsFurther =
  /\b(?:deals?|matter|issue|papers?|originals?|slips?|scans?|pages?|accounts?|pdf|photos?|entry|entries|portal|template|money|surcharge|liftgate|situation|problem|shortage|damages?|overcharge|loads?|shipments?|pallets?|cartons?|skids?|freight|fee|class|accessorials?|detention|credit|payment|check|asunto|problema|carga|embarque|envio|palets?|tarimas?|cajas?|mercancia|pago|peso|affaire|probleme|envoi|colis|palettes?|cartons|marchandise|paiement|poids|sache|sendung|lieferung|paletten?|kartons?|ware|zahlung|gewicht|fracht|ladung|signature|unterschrift|firma|acuse|albaran|remito|bordereau|lieferschein)\b/;
/** Who can settle the matter, or has what is asked for. */
const settlers =
  /\b(?:customers?|clients?|shippers?|consignees?|receivers?|drivers?|carriers?|brokers?|vendors?|suppliers?|retailers?|buyers?|insurers?|adjusters?|factors?|lender|terminals?|warehouses?|docks?|dispatch(?:er)?|boss|managers?|supervisors?|directors?|management|owner|lawyers?|attorney|legal|claims (?:dep\w+|team|desk)|clientes?|destinatarios?|chofer|choferes|transportistas?|embarcador|proveedor\w*|jefe|jefa|gerente|director\w*|almacen|bodega|aseguradora|abogad[oa]s?|clients?|destinataire|chauffeurs?|transporteurs?|expediteur|fournisseurs?|patron|chef|responsable|direction|entrepot|assureur|assurance|avocat|kunden?|kundin|empfangers?|fahrers?|fahrerin|spediteurs?|spedition|versenders?|absenders?|frachtfuhrers?|lieferanten?|chefin|leiter|leitung|lager|versicherung|anwalt|they|she|he|il|elle|ils|elles|ellos|ella)\b/;
/** Words with which people take back, put off, correct, hand over, or report as done or decided. Extend it by language. */
const turnsRound = new RegExp(
  [
    // Mistakes and second thoughts.
    '\\b(?:wrong|incorrect\\w*|mis(?:read|typed|spoke|heard|understood|under\\w+|labell?ed|taken|counted|calculated)|mess(?:ed)? up|mix(?:ed)?[- ]?up|screw(?:ed)? up|goof\\w*|slip(?:ped)?(?: up|[- ]up)|fat[- ]?finger\\w*|botch\\w*|bungl\\w*|blunder\\w*|mea culpa|brain (?:fart|freeze|fog)|ahead of (?:myself|ourselves)|dropped the ball|blew it|(?:is|are|was|been|now) frozen|at the earliest|let (?:\\w+ ){1,3}off|swapped|transposed|flipped|garbled|typos?|my bad|my fault|oops|whoops|overlooked|spoke too soon|jump\\w* the gun|false alarm|crossed wires|(?:wires|lines) (?:got )?crossed|pasted|wrong|zahlendreher|schon (?:dran|erledigt|da|weg|gemacht)|walked me|inversion de chiffres|digito\\w*|change of|chang(?:e|ed|ing)|second thoughts?|thinking about|thought (?:about|again|better)|come to think|turn(?:s|ed)? out|as it happens|instead|rather|in fact|scrap|scratch|nix(?:ed)?|axe?d|kill(?:ed)?|yank\\w*|bail\\w*|retire|rethink\\w*|revers\\w+|overrul\\w+|veto\\w*|correction|edit|update)\\b',
    '\\b(?:me equivo\\w+|met[ií] la pata|regue|me hice bolas|se me (?:fue|paso|cruz\\w+)|no antes|confund\\w+|cambio de|cambi(?:o|e|amos|aron|ado)|mejor|resulta que|result[oa] (?:que|ser)|falsa alarma|fe de erratas|correccion|perdon|en realidad)\\b',
    "\\b(?:tromp\\w+|plante[es]?\\b|goure\\w*|emmel\\w*|embrouill\\w*|melang\\w*|bourde|gaffe|au plus tot|confond\\w+|erreur|chang(?:e|er|ement|eons|ez)|d'avis|il s'avere|fausse alerte|plutot|en fait|correction|rectific\\w+)\\b",
    '\\b(?:vertan|verhauen|verbockt|vermasselt|verpeilt|daneben\\w*|mist gebaut|patzer|fruhestens|verschrieben|verlesen|verrechnet|geirrt|anders|ander(?:t|n|ung\\w*)|geandert|plananderung|umentschieden|uberlegt|herausgestellt|stellt sich|fehlalarm|lieber|korrektur|zuruck\\w*)\\b',
    // Settled, found, given up.
    "\\b(?:after all|credit (?:memo|note)|gutschrift\\w*|emis un avoir|nota de credito|(?<!not |n't |never |been |short |un)paid\\b|gezahlt|bezahlt|anymore|any more|no more|no longer|never ?mind|all (?:set|good|clear|done|sorted)|(?:we're|we are|i'm|i am|are|is) (?:all )?(?:good|set|square|covered|sorted|done|through|past|over)(?! (?:to|with the|at|in|for a|from|weekend)\\b)|sort(?:ed)?(?: \\w+)? out|sorted|work\\w*(?: \\w+)? out|straighten\\w*|iron\\w*(?: \\w+)? out|patch\\w* (?:up|things)|came? (?:through|around|to terms|forward|clean)|(?:reach|struck|strike|made|cut|have|got) \\w* ?(?:deal|agreement|understanding|compromise|settlement)|(?:we|i|finally) reached|reached (?:them|him|her|out|us)\\b|show(?:s|ed)? up(?! (?:\\w+ )?(?:broken|damaged|late|short|wet|crushed))|turn(?:s|ed)? up|pop(?:s|ped)? up|surfac\\w+|arriv(?:ed|es|ing)(?! (?:\\w+ ){0,4}(?:damaged|crushed|wet|broken|dented|torn|short|late|soaked|smashed|leaking|spoiled|with))|pull(?:s|ed)? (?:the plug|out|back)|let (?:it|this|that|go|slide)|(?:let|lets|letting) \\w* ?(?:go|slide|drop)|call\\w* (?:it )?off|put\\w* (?:a stop|an end|to bed|to rest)|off the (?:table|hook|books)|in hand|under control|took care|taken care|moot|pointless|no (?:point|use|sense)|not worth|too late|write[- ]?off|wr(?:ite|ote|itten) off|absorb\\w*|eat (?:the|it|this)|swallow\\w*|walk(?:ed|ing)? away|drop(?:s|ped|ping)?|gone|over with|behind us|surrender\\w*|folded|budge\\w*|gave|give in|giving (?:in|up)|solved|success\\w*|accomplished|happy with|satisfied|got (?:what|it|the|one|hold|word|our)|(?:have|has) (?:what|it|the|one(?! (?:more|for|here))|our)|what we (?:wanted|needed)|on (?:my|our) own|my ?self|our ?selves)\\b",
    '\\b(?:listo|lista|listos|arregl\\w+|acord\\w+|acuerdo con|llegamos a|llego(?! (?:\\w+ ){0,3}(?:mojad|danad|dano|rot|golpe|incompl|tarde|con))|aparec\\w+|entreg(?:o|aron)|qued(?:o|amos) (?:en|que|resuelto|list\\w+)|nos quedamos|ya (?!que\\b)|cerr(?:o|amos|aron|ado)|dej(?:a|amos|emos|alo|enlo|arlo)|olvid\\w+|desist\\w+|renunci\\w+|conform\\w+|cedi\\w+|perdon[oae]\\w*)\\b',
    "\\b(?:c'est bon|c'est regle|arrang\\w+|accord avec|trouve un|d'accord|tombe|laiss\\w+|abandon\\w+|inutile|recu|remis|arriv(?:e|ee|es|ees)(?! (?:\\S+ ){0,3}(?:abim|casse|endommag|mouill|incompl|ouvert|en retard))|classe|cede|renonc\\w+|fini|termine\\w*)\\b",
    '\\b(?:doch|hat sich|haben uns|geeinigt|einig\\w*|eingelenkt|nachgegeben|vom tisch|lassen (?:wir|es)|lass(?:t|en)? es|vergess\\w+|vergiss|passt schon|verzicht\\w+|geschafft|angekommen|eingetroffen|da ist|wieder da|fertig|gegessen|abgehakt)\\b',
    // Later, or only when.
    '\\b(?:stand ?by|stand down|sit tight|hang (?:on|tight|fire|back)|bear with|hold|held|paus\\w+|park(?:ed|ing)?|shelv\\w+|on ice|back ?burner|for the time being|for now|not now|slow down|ease off|back off|stay put|after (?:you|she|he|they|i|we)|before (?:you|we|anyone|anybody) (?:do|start|send|file|pull|run|enter|go)|once|when(?:ever)? (?:he|she|they|we|i)|as soon as|assuming|in case|depend\\w*|first thing|awaiting|pending)\\b',
    '\\b(?:mas tarde|luego|por ahora|por el momento|de momento|en cuanto|cuando|hasta que|a la espera de|pendiente de|pausa|depende)\\b',
    "\\b(?:plus tard|pour l'instant|pour le moment|lorsque|quand|jusqu'a ce|en attente|en pause|depend)\\b",
    '\\b(?:vorerst|vorlaufig|im moment|momentan|nachher|wenn|sobald|bis|erst|abwarten|pausier\\w*|kommt drauf an)\\b',
    // No request at all, or somebody else's.
    '\\b(?:hypothe\\w+|theoretical\\w*|rehears\\w+|drill|dry run|practice|practise|training|train|demo\\w*|exercise|mock|sandbox|pretend|imagine|suppose|what would|looks? like|format|for instance|simulacro|ensayo|capacitacion|entrenamiento|practica|formation|exercice|essai|demonstration|ubung\\w*|schulung\\w*|probe\\w*|vorfuhrung|muster|vorlage|plantilla|modele)\\b',
    "\\b(?:sent|forwarded|passed|handed|gave|escalated|assigned) (?:\\w+ ){0,3}(?:to|over|along|on)\\b|\\b(?:i'll|i will|we'll|we will|i am|i'm|we're) (?:going to |gonna )?(?:handle|handling|deal|dealing|do|doing|take|taking|call|calling|pay|paying|chase|ask|check|look|get)\\b",
    "\\b(?:me encargo|nos encargamos|lo vemos|je m'en (?:charge|occupe)|on s'en (?:charge|occupe)|s'en (?:est|occupe|charge)|kummer\\w*|ubernehm\\w*|ubernimmt|mach(?:e|en) (?:ich|wir))\\b",
  ].join('|'),
);
/** Figures that are no times, days, streets or counts of them. */
const figureAside =
  /\d(?! ?(?:st|nd|rd|th|am|pm|a\.m|p\.m|h\b|uhr|:\d|days?|hours?|hrs?|weeks?|months?|years?|min\w*|dias?|horas?|semanas?|jours?|heures?|semaines?|tage?n?|stunden?|wochen?|°|degrees|%))/;
const dayOrTime =
  /\b(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|dez|okt|ene|abr|ago|dic|janv|fev|avr|juil|aout)\w*\.? \d{1,2}(?:st|nd|rd|th)?(?: ?(?:-|to|and) ?\d{1,2})?|\d{1,2}\.? (?:de )?(?:jan|feb|mar|apr|may|mai|jun|jul|juil|aug|aout|sep|okt|oct|nov|dec|dez|dic|ene|abr|ago)\w*|\d{1,2}[:h.]\d{2}(?: ?(?:am|pm|uhr))?|\d{1,2} ?(?:am|pm|uhr|h)\b|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|24\/7|(?:19|20)\d{2}|(?:ext(?:ension)?\.?|room|suite|floor|box|apt|unit|building) ?#?\d+|\d+ (?:\w+ ){0,2}(?:street|st|ave|avenue|road|rd|blvd|drive|way|hwy|highway|parkway))\b/g;

/** Pronouns that are only what somebody asks for, waits for or is to do. */
const askedFor =
  /\b(?:need\w*|want\w*|require\w*|request\w*|wait\w* (?:on|for)|ask\w*(?: \w+)? (?:about|for)|chas\w+|looking for|look (?:at|into)|call\w*(?: \w+)? about|bug\w*(?: \w+)? about|pull|get|send|grab|process|handle|file|run|work|open|take care of|passing|forwarding|sending|speed|help(?: \w+)? with|happy to do|pays? (?:us )?(?:til|till|until) (?:he|she|they) (?:see|sees|get|gets|have|has)|won'?t pay\b.{0,20}|esperando|pide\w*|necesit\w+|pidiendo|demand\w+|attend\w*|reclam\w+|braucht?e?n?|wartet auf|nervt (?:wegen|mit)) (?:(?:some|all|on|to|the|pod|for|with|of|al) ){0,2}(?:it|this|that|these|those|them|one|ones|here|todo|esto|eso|cela|ca|ceci|das|es|dies)\b(?! (?:off|back|out|down|up|over|away|not|later|until|till|to go|sit|rest|gone|cancel\w*|drop\w*|clos\w+|stopp?\w*|held))/g;

type Concern = 'request' | 'things' | 'nothing';
/**
 * Whether a part of a sentence points to the request or has a figure; or is about things like those in it, and people who
 * may settle it; or about nothing of it.
 */
function concerns(part: string, plain: string): Concern {
  const elsewhere = plain.replace(pointsToNothing, ' ').replace(askedFor, ' ');
  if (figureAside.test(elsewhere.replace(dayOrTime, ' ')) || pointsFurther.test(elsewhere)) return 'request';
  const still = new Set(elsewhere.match(/\p{L}[\p{L}-]*/gu));
  const left = wordsOf(part).filter(({ plain: word }) => still.has(word));
  const pointing = left.filter(
    ({ text, plain: word }, at) =>
      pointers.has(word) &&
      // "Está" is no "esta", and "das Wetter" is no "das".
      !/^est[áà]/i.test(text) &&
      !(/^(?:das|dieser?s?)$/i.test(text) && /^\p{Lu}/u.test(left[at + 1]?.text ?? '')),
  );
  if (pointing.some(({ plain: word }) => !things.has(word))) return 'request';
  return pointing.length > 0 || settlers.test(elsewhere) || thingsFurther.test(elsewhere) ? 'things' : 'nothing';
}

/** Those of `pointers` that are nouns. */
const things = list(
  'pod pods pro pros bol invoice invoices bill claim claims dispute disputes receipt receipts weight weights ticket mail mails email message charge charges document documents paperwork paper copy form records proof case comprobante factura reclamo recibo correo documento prueba preuve facture reclamation recu document courriel dossier beleg rechnung nachricht ablieferbeleg nachweis reklamation order orders pedido lot',
);

/** More that ends a matter, where somebody who may end it is in the sentence. */
function settledBy(plain: string): string | undefined {
  const said = plain.replace(pointsToNothing, ' ');
  const refuses =
    /\b(?:won'?t|will not|would not|wouldn't|refus\w+|cannot|can't|unless|not|never|until|till|til|no|antes|avant|sans|ohne|nicht|nie|jamais)\b/.test(
      said,
    );
  return (
    bySomebodyElse.exec(said)?.[0] ??
    (refuses || reasonAlone.test(said) ? undefined : (supplied.exec(said) ?? content.exec(said))?.[0]) ??
    /\b(?:wrong|instead|rather|other(?: one)?|lieber|plutot|mejor)\b/.exec(said)?.[0]
  );
}
/** Of those, verbs alone. */
const insists =
  /\b(?:wants?|needs?|asks?|asking|insists?|claims that|claims (?:he|she|they|we)|swears?|says|complain\w*|waiting|quier\w*|pide\w*|exige\w*|insiste\w*|reclame|demande|attend|besteht|verlangt|wartet|braucht)\b/;
/** Who insists has nothing yet. */
const reasonAlone =
  /\b(?:want|wants|need|needs|asks?|asking|demands?|insists?|claims|swears?|says|disput\w+|complain\w*|chas\w+|wait\w*|missing|short|quier\w*|pide\w*|exige\w*|reclama\w*|insiste\w*|reclame\w*|demande\w*|attend\w*|besteht|verlangt|wartet|braucht|will|mochte|fordert)\b/;
/** Who decides over the writer: what they have not said yet, the request waits for. */
const superiors =
  /\b(?:boss|manager|supervisor|director|vp|owner|controller|cfo|ceo|legal|attorney|lawyers?|jefe|jefa|gerente|director\w*|juridic\w*|abogad\w*|patron|directeur|directrice|direction|juridique|avocat\w*|chef|chefin|leiter\w*|geschaftsfuhr\w*|rechtsabteilung|anwalt\w*)\b(?! (?:wants?|needs?|is asking|asked|asks|keeps|quiere|pide|necesita|demande|veut|will den|braucht|mochte)\b(?! (?:a say|to|in)\b))/;
/** It is for somebody else to say or to do, or a way is being looked for. */
const bySomebodyElse =
  /\b(?:in the (?:mail|post)|on (?:its|the|their) way|being (?:mailed|sent|shipped)|(?:still )?in transit|en camino|en route|unterwegs|in der post|a say|weigh(?:s|ing)? in|input|opinion|decid\w+|decision|how (?:we|to) (?:respond|handle|proceed|go)|consider\w*|propos\w+|offer\w*|promis\w+ (?:to|a|us)|apologi\w+|look(?:s|ed|ing)? into|investigat\w+|keep the peace|goodwill|made? (?:good|right|whole)|make (?:it|things) right|walk\w* (?:me|us) through|show(?:ed|s)? (?:me|us)|meet(?:s|ing)? with|negotiat\w+|mediat\w+|discuss\w*|talk(?:s|ed|ing)? (?:about|with|to)|step\w* in|(?:want|wants|wanted|like|likes|need|needs) (?:to )?(?:review|see|check|look|approve|sign|talk|discuss|think|wait|know (?:why|how|who)) ?(?:at|it|this|over)?(?! (?:the|a|who|signed|proof|some))|sleep on|geste|commercial|retenir|ofreci\w+|propus\w+|decid\w+|quiere (?:revisar|ver(?! el)|hablar|negociar)|angebot\w*|kulanz|entscheid\w*|besprech\w*|verhandel\w*)\b/;

/** The words because of which a sentence about something else may be about the request all the same. */
function settles(part: string, plain: string, begins = true): string | undefined {
  const elsewhere = withoutPolite(plain.replace(pointsToNothing, ' '));
  const isWish = wishes.test(plain);
  const found =
    turnsRound.exec(elsewhere) ??
    gaveUp.exec(elsewhere) ??
    (isWish
      ? null
      : (needless.exec(elsewhere) ??
        whenever.exec(elsewhere) ??
        ended.exec(elsewhere.replace(unsettled, ' ').replace(orders, ' ')))) ??
    (firstPerson.test(plain) && !isFramed(plain) && !orders.test(plain) ? didTheWork.exec(elsewhere) : null) ??
    /\b(?:won|lost) (?:the|our|this|that) (?:appeal|case|claim|\w*suit|argument|dispute|arbitration|hearing)\b/.exec(
      elsewhere,
    );
  if (found !== null) return found[0].trim();
  // Two words alone say something by what is not there: "Passt so."
  if (!begins || isWish || isSmallTalk.test(plain) || isFramed(plain) || part.trim().split(/\s+/).length > 2)
    return undefined;
  return wordsOf(part).find(({ isUnknown, isThing, plain: word }) => isUnknown || isThing || weighty.has(word))?.text;
}

/**
 * A sentence with a subject of its own. One without is an order or a remark, which is about what is beside it: "Minus the
 * fuel", "Back to the drawing board".
 */
const hasSubject =
  /^(?:(?:well|oh|yes|by the way|btw|ps|today|yesterday|unfortunately|honestly|luckily|sadly|hoy|ayer|por cierto|aujourd'hui|hier|au fait|malheureusement|heute|gestern|ubrigens|leider)[, ]+)*(?:(?:i|we|i'm|we're|i've|we've|i'll|we'll|i'd|we'd|my|our|your|the|a|an|there|it|someone|somebody|some|most|weather|traffic|winter|summer|spring|harvest|season|business|work|life|things|production|inventory|christmas|thanksgiving|monday|santa|anything you|every\w+|half|who\w*|you|yo|mi|mis|nuestr[oa]s?|el|la|los|las|un|una|hay|hace|soy|somos|estoy|estamos|je|nous|on|notre|nos|mon|ma|mes|le|les|une|il|ich|wir|meine?|unsere?|der|die|das|ein|eine|es|kaum|beim|seit|lors d\w+|letzte\w*|bei uns|in [a-z]+)\b|j'|l'|(?:(?:le|les|te|os|me) )?[a-z]{2,}(?:o|amos|emos|imos)\b)/;
/** What people write to be kind, or about themselves and how they are reached. */
const isSmallTalk =
  /^(?:(?:and|so|y|et|und) )?(?:hope|hoping|hopefully|happy|merry|congrat\w*|welcome|nice|great|good|glad|pleased?d|lovely|looking forward|greetings|cheers|thank\w*|thx|have|enjoy|stay|take care|see you|talk|speak|best|warm\w*|sorry|apologies|excuse|pardon|tgif|go [a-z]+!|how (?:are|is|was|were|have|did)|long time|con (?:mucho )?gusto|miss (?:you|y'all)|running late|running around|keeping (?:it|this) (?:short|brief|quick)|swamped|slammed|busy|catching up|filling in|sorry|to save you|over to you|passing|pardon|trust (?:this|that|you|all)|i trust|may (?:your|the|you)|ho ho|ciao|aloha|howdy|shalom|namaste|toda raba|ta |obliged|later|talk (?:soon|later)|catch you|peace|xo+|baci|bises|hau rein|moin|servus|tschus\w*|gruss\w*|gruezi|hochachtungsvoll|saludotes?|abrazos?|besos|que onda|que gusto|muy senor\w*|les saluda|allo|coucou|desolee?|pardonne\w*|a (?:tres )?(?:vite|bientot|plus)|au revoir|cordialement|fur ihre (?:bemuhungen|unterstutzung|hilfe)|ansonsten|ubrigens|don't work too|je reste|nous restons|restant a|copying|cc|ccing|cc'ing|adding|looping|writing|reaching|back (?:at|in|from|to (?:work|the office|my desk))|out of (?:the )?office|new (?:here|to|phone|number|address|office)|appreciate\w*|grateful|much (?:obliged|appreciated)|kind|warmest|follow us|visit|like us|find us|connect|espero|esperamos|ojala|feliz|felices|buen[oa]?s?|que (?:tal|teng\w+|est\w+|pas\w+)|saludos|un (?:abrazo|saludo|cordial)|gracias|mil gracias|muchas|quedo|agradec\w+|felicidades|cualquier|como esta\w*|atent\w+|sin otro particular|j'espere|bonne|bon|belle|beau|joyeu\w+|merci|bien a|meilleur\w*|au plaisir|dans l'attente|en vous|comment (?:allez|vas|ca)|felicitations|excellente?|bises|war schon|schon\w*|liebe\w*|viele|vielen|herzlich\w*|frohe\w*|gute\w*|beste\w*|danke\w*|wie geht\w*|hoffe\w*|ich hoffe|wir hoffen|mit (?:besten|freundlichen|lieben)|bis (?:bald|dann|demnachst|nachste)|fur ruckfragen|bei ruckfragen|auf (?:gute|weiterhin)|gluckwunsch)(?![a-z])/;
/** Words at the beginning of a sentence that bound or turn what is beside it, or say that it is nobody's request. */
const turnsAtOnce =
  /^(?:(?:and|but|oh|hi|hey|y|et|und|pero|mais|aber)[, ]+)*(?:not (?!only|long|sure|to (?:worry|rush))|only\b|just (?:the|for|to|so|a heads|checking (?:that|if)|testing|fyi|kidding|seeing)|minus\b|less the|plus the|except|apart from|aside from|but not|no (?:more|need|action|rush needed)|for (?:your )?(?:the )?(?:files?|records?|awareness|information|info|reference)\b|(?:as )?you were[.!]?$|strike|scratch|belay|ditto|also (?:pull|file|do|run|get|send|the|for)|and (?:also|the same)|solo|solamente|nada mas|menos (?:el|la|los)|siempre no|para (?:su|tu) (?:informacion|conocimiento|archivo)|seulement|juste|uniquement|sauf|pour (?:info|information|memoire|votre information)|moins (?:le|la|les)|ce n'est pas|nur\b|bloss|ausser|abzuglich|zur (?:info|information|kenntnis|kenntnisnahme)|zu ihrer information|nicht\b|kann weg|(?:we|i)(?: are|'re| am|'m) (?:still )?(?:talking|discussing|negotiating|thinking|deciding|debating|checking|figuring|gathering|reviewing|verifying)|seguimos (?:habl|negoci|revis|viend)\w+|nous (?:discutons|negocions|reflechissons|verifions)|wir (?:sprechen|verhandeln|uberlegen|prufen|klaren)\b|ne touchez|vous pouvez (?:classer|annuler|oublier|laisser|fermer|cloturer|jeter|supprimer)|pueden? (?:cerrar|archivar|olvidar|dejar|borrar|tirar)\w*|(?:konnt ihr|konnen sie|kannst du) (?:das |es |die )?(?:ablegen|schliessen|vergessen|loschen|lassen|wegwerfen)|you (?:can|may|could) (?:\w+ )?(?:close|file (?:it|this|that) away|forget|drop|ignore|disregard|archive|delete|toss|skip|leave|stop|bin|relax)|(?:please |kindly |pls )?(?:add|deduct|subtract|knock|tack|include|exclude|omit|round|take) (?:\w+ ){0,3}(?:fees?|charges?|surcharges?|liftgate|fuel|detention|tax|percent|dollars|bucks|off)\b|(?:just |finally |we |i )*(?:got|received|found|located|obtained|have) (?:a|an|the|our|his|her|their) (?:\w+ )?(?:pdf|copy|scan|photo|pod|bol|originals?|paper\w*|docs?|documents?|proof|receipt|credit|check|payment|refund)\b)/;
/**
 * Something of the record, and what is said of it: how it stands, or what became of it. What leaves it open, and says no
 * more than what is wrong with it, is why somebody asks; any other predicate, known or not, may settle the matter.
 */
const ofTheRecord = new RegExp(
  [
    "^(?:(?:sorry|oh|oops|well|now|today|yesterday|apparently|meanwhile|btw|by the way|unfortunately|also)[, ]+)*(?:the|this|that|our|my|your|their|his|her|its|all|el|la|los|las|este|esta|nuestr[oa]s?|sus?|les?|ce|cette|nos|notre|votre|leur|der|die|das|diese[rs]?|unsere?|ihre?) (?:[\\w'-]+ ){0,2}?",
    '(?:disputes?|claims?|chargebacks?|accounts?|debts?|balances?|money|funds|payments?|cases?|files?|matters?|issues?|requests?|charges?|fees?|bills?|invoices?|corrections?|deductions?|credits?|deals?|disagreements?|differences?|cop(?:y|ies)|pods?|receipts?|paperwork|papers?|originals?|documents?|bol|shipments?|loads?|freight|orders?|windows?|deadlines?|weights?|class|amounts?|disputas?|reclamos?|reclamacion(?:es)?|facturas?|cuentas?|dinero|deudas?|asunto|plazo|litiges?|reclamations?|factures?|comptes?|argent|dettes?|delai|affaire|streitfall|reklamation|rechnung|konto|geld|forderung|frist|belege?|nachweis|lieferschein|kopie|papiere|unterlagen|comprobante|copia|recibo|preuve|copie|recepisse|bordereau|sache|angelegenheit)',
    "(?: (?:of|for|on|from|with|about|del?|pour|sur|von|fur|zu[rm]?|uber)(?: [\\w'-]+){1,4}?)? ((?:(?:is|are|was|were|has|have|had|will|would|may|might|can|could|got|gets?|went|goes|sits?|stays?|lies|came|comes?|es|esta|estan|fue|fueron|ha|han|quedo|est|sont|a|ont|etait|ist|sind|war|waren|wurde|wurden|wird|hat|haben|liegt)|\\w{3,}(?:ed|[^su'-]s))(?![\\w'-]).*)$",
  ].join(''),
);
/** What leaves the matter open. */
const staysOpen =
  /^(?:\S+ ){0,5}?(?:needs?|needed|require[sd]?|requested|wanted|missing|lost|due|illegible|unreadable|legible|blurry|unsigned|incomplete|delivered|arrived|shipped|picked up|unloaded|refused|crushed|broken|wet|torn|leaking|smashed|signed|left|moves?|going|goes|over-?due|late|urgent|important|wrong|incorrect|inaccurate|not (?:the )?(?:right|correct|accurate|matching|supported)|not match|n't (?:match|agree|add up|make sense)|too|high(?:er)?|heavier|below|above|attached|as follows|following|for|about|from|regarding|damaged?|short|disputed|unpaid|overcharged|billed|charged|invoiced|dated|shows?|says?|lists?|states?|reads?|includes?|contains?|adds?|added|uses?|used|differs?|match(?:es)?|(?:is|are) fine but|added (?:by|without)|concerns?|relates?|refers?|landed|arrived|came (?:in|back) (?:with|at|higher|heavier|short)|based|open|urgente|falta|mal|incorrect[oa]|pendiente|abajo|siguiente|manque|faux|fausse|incorrecte?|ci-dessous|fehlt|falsch|dringend|unten|folgt|beinhaltet|enthalt|muestra|incluye|indique|comporte|inclut|zeigt|weist)(?![\w-])/;
const closesMatter =
  /\b(?:filed|submitted|approved|accepted|decided|already|settled|closed|paid|sold|frozen|longer|off|out|up|again|resolved|cleared|denied|reversed|moved|transferred|rebilled|on (?:my|his|her|our|their) (?:desk|way)|in (?:my|his|her|our|their|hand|the mail)|here)\b/;
/** "The carrier moved it to a new PRO": somebody did something with what is asked about, whatever it was. */
const actedOnIt =
  /^(?:\S+ ){1,4}?(?:has |have |had |just |already |ha |hat |a )?(?!(?:need|want|ask|deliver|bill|charg|invoic|refus|disput|reject|damag|crush|ship|sign|unload|request|weigh|reweigh|reclass|not|mark|declar|demand|question|contest|challeng|flag|describ|load|drop|mention|tender|pick|list|rerat|re-rat|overcharg)\w*\b)(?:\w{2,}ed|put|took|got|made|gave|ran|sent|sold|cut|did|swapped|wrote|left|let) (?:it|this|that|them|these|those)(?: (?:all|to|in|into|onto|on|off|up|over|out|from|back|away|for|with|as|under|down|last|yesterday|today|already|now)\b|[.,!]|$)|\b(?:will|'ll|is going to|are going to) (?:then |also |first )?(?:confirm|check|decide|let|tell|call|review|get back|follow|verify|sign|look|approve|advise|be in touch|take)\b|\b(?:(?:nos|me|se lo|ya) (?:entreg|mand|envi|pas|dej|dio)\w*|(?:nous|m')\s?(?:a|ont) (?:remis|envoye|donne|transmis)|(?:hat|haben) (?:uns|mir) .{0,40}(?:gegeben|ubergeben|geschickt|zugesandt|gebracht))\b/;
const deadline =
  /\b(?:deadlines?|windows?|frist|plazo|delai)\b.* (?:is|are|ends?|closes|ist|est|es|vence) (?!not|past|over|gone|closed)(?:on |at |by |in |this |next |am |el |le |em )?[\w/]+[.!]?$/;
function stateOfRecord(plain: string): string | undefined {
  const said = ofTheRecord.exec(plain)?.[1];
  if (said === undefined || deadline.test(plain) || (staysOpen.test(said) && !closesMatter.test(said)))
    return undefined;
  return said.split(' ').slice(0, 4).join(' ');
}

/** A day or month alone says when, which no line does; with "by" before it, it is a deadline, and with a year a date. */
/** What is reported as done, or still to come, by a sentence that has no subject: "Filed with the carrier." */
const doneAlone =
  /^(?:(?:already|just|now|since|all|been|was|were|ya|deja|bereits|schon) )*(?:filed|submitted|sent(?! (?:by|via|from|through|with|on|to)\b)|entered|handled|processed|pulled|answered|replied|completed|finished|cleared|approved|paid|closed|resolved|keyed|corrected|adjusted|refunded|credited|reversed|logged|booked|posted|parked|saved|kept|stored|archived|written off|enviado|presentado|pagado|resuelto|cerrado|envoye|depose|regle|paye|traite|classe|eingereicht|bezahlt|bearbeitet|gesendet|gebucht|abgelegt)\b|\b(?:to be|yet to be|zu) (?:confirmed|determined|verified|checked|discussed|decided|agreed|approved|finali[sz]ed|advised|reviewed|cleared|klaren|prufen|bestatigen)\b|\bpor (?:confirmar|definir|verificar)\b|\ba (?:confirmer|verifier|valider|definir)\b|^(?:the |my |our )?(?:old|older|previous|prior|former|outdated|obsolete)\b|\bfor reference\b|\b(?:wants?|wanted|would like|prefers?|offers?|offered|proposes?|willing) to (?:pay|settle|negotiate|talk|meet|discuss|split|compromise|withdraw|drop|close)\b|^(?:please |just )?let (?:it|this|that|them|these|the) |^(?:ours|mine|yours|theirs|the (?:right|correct|real|actual) one) (?:is|are|ends)\b|^(?:please |just |so )*(?:give|keep|leave|put|sit) (?:it|this|that|them|these|those|things)\b(?! (?:short|brief|quick|simple|to us|along))|^(?:a|an|the|some) (?:credit|refund|check|payment|copy|settlement) (?:is|are|was|has|will)\b|\b(?:is|are) (?:paying|covering|crediting|refunding|settling)\b|\b(?:cleared|upheld|approved|blessed|signed off on|stand by|stands by) (?:the|this|that|our|their|it)\b/;
const whenAlone =
  /^(?:(?:and|but|on|from|in|starting|beginning|effective|as of|not until|not before|early|late|mid|next|the|ab|am|im|el|en|a partir de|le|des)[ -])*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|tomorrow|tonight|lunes|martes|miercoles|jueves|viernes|lundi|mardi|mercredi|jeudi|vendredi|montag|dienstag|mittwoch|donnerstag|freitag)(?! morning)(?:,? (?:at|the|or|then|earliest|latest|only|not|and|please|next|week|noon|first|thing|after\w*|evening|morning|in|\w{1,3}|\d{1,2}(?:st|nd|rd|th)?)){0,5}[.!]?$/;

/** Of the amount or number itself nothing is said that is not in its line. */
const ofTheFigure =
  /^(?:(?:the|this|that|our|my|your|el|la|le|der|die|das) )?(?:amounts?|figures?|numbers?|pros?|digits?|totals?|sum|monto|importe|cifra|montant|chiffre|betrag|summe|nummer|zahl|pro-nummer)\b(?: \S+){0,3} (?:reste|sera|bleibt|wird|queda|falta|remains?|will|stays?|is|are|was|were|needs?|looks?|may|might|could|should|seems?|has|have|includes?|es|esta|son|debe|puede|incluye|est|doit|parait|comprend|ist|war|muss|sollte|stimmt|enthalt|kommt|beinhaltet)\b(?!.*\d{4})(?! (?:below|in the|as follows|listed|above|ci-dessous|abajo|unten))/;
/** Sentences that say no more than what follows, why somebody asks, or how urgent it is: their words do not matter. */
const frames: readonly RegExp[] = [
  // Claims are filed by others, and received.
  /\b(?:received|got|filed|submitted|presented|opened|sent us) (?:us )?(?:this|the|an?|another|their|his|her) (?:\w+ )?(?:claim|chargeback|deduction)\b/,
  // What follows.
  /^(?:(?:and|yet|another|next|new|one more|more|last|final|quick|small|short|simple|easy|little|fresh|a|one)[ ,]+)+(?:(?:pod|bol|dispute|claim|correction|chargeback) )?(?:one|requests?|pods?|entry|item|disputes?|claims?|corrections?|orders?|lines?|tasks?|job)?\b.{0,25}\b(?:for (?:you|today|the (?:pile|queue|list|day))|coming|your way|below|of the day|this (?:morning|afternoon))/,
  /^(?:sure,? |ok,? )?as (?:promised|discussed|requested|agreed|per|always|usual|mentioned|talked|spoken|noted)(?! (?:yesterday )?(?:this|it) )/,
  /^(?:promised|discussed|requested|agreed|usual|always|mentioned)(?: (?:this morning|yesterday|today|earlier|on the phone|by phone|with \w+))*[,.:]?$|^(?:ware|das ware|es ware|ihr wart|sie waren) (?:super|toll|nett|schon|klasse|prima|lieb)\b|\b(?:was|were|is|are) (?:very |so |really |quite )?(?:impressed|thrilled|delighted|amazed|grateful|thankful)\b/,
  /\b(?:claims?|claiming|says?|saying|reports?|states?|noted|signed|alleges?) (?:\S+ ){0,4}(?:short|missing|damaged?|crushed|wet|broken|shortage|torn)\b/,
  /^(?:just )?(?:passing|forwarding|sending|sharing|relaying|pushing) (?:(?:this|it|these|the (?:below|following)|another|one more) )?(?:\w+ ){0,2}(?:along|on|over|from|your way|to you)\b|^(?:siehe|see|cf|voir|ver|vease) (?:\w+ )?(?:unten\w*|anhang|angehangte\w*|mail|attach\w*|below|ci-dessous|ci-joint|abajo|adjunt\w*|subject|weiter\w*)(?! (?:first|before|instead))|^(?:second|third|fourth|first|another) one (?:this|today|of)\b/,
  /^(?:for your convenience,? )?(?:i|we) (?:have |'ve )?(?:included|added|provided|filled in) (?:the|all|everything)\b|^(?:i|we)(?:'ve| have)?(?: got)? (?:one|another|a (?:quick|new|small|short) \w+)(?: more)?(?: one)?(?: here)? for (?:you|today)\b|\b(?:reklamation|beschwerde|forderung) (?:\w+ )?(?:eingereicht|geschickt|gestellt)\b/,
  /\b(?:charged|billed|invoiced|hit) us (?:for|with|a|an)\b|\b(?:were|got|are being|have been) (?:charged|billed|invoiced) (?:for|with|a|an)\b|\bnos (?:cobr|factur)\w+|\bnous (?:a|ont) facture\b|\buns\b.{0,30}\b(?:berechnet|in rechnung)\b/,
  /^(?:per|following(?: up)?|further to|regarding|with regards? to|in (?:reference|regards?) to|on the back of) (?:on )?(?:our|my|your|the|a|his|her|their) (?:\w+ ){0,3}(?:call|chat|talk|conversation|e-?mail|message|meeting|discussion|note|voicemail|request)\b/,
  /^(?:it's |it is |just )?(?:me|back) again\b/,
  /^(?:the |all (?:the |of the )?|our |my |here are the |some )?(?:data|details|info|information|particulars|specs|specifics|facts|lines|table|list|bullets)\b(?! (?:is|are|was|were|has|have|may|might) (?!what|all|everything|you|below|here|in the|as follows))/,
  /^(?:please |pls |kindly )?(?:see|find|use|take|refer to|go by) (?:(?:our|the|my|these|attached|all) ){0,2}(?:\w+ )?(?:lines?|details|info\w*|data|table|list|requests?|corrections?|disputes?|claims?|pods?|below|particulars|following)(?: (?:below|beneath|underneath|here|above|in the (?:table|list|body)|i sent|of the \w+|that follows?|for the \w+|we need|you need))*[.:!]?$/,
  /^(?:i|we) (?:have |'ve )?(?:put|listed|set|laid|typed|pasted|copied) (?:everything|all|the (?:details|info\w*|data|particulars)|it (?:all )?in)\b/,
  /^(?:please )?(?:acknowledge|confirm) (?:the )?receipt\b/,
  /^(?:aqui|ahi|asi) (?:les |te |le |esta|estan|va|van|tienen?|mismo)|^(?:les|le|te|os) (?:dejo|paso|mando|comparto|envio|adjunto|transmito|remito|encargo|pido|solicito|agradeceria\w*|agradezco|ruego|escribo|molesto)\b|^(?:adjunto|adjuntamos|anexo|anexamos|reenvio|reenviamos|a continuacion|mas abajo|comparto|compartimos|envio|enviamos|mando|mandamos)\b|^(?:otra|otro|una|un) (?:mas|nuev[oa]|solicitud|peticion|favor)\b|^(?:me|nos) (?:ayudan?|ayudas|apoyan?|apoyas|urge)\b|^para que (?:nos|me|se) (?:ayud|apoy|tramit|proces|gestion)\w+|^es (?:muy |super )?urgente|^como (?:quedamos|acordamos|hablamos|comentamos|siempre)\b(?! en no)/,
  /^(?:voici|voila|ci-dessous|ci-apres|ci-joint\w*|veuillez trouver|vous trouverez|comme convenu|comme promis|comme d'habitude|suite a|pour faire suite|encore une?|une (?:petite |nouvelle |autre )?demande|un (?:petit |nouveau )?(?:dernier|derniere)|nous vous (?:prions|remercions|serions|transmettons|adressons|faisons)|je vous (?:transmets|envoie|joins|adresse|fais suivre|laisse les|transfere|remercie|serais|prie|saurais)|merci de bien vouloir|nous avons (?:absolument |vraiment )?besoin|il nous faut)(?![a-z])/,
  /^(?:gern[e]?,? )?(?:hier (?:ist|sind|kommt|kommen|noch|der|die|das|nochmals?|einmal|mal)|anbei|nachfolgend|nachstehend|im folgenden|unten (?:die|der|stehend)|wie (?:besprochen|versprochen|gewunscht|vereinbart|immer|telefonisch|angekundigt)|noch (?:eine|ein)n? (?:anfrage|auftrag|bitte)|(?:eine |die |der )?(?:neue|nachste|weitere)r? (?:anfrage|auftrag|sendung)|(?:ich|wir) (?:brauchte|brauche|brauchen|benotige|benotigen|bitte|bitten|hatte gern|hatten gern))(?![a-z])/,
  // How urgent it is.
  /\b(?:sooner the better|time[- ]sensitive|top priority|high priority|(?:hot|rush|vip|urgent) (?:one|customer|account|client|request)|on a deadline|urgently|month[- ]end|clos(?:e|es|ing) (?:out )?(?:the|our|their) (?:month|books|quarter|year|period)|breathing down|blowing up (?:our|my) phone|(?:on|off) (?:our|my) (?:back|neck|case)|would (?:love|like) to see this|con urgencia|lo antes posible|cuanto antes|lo mas pronto|des que possible|au plus vite|dans les meilleurs delais|drangel\w+|dringend|eilt|so schnell wie moglich|schnellstmoglich)\b/,
  // Why somebody asks: the freight, the bill, and people who insist.
  /\b(?:damaged?|damages|crushed|wet|broken|dented|torn|soaked|smashed|leaking|leaked|spoiled|melted|scratched|ripped|punctured|cracked|shattered|bent|moldy|hole in|missing pieces|hard to read|illegible|unreadable|blurry|faded|smudged|shredded|spilled (?:coffee|water)|misfiled|misplaced|mojad[oa]s?|danad[oa]s?|rot[oa]s?|golpead[oa]s?|incomplet[oa]s?|averiad[oa]s?|ilegible|abime\w*|casse\w*|endommage\w*|mouille\w*|illisible|avarie\w*|beschadigt\w*|nass|kaputt\w*|zerbrochen\w*|unvollstandig\w*|zerrissen\w*|unleserlich\w*|bruch)\b/,
  /\b(?:cannot|can't|could not|couldn't|unable to|not able to|no podemos|no puedo|ne (?:pouvons|trouvons|retrouvons)|konnen (?:\w+ )?nicht) (?:find|locate|read|see|invoice|bill|match|encontrar|facturar|pas|finden|lesen|abrechnen)\b|\b(?:passt|passen|stimmt|stimmen) nicht (?:zum|zur|mit|uberein)\b|\b(?:does|do|did)(?:n't| not) (?:match|agree|line up|correspond|show)\b|\bis not the (?:right|correct|same) (?:one|weight|class)\b|\bno es el (?:que|correcto)\b/,
  /\b(?:arriv\w+|came|come|deliver\w+|received|unloaded|shipped)(?: \w+){0,5} (?:damaged|crushed|wet|broken|dented|torn|short|late|soaked|smashed|leaking|spoiled|melted|scratched|ripped|warm|frozen)\b|\b(?:water damage|re-?rated us|re-?classed|re-?weighed|put it on (?:the|their|a) scale|over-?(?:billed|charged)|did(?:n't| not) (?:order|request|use|need) (?:a |the |any )|that nobody (?:used|ordered|asked for)|does(?:n't| not) match (?:our|the) (?:contract|quote|tariff|rate|bol|bill)|(?:very |so |quite |extremely )?(?:patient|impatient|upset|angry|furious|livid|annoyed|frustrated|insistent|nervous)|(?:showed?|shows) (?:a |an )?(?:higher|lower|different)|(?:bill|invoice|paperwork) has to follow)\b/,
  /\b(?:lleg\w+|recib\w+|entreg\w+)(?: \w+){0,5} (?:mojad\w+|danad\w+|rot[oa]s?|golpead\w+|incomplet\w+|dano\w*|averiad\w+)\b|\b(?:cobr(?:aron|o) de mas|no coincide con|molest[oa]s?|exige\w*|insiste\w*|pidiendo|presionan\w*|tomo fotos)\b/,
  /\b(?:arrive\w*|livre\w*|recu\w*)(?: \S+){0,5} (?:mouille\w*|endommage\w*|casse\w*|incomplet\w*|abime\w*)\b|\b(?:de la casse|avaries?|ne correspond\w* pas (?:au|a la|aux)|s'impatiente\w*|insiste\w*|exige\w*|surfactur\w+)\b/,
  /\b(?:kam|kamen|angekommen|angeliefert|geliefert|eingetroffen)(?: \S+){0,5} (?:beschadigt|nass|kaputt|zerbrochen|unvollstandig|gebrochen)\b|\b(?:(?:beschadigt|nass|kaputt|zerbrochen|unvollstandig) (?:an|angekommen|geliefert|angeliefert)|besteh(?:t|en) (?:auf|darauf)|ungeduldig|rechnung ist zu hoch)\b/,
];
/** What a sentence of those is about when it is about the request after all. */
const outOfFrame =
  /\b(?:not|nothing|no|never|none|\w+n't|nicht|nichts|kein\w*|pas|rien|ningun\w*|nada) (?:\S+ ){0,3}(?:damaged?|damages?|crushed|wet|broken|dented|torn|soaked|smashed|leaking|leaked|spoiled|melted|scratched|ripped|punctured|cracked|shattered|bent|moldy|hole in|missing pieces|hard to read|illegible|unreadable|blurry|faded|smudged|shredded|spilled (?:coffee|water)|misfiled|misplaced|mojad[oa]s?|danad[oa]s?|rot[oa]s?|golpead[oa]s?|incomplet[oa]s?|averiad[oa]s?|ilegible|abime\w*|casse\w*|endommage\w*|mouille\w*|illisible|avarie\w*|beschadigt\w*|nass|kaputt\w*|zerbrochen\w*|unvollstandig\w*|zerrissen\w*|unleserlich\w*|bruch)\b|\b(?:since|repair\w*|replac\w*|dried|fine)\b.{0,30}\b(?:repair\w*|replac\w*|dried|fine)\b|^(?:the |our |my |der |die |das |el |la |le )?(?:amounts?|pros?|numbers?|digits?|request|betrag|nummer|monto|importe|montant|numero)\b|\b(?:half|some of|part of|only|except|but not|not (?:all|the|this|that)|the other|la mitad|la moitie|die halfte|nur|solo|seulement|sauf|ausser|nicht alle|pas tou\w+|wrong|falsch\w*|please (?:don't|do not))\b/;
const isFramed = (plain: string): boolean => frames.some((frame) => frame.test(plain));

/** Work that the writer did, or a word from somebody: it may be what is asked for. */
const didTheWork =
  /\b(?:log(?:ged)? (?:in|on)\w*|download\w*|pulled|grabbed|printed|scanned|saved|obtained|collected|received|filed|submitted|disputed|answered|replied|responded|entered|keyed|uploaded|processed|sent|e?mailed|faxed|forwarded|called|phoned|spoke|talked to|rang|texted|contacted|reached|asked|checked|looked|went|did|made|paid|credited|agreed|decided|sold|stopped|cancell?ed|withdrew|closed|want(?:ed)? (?:to|no|out|nothing|something)|prefer\w*|would(?: rather|n't| not)|will (?:pay|handle|take|do|call|get|have|check|ask|wait)|(?:no|not|never|n't|ne|pas|nicht|nie|kein\w*|nunca)\b|\bn'|\w+n't\b|prefer\w*|croi[st]|glaube|creo|think|guess|baj(?:e|amos)|descargu?\w+|consegui\w*|recibi\w*|mand(?:e|amos)|envi(?:e|amos)|present(?:e|amos)|pagu?(?:e|amos)|habl(?:e|amos) con|llam(?:e|amos)|pregunt\w+|revis\w+|hice|hicimos|decidi\w*|preferi\w*|telecharg\w+|obtenu|recu|envoye|depose|appele|parle|paye|decide|prefer\w+|fait le|heruntergeladen|besorgt|bekommen|erhalten|geschickt|gesendet|eingereicht|bezahlt|gesprochen|angerufen|telefoniert|entschieden|gemacht|erledigt)\b/;

const unneeded =
  /(?:\bnot|n't|\bno longer|\bnever) (?:really |actually |even |going to |gonna )?(?:needs?|wants?|requires?|need|want|require|ask(?:ed|ing)? for)\b/;
/** What has to come before. */
const whenever =
  /^(?:when|once|after|as soon as|provided|assuming|cuando|una vez|quand|lorsque|sobald|nachdem) (?!you\b|possible|ready|done|complete|convenient|il vous|puedan?\b|puedas\b|tengan?\b)(?:\S+ ){1,}/;
/** Above a request, thanks for work are for work that was done. */
const thanksForIt =
  /^(?!.*\b(?:last|previous|earlier|other|yesterday's) (?:ones?|few|batch|two|three|requests?|pods?)\b)(?:many |great |perfect |ok |okay )?(?:thanks|thank you|thx)\b(?!.*\badvance\b).{0,15} for (?:(?!helping|looking|assisting|your)\w+ing|the (?:pod|copy|quick|fast|prompt|update))\b/;

const unsettled =
  /\b(?:avant|antes|vor|before) (?:de |el |le |dem )?(?:regler|payer|pagar|liquidar|paying|pay|zahlen|bezahlen|zahlung|paiement|pago)\b|\bcame back (?:heavier|lighter|higher|lower|different|short|at|with|as)\b|\bpag\w+ (?:de )?menos\b|\b(?:merci de|veuillez|por favor|favor de) (?:nous |me )?(?:re)?(?:cuperer|cuperar|trouver|obtenir|obtener|encontrar)\b|\buntil .{0,40}(?:shows?|turns?|comes?) up\b|\b(?:short|under|over|partly|partially|un)[- ]?pa(?:id|ys?|ying)\b|\b(?:de|sans|pour|to|sin|zu) (?:payer|pay|pagar|bezahlen)\b|^(?:please|pls|kindly) (?:take care of|sort out|look into)\b|^(?:please |pls |kindly )?(?:send|e?mail|forward|get|give|return) (?:me|us|them|him|her) (?:back )?(?:(?:a|an|the|your|our) )?(?:revised|corrected|adjusted|updated|replacement|reissued)\b/g;
/** "Target won't pay us". */
const asking = /^[\w'&.-]+ (?:won't|wont|will not|refuses|disputes|needs|wants|insists|keeps|still)\b/;
/** What a correction asks for. */
const corrects =
  /^(?:please|kindly) correct (?:the|this|our) (?:\w+ )?(?:bill|invoice|weight|class|charges?)(?: as follows| below| (?:per|according to|based on) .{1,60})?[.:]?$/;
/** What makes somebody ask: a sentence above a request that says none of it may say that it is settled. */
const reasons =
  /\b(?:talonn\w+|harcel\w+|nerv(?:t|en)|drang(?:t|en|elt)|macht druck|machen druck|quej\w+|no (?:nos|me) suelt\w+|nags?|nagging|hounds?|selected|picked|inspect\w*|count(?:s|ed)|reweigh\w*|nachverwieg\w*|gewogen|ergeben|pesaron|match(?:es)?|tacked on|added an? \w+ (?:fee|charge)|makes no sense|never (?:agreed|ordered|authori[sz]ed|requested|used)|nicht (?:vereinbart|bestellt|beauftragt)|frais de \w+|constate\w*|swears?|swore|flagged|flags|kicked|understated|overstated|misdeclared|shorted|caught|used the|declared|undeclared|opened an? (?:investigation|case|inquiry|ticket)|lost|misplaced|(?:filed|opened|submitted|presented|issued|sent us) (?:us )?(?:an?|another) (?:\w+ ){0,2}(?:claims?|disputes?|complaint|chargeback|deduction|inquiry)|presento (?:un|una) \w+|ouvert une? \w+|needs?|needed|wants?|wanted|ask(?:s|ed|ing)?|requests?|request(?:ed|ing)|requir(?:es?|ed|ing)|demand\w*|wait(?:s|ed|ing)|chas(?:es?|ed|ing)|looking for|missing|lacks?|claim(?:s|ed|ing)|disput(?:es?|ed|ing)|short|over-?charg\w+|over-?bill\w+|bill(?:s|ed|ing)|charg(?:es?|ed|ing)|refus\w+|den(?:y|ies|ied|ying)|reject\w*|question\w*|challeng\w+|insist\w*|like to|ha(?:s|ve) to|to (?:pull|get|request|dispute|file|submit|send|process|work|answer|be)|due|expect\w*|audit\w*|invoic(?:es?|ed|ing)|complain\w*|push\w*|screaming|hound\w*|ow(?:es?|ing)|calls|calling|phoning|emailing|relanc\w*|reclame|deduct\w*|withh\w+|necesit\w+|quier\w+|pid(?:e|en|io|ieron)|solicit\w+|reclam\w+|exig\w+|falta\w*|cobr\w+|besoin|voudr\w+|veut|veulent|souhait\w*|manqu\w*|contest\w*|brauch\w*|benotig\w*|verlang\w*|mocht\w*|wollen|wartet|fehl\w*|reklamier\w*|bestreit\w*|frag(?:t|te|en)|forder\w*|bitte[nt])\b/;
/** "A freeze applies to all disputes": what could be a verb is a thing behind these. */
const nouns =
  /\b(?:the|a|an|this|that|these|those|our|their|your|his|her|all|any|no|of|to the|on|for|about|such) (?:(?:open|new|old|other|big|small) )?(?:disputes?|claims?|charges?|bills?|requests?|questions?|demands?|audits?|invoices?|needs?)\b|(?<=\w{2}(?:s|ed) (?:\w+ )?)(?:disputes|claims|charges|bills|requests|questions|demands|audits|invoices)\b/g;
const saysWhy = (plain: string): boolean => reasons.test(plain.replace(nouns, ' '));
/** "We received the POD", "they sent a copy": nothing is left to ask for. */
const supplied =
  /\b(?:ha(?:s|ve|d)|ve|got|gets|receiv(?:ed|es)|sent|sends|provided|provides|gave|given|paid|pays|e?mailed|faxed|forwarded|brought|delivered|handled|took|taken|made|did|done|processed|submitted|filed|entered|completed|tengo|tenemos|tienen?|recibi\w*|envi(?:o|aron|amos)|mand(?:o|aron)|llego|ai|avons|ont|recue?s?|envoyee?s?|haben?|hat|erhalten|bekommen|geschickt|zugeschickt|gesendet)\b.*\b(?:pods?|bol|cop(?:y|ies)|receipts?|proofs?|papers?|paperwork|documents?|records?|it|them|this|that|one|ones|both|all|everything|payment|check|money|reply|confirmation|approval|answer|details|comprobante|copia|documentos?|recibo|prueba|eso|todo|pago|preuve|copie|recu|cela|ca|tout|beleg|belege|ablieferbeleg|nachweis|kopie|alles|ihn|es|geld)\b|\ball (?:done|good|set|clear|well|fine)\b|\b(?:beleg|ablieferbeleg|nachweis|kopie|ihn|alles)\b.*\b(?:haben?|hat|erhalten|bekommen|geschickt|zugeschickt|gesendet|da)\b/;
/** How somebody else is who wants nothing more. */
const content = /\b(?:happy|fine|good|great|ok|okay|well|set|ready|(?<!signed )clear|here|up|satisfied|pleased|back)\b/;

/** What is asked for, and no thing that came with it. */
const ofItself =
  /^(?:(?:the|this|that|our|my|your|el|la|le|der|die|das) )?(?:pros?|(?:pro |invoice )?numbers?|digits?|amounts?|requests?|e-?mails?|messages?|lines?|corrections?|disputes?|claims?|tasks?|above|below|following|numero|monto|importe|solicitud|peticion|montant|demande|nummer|betrag|anfrage|sache|asunto|affaire|matter|thing|case|issue)\b/;
/** "The leading 4 is a 7." */
const reads = /\b\d+ (?:is|are|was|should|must|ought|reads|stays|es|est|ist)\b/;
const aboutMoney =
  /\b(?:fees?|charges?|accessorials?|amounts?|claims?|disputes?|chargebacks?|cargos?|frais|gebuhr\w*)\b/;

interface ProseWord {
  readonly text: string;
  readonly plain: string;
  readonly isUnknown: boolean;
  /** Not known, and a thing by the word before it. */
  readonly isThing: boolean;
}

/** Each word that is harmless with one letter less, and each that is not: a mistyped word has one of them in common. */
const misspellings = lazily(() => ({
  harmless: new Set(
    [...known, ...harmless]
      .filter((one) => one.length > 4 && !weighty.has(one))
      .flatMap((one) => [one, ...shortened(one)].map((form) => one.charAt(0) + form)),
  ),
  others: new Set([...weighty, ...turns, ...turning].flatMap((one) => [one, ...shortened(one)])),
}));
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
const shortened = (word: string): string[] => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
/** Words that mistyped ones must not be taken for others of. */
const turning = list(
  'cancel cancelled canceled ignore disregard withdraw withdrawn hold holding wait waiting stop stopped unless undo void voided delete removed remove recall reject rejected close closed skip found drop dropped kill killed scrap scrapped forget leave ended expired refunded reversed resolved settled waived paused pending approve approved approval later never without already instead duplicate wrong mistake draft test testing sample example',
);
/** "Reciept", "deliverry", "cutomer". */
function isMistyped(plain: string): boolean {
  if (plain.length < 4 || plain.length > 20) return false;
  const forms = plain.length < 5 ? [plain] : [plain, ...shortened(plain)];
  const { harmless: near, others } = misspellings();
  return forms.some((form) => near.has(plain.charAt(0) + form)) && !forms.some((form) => others.has(form));
}

const isOne = (word: string): boolean => known.has(word) || harmless.has(word) || titles.has(word);
/** Also in another form of the word, or as parts of it. */
function isHarmless(plain: string): boolean {
  if (isOne(plain) || (plain.includes('-') && plain.split('-').every((one) => one === '' || isOne(one)))) return true;
  const stem = /^(\p{L}{3,})(?:ing|ed|es|s|d)$/u.exec(plain)?.[1];
  return stem !== undefined && isOne(stem) && !weighty.has(stem);
}
const titles = list(
  'mr mrs ms dr sir madam ing lic sra sr don dona frau herr herrn mme mlle hey hi hello sorry hopefully please',
);

function wordsOf(part: string): ProseWord[] {
  const words: ProseWord[] = [];
  // Its things are written as names are.
  const isGerman =
    /\b(?:ist|sind|wird|wurde|hat|haben|nicht|vom|und|der|das)\b/.test(part) && !/\b(?:the|is|and)\b/.test(part);
  let isThing = false;
  for (const [text] of part.matchAll(/\p{L}[\p{L}\p{M}-]*(?:['’]t\b)?|\d+/gu)) {
    const plain = folded(text);
    const isFirst = words.length === 0;
    const isName = /^\p{Lu}/u.test(text) && !isFirst && !weighty.has(plain) && !isGerman;
    const isKnown = /^\d/.test(text) || plain.length < 2 || isHarmless(plain) || isMistyped(plain);
    words.push({ text, plain, isUnknown: !isKnown && !isName && !isThing, isThing: !isKnown && !isName && isThing });
    // One word that is not known is the thing; the next one may say what becomes of it.
    isThing = beforeThings.has(plain) || (isThing && !pointers.has(plain) && (isKnown || !/(?:ed|s|ing)$/.test(plain)));
  }
  return words;
}

/** Function words of other languages, whose spelling none of the four has. */
const foreign: ReadonlySet<string> = new Set(
  'nao voces voce estao ainda obrigado obrigada foi sao uma pelo pela nos bom dia anexo | non che il lo gli della delle sono questo questa nel grazie piu stato allegato | niet geen het een graag nog wij zijn voor naar dit deze wordt worden wacht tot bijlage | nie jest prosze prosimy jeszcze sie przesylka oraz | inte ikke ej ar vi och att det som pa til og ikke vennligst venligst vanta endnu enda | ei ole tama viela kiitos ja | neni jeste prosim prosime zatim nebo | degil lutfen henuz bu ve icin | nu este si va rog inca | nem meg kerem es ezt'
    .split(' ')
    .filter((word) => word !== '|' && !known.has(word)),
);

/** Letters of scripts in which none of the four is written. */
const otherScript =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]{2}/u;

/**
 * @param line as it was typed
 * @param plain the same, folded
 */
export function isForeign(line: string, plain: string): boolean {
  if (otherScript.test(plain)) return true;
  if (isSmallTalk.test(plain)) return false;
  const words = plain.match(/\p{L}[\p{L}'-]*/gu) ?? [];
  const readable = words.filter((word) => known.has(word)).length;
  const unreadable = words.filter((word) => foreign.has(word)).length;
  if (unreadable > 0 && unreadable >= readable) return true;
  // Names and titles are no sentences: those have words that begin small.
  const small = (line.match(/(?:^|[\s(,])\p{Ll}[\p{L}'-]+/gu) ?? []).length;
  const isSentence = small >= 3 || (small >= 1 && /[.!]$/.test(plain) && words.length >= 2);
  return isSentence && readable === 0;
}
