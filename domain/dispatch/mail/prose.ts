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
    'a about above after again all also am an and any are as asap at attached be because been before below but by can could day days did do does done down due each file for forward from get give given go good got had has have he hello help here hi his hope how i if in into is it its just kindly know last let like long look made make many may me message more most my need needed needs new next no not note now of off on one only open or order other our out over per please quick re ready request requests right same see send sent she should so some soon than thank thanks that the their them then there these they this those to today too two up urgent us use very was we week weekend well were what when where which who will with would yes yet you your',
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
    'regards much looking senden sende schicken turnaround pulling pods mailing getting closing send sends sent enviar envien envoyer every ci dessous expression sentiments distingues distinguees meilleurs meilleures salutations great form forwarded weitergeleitet guten bearbeiten agreer fyi pls asap below above tomorrow morning well accounting ahead arrange arrival assist assistance attached auditor auditors audit afternoon appreciate appreciated appreciates ask asks bay bit body business call called calling cartons client clients company convenience deadline department desk disputed disputing disputes discussed discussion document documents earliest email end evening everyone expedite extra fast find following friday monday tuesday wednesday thursday saturday sunday guys handling happy head hello hurry immediately important inquiry issue job kind late letter list load mail matching match meeting month move needing needs new november december january february march april may june july august september october office once ones paperwork people phone possible problem processed processing provide provided purposes q1 q2 q3 q4 question questions quote reach reason received receiver records regarding reply requested requesting requests said say says scanned search service settle short shown side signed soon started status still system take takes talk task tasks tell terminal thing things third time told transport trouble truck twice urgently usual wanting way week weeks weighs wish work working works year yesterday wednesday noon pm am',
    "won't wont thx tks care respond retrieve receive receiving receives prepare preparing return listed mentioned referenced noted shown obtain follow following up-to remit release releasing collect list still evidence advise answer answers behalf prompt promptly never without until resolution timely courtesy concern concerns opportunity signature signatures stamped legible automatically generated created notification",
    'justificatif justificatifs enviennos envienos mandennos guia liefernachweis seguimos siguen bon bons jamais sans payer remerciant remerciements remercions vouloir toutes tous deux reponse nunca sin pagar respuesta nie ohne zahlen bezahlen antwort ware erhalt empfang bestreitet nachricht',
    'shortage shortages overage overages damage damages damaged skid skids crate crates case cases piece pieces trailer trailers tractor seal seals appointment appointments warehouse warehouses dispatcher dispatchers manager managers boss supervisor supervisors agent agents rep reps voicemail portal website site link inbox folder packet paperwork lumper liftgate pallet layover tonu retailer retailers distributor distributors vendor-compliance compliance chargeback chargebacks deduction deductions backup back-up documentation evidence file files cash collections collection payables receivables ap ar statement statements settlement settlements factoring factor lender bank attorney lawyer court legal insurer adjuster adjusters underwriter inspection inspector store stores plant plants yard yards hub terminal terminals branch route stop stops leg destination origin delivery deliveries consignees receivers signer name names sure absolutely course show shows showing setting set-up new-hire details info voice call calls phone conversation sales rep management leadership ops operations purchasing procurement planner buyer buyers merchandise goods product products inventory material materials item items bol bols waybill manifest manifests weighbill reweighs tare gross net pounds lbs kilos dims dimensions few several couple handful',
    'embarque embarques guia carga cargas flete fletes bodega almacen chofer remision acuse siguientes quittierten quittierte quittierter unterschriebenen unterschriebene unterschriebener ziehen unterlagen lieferscheine fracht frachtbrief frachtbriefe ladung ladungen lager fahrer ci-apres apres informations signe signee bordereau lettre voiture chargement chauffeur entrepot quai',
    'attach attaching upload uploading run running fetch inspected revised updated packet packets vorab einmal trying',
    'keep keeps accrual accruals books close-out closing complain complaint complaints dispatch freight-audit insurance insurer line-haul month-end quarter quarterly year-end vendor vendors broker brokers lane lanes shipper billing-department',
    'antemano reciban reciba poder facturar facturacion cobrar cobro contabilidad administracion transportista transporte mercancia bulto bultos palet palets albaran albaranes entregado entregada lunes martes miercoles jueves viernes enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre trafico',
    'facturer facturation comptabilite comptable expediteur destinataire colis palette palettes lundi mardi mercredi jeudi vendredi janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre litige litiges',
    'dienstag mittwoch donnerstag buchhaltung abrechnung abrechnen spedition frachtfuhrer palette paletten januar februar marz april juni juli august oktober dezember reklamation reklamationen lieferschein versand zum',
    'hola adjunto adjuntos ahora ano antes-de ayuda buen buenas buenos cliente clientes comprobante copia correo cosas cuanto datos desde dia dias documento documentos enviar envien envio envios equipo esta este estimado estimados factura facturas favor fecha gracias hacer hoy informacion llamada llego manana mes mismo momento muchas necesita necesitamos necesito nuestra nuestro nueva nuevo nuevos oficina pedido pedimos pedir podrian prueba reclamo recibida recibido registro saludo saludos semana solicitud solicitamos urgente tarde',
    'traitement traiter aujourd hui afin aide appel avons besoin bonjour bureau cela celle ceci client clients comme copie cordialement commande concernant demande demandes document dossier depot equipe envoyer envoi facture faire fournir jour jours livraison matin merci mois nos notre nouvelle nouveau numero obtenir pourriez pouvez preuve recu reception recuperer semaine suite suivant suivante svp traiter transporteur trouver urgent urgente vos votre avance remercie remercions',
    'abend ablieferbeleg alles anbei anfrage angehangt auftrag bedanke benotigen benotige beleg belege besten betrifft brauchen brauche buro daten dringend eil empfanger erhalten firma folgende folgenden frage fragen freitag gern gerne gruss hallo heute hilfe kollegen kunde kunden lieferung liebe mail mittag montag neue neuen neuer nachweis rechnung sendung sendungen sehr tag team telefon unseren unserem unserer vielen voraus vorgang vormittag woche zusenden zugeschickt',
    'proves proving proceed spec specs came comes beschaffen zahlt sonst pd nd rd plait approaching nearing lost loses misplaced u grab grabbing balance balances inv wt wts lb cnee cnees shpr shprs cust custs acct accts pmt pymt pmts docs dr drs ref refs qty amt frt dlv dlvry sig sigs ctn ctns plt plts pcs ty thnx thnks pls plz plse cx clear clean cleanly intact crushed broken torn wet visible visibility concealed noted notation notations exception exceptions table tables row rows column columns taking submitting adding doing based dark blurry blurred faded illegible legible readable clearer arrived arrives arriving aging overdue outstanding against pertaining relating related sec secs guidance attention priority status-wise sheet spreadsheet remittance remit advice register ledger batch queue visit dated signing signoff-sheet printed print printout scan scans photo photos picture pictures image images screenshot screenshots pdf page pages',
    "terminal-copy finance treasury controller cfo analyst coordinator specialist clerk assistant intern colleague colleagues coworker partner partners customer's client's shipper's consignee's receiver's carrier's vendor's driver's company's wholesale wholesaler supermarket grocery pharmacy hospital school university factory mill farm port airport rail railroad ocean parcel courier truckload ltl ftl volume partial intermodal drayage chassis container containers reefer flatbed van box boxes carton bag bags drum drums roll rolls bundle bundles unit units lot sku label labels packaging wrap strap stack stacked dented bent leaking spoiled frozen temperature missing-piece discrepancy discrepancies variance variances overcharge overcharges surcharge fuel rate rates rating tariff quote contract pricing discount linehaul minimum reclass nmfc density dimensional classification inspector weigh weighed weighing scales certificate certificates ticketed heavier lighter higher lower larger smaller longer wider bigger actual correctly properly accordingly",
    'reliable helpful quickly promptly immediately shortly recently currently officially formally possibly simply clearly directly personally internally apparently obviously unfortunately basically especially particularly usually normally typically eventually impatient upset angry frustrated unhappy worried concerned busy swamped slammed new newer old big huge small large whole full entire certain particular specific general special normal regular standard main major minor external internal local regional national early tight short-staffed',
    "deductions deduct deducted withheld withholding refuses refusing refused disagrees disagree insist insists insisting alleges alleging alleged contends states stating reports reporting reported mentions mentioned complains complained escalated escalating escalation pushing chasing hounding nagging pressing demanding demands inquired inquiring enquiring enquiry wondering wonders funding fund funds fundable cash-flow payable payables receivable dispute-desk portal's clock committee board panel council court hearing trial mediator arbitration deposition paralegal counsel agency broker's underwriters lender's",
    'quedo va pendiente informacion acuse guia embarcador chargeur repondre respondan responder responderlo descontaron observaciones firmado firmada firmados danada dano faltante faltantes disputar disputen disputa disputas presenten presentar atender atiendan revisar favor urge urgente urgen requiere requieren requerimos remitir remitan compartir compartan pago pagos menos corto parcial tarifa peso clase bascula entregas soporte soportes respaldo respaldos evidencia auditoria auditores cobranza cartera area gerente jefe companero buzon mensaje tal estimada apreciados guias bultos caja cajas tarima tarimas almacenes corregir corrijan corregida equipo',
    'poids facture classe corriger corrigez repondez joindre joignez deposer deposez contester contestez litige ouvert ouverte reclamation reclamations dossiers pieces justificative emarge emargement recepisse bordereaux cmr voudriez souhaitons souhaite necessaire elements exploitation agence camion chargeur chargeurs enlevement avarie avaries manquant manquants retard tarif frais service amabilite urgence transmettre transmets transmettez recevoir recepisses signature envoyez',
    'zustellung ablieferungsnachweis besorgen besorgt schicken zusenden unterschrift gewicht klasse korrigieren einreichen beantworten widerspruch schaden schaden fehlmenge kunden absender zustellbeleg zustellnachweis belegs dringende kurze kurzer schnell schnellstmoglich baldmoglichst gutschrift prufung prufer wirtschaftsprufer',
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
  /^(?:and |y |et |und )?(?:have (?:a|an) |thank|thx|grateful|much appreciated|congrat|sorry|apologies|(?:you (?:are|guys are|all are)|you're|y'all are) (?:the best|great|awesome|amazing|lifesavers?|a lifesaver|the greatest)|you (?:guys |all )?rock|enjoy|happy |merry |stay |take care|hope |(?:i|we) hope |wish(?:ing)? you|all the best|look(?:ing)? forward|greetings from|espero que (?:este|estes|esten|todo|te|se)|que (?:teng|est|pas)\w+|feliz|felices|(?:j'|nous )esper|espero |esperamos |je vous souhaite|bonne |bon |joyeu\w+|bien a vous|ich hoffe|wir hoffen|fur ruckfragen|bei (?:ruck)?fragen|schone[sn]? |frohe |gute[sn]? |ich wunsche|wir wunschen)/;

/** Somebody gave in, or thought again: nothing is left to ask for, whatever else the sentence says. */
const gaveUp =
  /\b(?:(?:got|has|had|have|received|found) (?:what|all|everything|enough)|withdr\w+|retract\w*|relent\w*|cave[sd]?|caving|conced\w*|waiv\w+|agree[sd]?|accept(?:s|ed)|settl\w+|resol[uv]\w*|solved|forg[eo]t\w*|gave (?:in|up)|gives? (?:in|up)|back(?:s|ed) (?:out|down|off)|chang(?:e|ed|es|ing) (?:of|my|our|his|her|their|its|your) (?:mind|heart|plan|story|tune)\w*|reconsider\w*|moot|void\w*|assum\w+|suppos\w+|provided|granted|would have|could have|should have|had (?:he|she|they|we|i|you)|desist\w*|renonc\w*|verzicht\w*|zuruck\w+|suponiendo|supposant|oubli\w*|olvid\w*|vergess\w*|vergiss)\b/;
/** Doubts that are none in what is told of others above the request: what they never saw, and the day when they came. */
const told =
  /^(?:never|jamais|nunca|nie|without|sin|sans|ohne|until|till|both|(?:on|from|after) \w+day|wart\w*|attend\w*|esper\w*)$/;

/** What others do not do is why somebody asks, unless it is about the request. */
const refused = /^(?:do not|don't|dont|cannot|can't)$/;
const ofThis = /\b(?:it|this|that|these|those|them|one)\b/;

/** Whether a doubt is in words about others, above the request. */
export function isToldOfOthers(line: string, doubt: string): boolean {
  const parts = partsOf(line).filter((part) => folded(part).includes(doubt));
  return (
    parts.length > 0 &&
    parts.every((part) => {
      const plain = bared(part);
      if (doubt === '?' || wishes.test(plain)) return !pointsIn(part);
      if (refused.test(doubt))
        return isOfOthers(part, plain) && !needless.test(plain) && !ofThis.test(plain) && !gaveUp.test(plain);
      return told.test(doubt) && isOfOthers(part, plain) && !gaveUp.test(plain);
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
  const judged = withoutPolite(foldedLine);
  let before = false;
  for (const part of partsOf(line)) {
    const isOthers: boolean =
      isOfOthers(part, bared(part)) ||
      (before && /^(?:and|but|though|y|et|und|pero|mais|aber) (?!please|bitte|por favor|i |we )/.test(folded(part)));
    const strange = strangeIn(part, judged, isAbove, isOthers);
    if (strange !== undefined) return strange;
    before = isOthers && !/[.!?]$/.test(part);
  }
  return undefined;
}

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

const finds = /(?:hope|espero|espere|hoffe)\b.{0,40}\b(?:finds? you|(?:le|les|te) encuentr\w+|vous trouve\w*|erreicht)/;

const partsOf = (line: string): string[] =>
  line.split(/(?<=[.!?;:])\s+|\s[-–—]\s|,\s+(?!\p{L}+[,.]?$)|\s(?=(?:and|but|so|because|y|et|und|porque|denn)\s)/u);
const bared = (part: string): string =>
  folded(part).replace(/^(?:and|so|because|as|since|but|y|et|und|porque|car|denn|weil|fyi|yes)[\s,]+/, '');
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
  /^(?:(?:please|pls|plz|kindly|just|team|all|folks|guys|hi|hello|hey|we|i|you|u)[ ,]+)*(?:needs?|needed|needing|request|requesting|looking for|pull|get|send|grab|provide|obtain|find|retrieve|forward|fetch|file|dispute|contest|challenge|submit|attach|upload|answer|respond|reply|correct|fix|rerate|re-rate|rebill|process|handle|run|enter|key|expedite|advise|assist|help|share|e-?mail|supply|furnish|take care of|make sure|see|refer to|update|add|proceed|favor de|por favor|les? pido|(?:me|nos) urge|necesit\w+|solicit\w+|pido|pedimos|merci de|veuillez|bitte|(?:wir|ich) (?:brauche|benotige)n?|(?:nous|j)'?\s?(?:avons|ai) besoin)(?![a-z-])/;
const ordersElse =
  /\b(?:rid|down|taken|gone|past|undone|nothing|nobody|anybody|everything|elsewhere|yourself|yourselves|apolog\w+|refund\w*|why|status|updates? (?:me|us|on)|else|opposite|request|ticket|way|lie|go|going|stay|sit|rest|attention to|priority|queue|list|inbox|line|solicitud|lista|demande|anfrage)\b|\b(?:remove|delete|drop|skip|kill|void|reverse|recall|reject|accept|close|end|leave|forget|shelve|park|freeze|delay|put|change|swap|replace|amend|quit|withdraw|cancel|zuruck\w*|storn\w*)/;
/** "Send it to Karen": somebody has to see it. */
const toSomebody =
  /\b(?:send|forward|e-?mail|give|pass|hand|submit|run|get|show)\b.*\b(?:to|by|past|with) \p{Lu}\p{Ll}/u;
/** "Tell Karen to do this". */
const bySomebody =
  /^(?:(?:and|[Pp]lease|[Pp]ls|[Kk]indly|[Cc]an you|[Cc]ould you) )*(?:[Tt]ell|[Aa]sk|[Rr]emind|[Hh]ave|[Ll]et|[Ii]nstruct|[Gg]et) \p{Lu}\p{Ll}+ (?:to|know|do|handle|run|file|send|answer|look|check|take)\b/u;
/** "They do not need it": a reason that is none. */
const needless =
  /(?:\b(?:no|not|no longer|never|nothing|stopp?ed|stops|without|withdr\w+|dropp?\w*|ya no|plus|nicht(?: mehr)?|kein\w*)|n't|n'\w+)\b.{0,25}\b(?:needs?|wants?|requires?|requir\w+|ask\w*|request\w*|disput\w*|claim\w*|complain\w*|push\w*|necesit\w*|quier\w*|pide\w*|besoin|veut|veulent|brauch\w*|verlang\w*)\b/;

/** What somebody saw at the freight itself. */
const sawFor =
  /\bconfirm\w* (?:that )?(?:no|not|there was)\b|^(?:the |an? |our )?(?:inspection|inspector|reweigh|scale)\b/;

/** Whether a part may have any words: an order for the work, or what somebody else wants it for. */
function isFree(part: string, plain: string, isOthers: boolean): boolean {
  if (needless.test(plain) || gaveUp.test(plain)) return false;
  const order = orders.exec(plain)?.[0];
  if (order !== undefined) return !ordersElse.test(plain.slice(order.length)) && !toSomebody.test(part);
  return isOthers && (reasons.test(plain) || (!pointsIn(part) && sawFor.test(plain)));
}

function strangeIn(part: string, judged: string, isAbove: boolean, isOthers: boolean): string | undefined {
  const plain = bared(part);
  const free = isFree(part, plain, isOthers);
  const first = free ? (orders.exec(plain)?.[0] ?? '').trim().split(/[ ,]+/) : [];
  const words = wordsOf(part)
    .filter((word) => judged.includes(word.plain) && !first.includes(word.plain))
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
  const settled = points && !isNegated ? ended.exec(ordered.replace(unsettled, ''))?.[0] : undefined;
  const thanked = isAbove ? thanksForIt.exec(plain)?.[0] : undefined;
  if (thanked !== undefined) return thanked;
  const condition = (isAbove ? unneeded.exec(plain)?.[0] : undefined) ?? whenever.exec(plain)?.[0];
  if (condition !== undefined) return condition;
  const another = (orders.test(plain) ? toSomebody.exec(part) : null) ?? bySomebody.exec(part);
  if (another !== null) return another[0];
  const ends = gaveUp.exec(plain)?.[0] ?? (settled !== undefined && judged.includes(settled) ? settled : undefined);
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
      (reasons.test(said) || isNegated ? undefined : supplied.exec(said)?.[0])
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
  const isReason = reasons.test(said) || isNegated;
  if (isReason) return (isOthers && !aboutMoney.test(plain) ? unknown : (unknown ?? thing))?.text;
  const isAsked = /^(?:please|pls|kindly|bitte|merci de|por favor|veuillez)\b/.test(plain);
  return (
    (unknown ?? (isAsked ? undefined : thing))?.text ??
    supplied.exec(said)?.[0] ??
    (isOthers ? content.exec(said)?.[0] : undefined)
  );
}

const unneeded =
  /(?:\bnot|n't|\bno longer|\bnever) (?:really |actually |even |going to |gonna )?(?:needs?|wants?|requires?|need|want|require|ask(?:ed|ing)? for)\b/;
/** What has to come before. */
const whenever =
  /^(?:when|once|after|as soon as|provided|assuming|cuando|una vez|quand|lorsque|sobald|nachdem) (?!you\b|possible|ready|done|complete|convenient|il vous|puedan?\b|puedas\b|tengan?\b)(?:\S+ ){1,}/;
/** Above a request, thanks for work are for work that was done. */
const thanksForIt =
  /^(?:many |great |perfect |ok |okay )?(?:thanks|thank you|thx)\b(?!.*\badvance\b).{0,15} for (?:(?!helping|looking|assisting|your)\w+ing|the (?:pod|copy|quick|fast|prompt|update))\b/;

const unsettled =
  /\bcame back (?:heavier|lighter|higher|lower|different|short|at|with|as)\b|\bpag\w+ (?:de )?menos\b|\b(?:merci de|veuillez|por favor|favor de) (?:nous |me )?(?:re)?(?:cuperer|cuperar|trouver|obtenir|obtener|encontrar)\b|\buntil .{0,40}(?:shows?|turns?|comes?) up\b|\b(?:short|under|over|partly|partially|un)[- ]?pa(?:id|ys?|ying)\b|\b(?:de|sans|pour|to|sin|zu) (?:payer|pay|pagar|bezahlen)\b|^(?:please|pls|kindly) (?:take care of|sort out|look into)\b|^(?:please |pls |kindly )?(?:send|e?mail|forward|get|give|return) (?:me|us|them|him|her) (?:back )?(?:(?:a|an|the|your|our) )?(?:revised|corrected|adjusted|updated|replacement|reissued)\b/g;
/** "Target won't pay us". */
const asking = /^[\w'&.-]+ (?:won't|wont|will not|refuses|disputes|needs|wants|insists|keeps|still)\b/;
/** What a correction asks for. */
const corrects =
  /^(?:please|kindly) correct (?:the|this|our) (?:\w+ )?(?:bill|invoice|weight|class|charges?)(?: as follows| below)?[.:]?$/;
/** What makes somebody ask: a sentence above a request that says none of it may say that it is settled. */
const reasons =
  /\b(?:swears?|swore|flagged|flags|kicked|understated|overstated|misdeclared|shorted|caught|used the|declared|undeclared|opened an? (?:investigation|case|inquiry|ticket)|lost|misplaced|(?:filed|opened|submitted|presented|issued|sent us) (?:us )?(?:an?|another) (?:\w+ ){0,2}(?:claims?|disputes?|complaint|chargeback|deduction|inquiry)|presento (?:un|una) \w+|ouvert une? \w+|needs?|needed|wants?|wanted|ask(?:s|ed|ing)?|requests?|request(?:ed|ing)|requir(?:es?|ed|ing)|demand\w*|wait(?:s|ed|ing)|chas(?:es?|ed|ing)|looking for|missing|lacks?|claim(?:s|ed|ing)|disput(?:es?|ed|ing)|short|over-?charg\w+|over-?bill\w+|bill(?:s|ed|ing)|charg(?:es?|ed|ing)|refus\w+|den(?:y|ies|ied|ying)|reject\w*|question\w*|challeng\w+|insist\w*|like to|ha(?:s|ve) to|to (?:pull|get|request|dispute|file|submit|send|process|work|answer|be)|due|expect\w*|audit\w*|invoic(?:es?|ed|ing)|complain\w*|push\w*|screaming|hound\w*|ow(?:es?|ing)|calls|calling|phoning|emailing|relanc\w*|reclame|deduct\w*|withh\w+|necesit\w+|quier\w+|pid(?:e|en|io|ieron)|solicit\w+|reclam\w+|exig\w+|falta\w*|cobr\w+|besoin|voudr\w+|veut|veulent|souhait\w*|manqu\w*|contest\w*|brauch\w*|benotig\w*|verlang\w*|mocht\w*|wollen|wartet|fehl\w*|reklamier\w*|bestreit\w*|frag(?:t|te|en)|forder\w*|bitte[nt])\b/;
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
  const words = plain.match(/\p{L}[\p{L}'-]*/gu) ?? [];
  const readable = words.filter((word) => known.has(word)).length;
  const unreadable = words.filter((word) => foreign.has(word)).length;
  if (unreadable > 0 && unreadable >= readable) return true;
  // Names and titles are no sentences: those have words that begin small.
  const small = (line.match(/(?:^|[\s(,])\p{Ll}[\p{L}'-]+/gu) ?? []).length;
  const isSentence = small >= 3 || (small >= 1 && /[.!]$/.test(plain) && words.length >= 2);
  return isSentence && readable === 0;
}
