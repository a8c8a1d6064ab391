/** The words that delivery receipts print, in the languages they come in, and those that a note about freight would have. */

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Whose value is a name, an address, a number or the name of goods: nothing is said there of how freight was received. */
const neutral = setOf(`
sku upc lot batch style model serial shipping kind marks signiert gezeichnet unterschrieben contenido collection consignment acct shipper shpr consignor cons consignee cnee receiver recipient customer carrier driver broker vendor supplier sender seller buyer bill ship shipped from to origin destination
deliver delivered delivery pickup by name names print printed typed address street city state zip phone tel email fax contact attn attention company firm account
description commodity article articles goods product products item items merchandise material freight cargo contents package packaging pieces pcs units qty quantity
signature sign signed signer signatory signee title position person agent clerk pod date time terminal route stop truck trailer tractor unit vehicle equipment load
pro bol reference ref order po invoice number seal container tracking waybill shipment warehouse store site location dock door facility department dept station depot hub
remitente destinatario consignatario transportista conductor chofer cliente nombre apellido apellidos direccion domicilio ciudad descripcion mercancia mercancias producto firma firmado recibido
recibe entregado fecha hora guia origen destino proveedor placa telefono empresa cargador albaran pedido expedidor matricula vehiculo operador bultos articulo
expediteur destinataire transporteur chauffeur conducteur client nom prenom adresse ville designation marchandise marchandises produit signataire livre recu livraison
enlevement commande vehicule societe telephone immatriculation quai donneur ordre lieu chargement dechargement
absender empfanger spediteur spedition frachtfuhrer fahrer kunde anschrift bezeichnung ware waren warenempfanger inhalt unterschrift unterzeichnet datum lieferschein auftrag kennzeichen
firma ort lieferadresse ladestelle entladestelle bestellung sendung empfangen abliefernachweis artikel druckbuchstaben
afzender ontvanger chauffeur naam handtekening adres omschrijving mittente destinatario ricevente nome cognome indirizzo merce vettore autista
remetente transportadora motorista recebedor assinatura endereco mercadoria assinado entregue recebido`);

/** Everything else that is printed: other fields, titles, units, terms. */
const printed = setOf(`
sold uom rl ea consignment collection collect network buena bueno bien condicion recibio hecho networks full acknowledgment freight signing
paket pakete zustand sendung annahme durch zustellbestatigung empfangsbestatigung nature sur verres faltantes shortages chat stop totes tote out written
performed acknowledged rev revision revised version edition dr form forms entered recorded approved approval reviewed provided assigned invoiced paid prepared released transferred routed submitted uploaded updated processed
dispatched dispatch dispatcher tracked prepared weighed measured estimated declared value values insured insurance cod currency usd cad mxn eur gbp dollars total balance subtotal discount minimum per cwt fuel surcharge
barcode scan scans qr link map pin sequence seq trip leg run manifest log logged event events history milestone milestones activity location coordinates accuracy distance miles mileage km speed duration dwell detention
layover lumper pallet exchange exchanged chep ibc gaylord container chassis axle power straight tandem trailer sealed seals plate license permit vin unit tractor bobtail team solo
shift crew helper helpers associate associates manager supervisor owner operator tenant resident homeowner attendant guard security front desk receptionist reception office lobby mailroom dockmaster employee staff member badge initials initial
role relationship self witness notary public behalf
department division branch region regional zone district county parish province state country nation plaza park center centre mall market square tower unit apt apartment lot bay gate door yard lane ramp level suite
north south east west upper lower new old saint san santa los las el la de port fort mount lake river valley hills
email e-mail mobile cell fax ext extension extn contact website url portal online app application mobile device android iphone ios
morning afternoon evening noon midnight weekday weekend holiday hours open-close earliest latest early window slot between
nmfta nmfc sic pro-number scac mc fmcsa dot un ghs sds msds packing group proper name hazard haz emergency response chemtrec erg placard placards
net gross tare density stackable palletized loose unitized nested
client clients party parties third-party forwarder forwarding agent agents agency broker brokerage brokered consolidator consolidated distribution distributor distributors warehouse warehousing fulfillment
supply chain solutions services systems group holdings partners associates brothers sons international national global worldwide american united general universal express direct
instructions guidelines policy policies rules rule regulations regulation section sections article clause paragraph schedule item items circular rates published applicable application applied apply applies
effective expires valid issued governed governing law laws code codes federal state interstate surface transportation board carmack amendment convention
bond bonded customs clearance entry import export port vessel voyage container booking
herewith hereinafter thereto forth set including included includes include inclusive exclusive exclusively
able about according account accordance accurate accurately actual added additional address adequate advance advised after against agreement aid along also always among amount annual answer anyone anything appear appears
area around arrange arranged arrangement assist assistance attached attach authority available avoid aware basis become begin being belong below beneath benefit best better beyond both bring business button
cause caused cash center certain change check checked checklist choose circle city claimant clean click close closed collect combined complete completely comply compliance computer concerning condition confirmation connection consent
consider consist contain containing contains continue control copies correct correctly cost course cover covered create current currently data deemed default define defined delivery-related depending describe describing description despite detail
details determine directly directed discovered discovery display document documents documentation done duly duplicate easy effort either electronic eligible employee enclosed end ensure enter entire entity equal equipment especially establish established
evidence exact exactly example exceed execute executed exist existing explain express extent facilities fact fill filled final first folder following format forward free full fully further future general give given goods govern guarantee
guide handle handled help held her herself high him himself his holder home household however identification identified identify identity image immediate immediately implied importance important include indicate indicated indication individual inform
information initial input inquire inquiries install installed installation instance instruct insert intact intended interest internal into introduce invalid involve involved itself just keep kind know known label labels labeled language last lawful leading least legend let
letter letters liable lien limit limited limitation limitations limits line list listing local long made main make manner mark maximum mean means medium meet member mention message method might minimum minutes minute model modify money more most move
must my myself name names nature necessary need needed network new normal normally notice notices notify notified obtain obtained occur occurred offer offered office official once online only opening operation option optional oral order ordinary organization
original other otherwise ours own owned owner packed page paid paper paperwork pay payable payment payments perform performance period permit permitted person personal personally persons physical please policy portion possession possible post posted present presented
press print prior private procedure procedures proceed process processing product program promptly proof proper properly protect protection prove provide provider provision provisions public purchase purpose purposes pursuant put quality quick rate read reason reasonable
reasonably receive receives receiving recent record recorded records refer reference regard regarding register registered regular related release relevant relief rely remit render rendered repair replace reply represent representative representatives request requests
require requires required reserve reserved resolve respect respective responsible result results retain retained reverse review right rights risk route safe safely safety sale same sample satisfaction satisfactory satisfied save scheduled screen seal search second section secure
secured security select selected sell separate serve set settlement shipper-owned shipping shown signature-on-file similar simple single site size small sole solely source special specific specifically specified specify standard standards start statement statements
stop store submit such sufficient suit suite supplied support sure system table take taken tax team tell tendered text thank their them themselves then thereafter therefore they thing third time title today together toll total touch trace trade transit transport
true trust type types typed understand understands understood undersigned uniform upon use used user uses using usual valid valuation value various verify verified verification via view vehicle void waive waived waiver warranty warranties warranted week
weekly well whatever when whenever where whereas whether which while whole whom whose will within work working world would write writing written wrote year years yes yet yourself
prestado prestados servicios realizado realizados clausula clausulas transportado contrato ley general condiciones aviso pagina hoja copias folio serie rfc regimen fiscal uso cfdi calle colonia municipio cp edificio planta
effectuees effectue prestations conditions generales contrat loi article code pages feuillet exemplaire destine agence tel siret capital rcs immatricule numero edition bureau etage batiment
ausgefuhrt ausgefuhrte leistungen bedingungen allgemeine vertrag gesetz blatt ausfertigung exemplar niederlassung handelsregister steuernummer geschaftsfuhrer bank iban bic telefon mobil
collected correction mfg intact rue avenue allee chemin place calle avenida carretera strasse weg platz siegel receptionnaire recepteur electronicamente digitalmente electroniquement numeriquement apellidos a an the cl tick check appropriate applicable as of and or for at de la le les l el los las un una une du des d der die das den dem von vom zu zur im am y e et und en per via with as this that these those all any each other such above below
herein hereby hereof hereunder thereof which who whom whose it its your you we our us their his be been is are
no nos nr num nbr number numbers id code key type class nmfc nmf hm haz hazmat hazardous un na pg rq sub item line page pages sheet copy original duplicate customer file office
receipt receipts proof confirmation acknowledgement acknowledgment acknowledge acknowledges note ticket slip form document record report manifest list summary certificate ebol epod straight lading
short negotiable not uniform domestic bill memo load tender interchange consignment packing freight ltl truckload tl ftl parcel express
pcs pc piece pieces ctn ctns carton cartons box boxes bx bxs case cases cs skid skids skd pallet pallets plt plts plate drum drums roll rolls bag bags bundle bundles bdl crate crates keg kegs
bale bales pail pails tote totes hu hus handling units unit each ea pkg pkgs package packages pack packs lb lbs kg kgs kilo pound pounds ton tons cube cu ft in inches cm mm m l gal liter volume dims
dimensions length width height weight wt gross net tare total totals subtotal sum
am pm est cst mst pst edt cdt mdt pdt utc gmt cet mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december
date dated dates time times day days hour hours yyyy mm dd hh arrival arrived arrive departure departed depart in out start end begin completed complete window appointment appt scheduled actual eta etd
issued created generated printed electronically electronic digitally digital system powered app version photo captured glass device gps latitude longitude lat lon
shipped received rec recd rcvd ordered delivered expected scanned counted count loaded unloaded billed tendered picked verified accepted attempt signed
prepaid collect third party cod charges charge rate rates amount due fee fees accessorial accessorials service services special instructions instruction liftgate lift gate inside residential limited access
appointment notify notification call before after ahead required requested requirements standard guaranteed priority expedited economy level mode terms conditions condition
good order apparent clear exceptions exception noted note notes remarks remark comments comment osd os signature by here x print please clearly legibly block letters full legal first last capital
undersigned certify certifies certified confirm confirms confirmed agree agrees agreed accept accepts acceptance acknowledging signing authorized authorised representative agent behalf
property described above-described consigned destined marked mark listed received subject tariff tariffs classification contract contracts agreed writing between individually determined
effect issue claims claim must filed within against liability liable loss damage damages carrier shipper responsible responsibility unless otherwise except stated provided pursuant law act god
nature reported reporting report concealed delay inherent vice shall may will can if when upon until under over than more less five fifteen nine months business calendar
status ok yes n y none nil proof type customer room choice removed delivered assembly white glove threshold curb curbside curbside company co inc llc ltd corp gmbh sa sas sarl sl srl bv nv spa ag kg
po box suite ste st street ave avenue rd road blvd ln lane dr drive hwy highway pkwy way ct court pl place sq north south east west n s e w floor building bldg usa us canada mexico
website web www com net http https mc dot scac usdot tax vat cif nif siret rfc ust idnr hrb tva rcs
temp temperature setpoint set point reefer dry van flatbed
thank thanks business questions visit service customers hotline toll free track
comprobante entrega recibo carta porte conocimiento remision nota prueba constancia acuse albaran transporte transportes logistica
bultos bulto peso cajas caja piezas pieza tarimas tarima palets palet paquetes cantidad unidades unidad total volumen kilos estado mercancia mercancias conforme observaciones novedades incidencias reservas sello
sellos cargo numero expedicion envio salida llegada carga descarga servicio documento original copia recepcion apellido dni nif cif hora lugar tipo codigo recibi conformidad
se ha han por con del al su sus lo que quien para el presente declara
bon lettre voiture recepisse preuve bordereau emargement document copie exemplaire colis palettes palette poids brut nombre quantite volume total reserves remarques observations cachet date heure
arrivee depart reference transport transports numero type unite unites kilos livree par sur au aux ci dessus page recepteur signe signee reception expedition le
frachtbrief frachtnachweis lieferschein ablieferbeleg ablieferung zustellung zustellnachweis nachweis quittung beleg packstucke packstuck stuck colli kolli kartons karton paletten palette gewicht brutto netto anzahl menge
einheit art uhrzeit zeit stempel name vorname nachname des der am um uhr nummer referenz seite kopie bemerkungen vorbehalte bemerkung vorbehalt erhalten geliefert zugestellt elektronisch digital
logistik transporte gmbh str strasse tel fax lkw anhanger plombe position pos gesamt
aflevering levering vrachtbrief ontvangen opmerkingen gewicht aantal datum tijd documento trasporto consegna colli peso data ora osservazioni riserve comprovante recebimento volumes hora data observacoes`);

/** Beginnings of words that a note about freight may have; what is longer begins so, what ends in "." is whole. */
const troubled = setOf(`
crook* kink* wobbl* scorch* burn burns burned burnt singed sticky slimy fray* pinch* flatten* squeez* chew* nibbl* gnaw* discolor* faded yellowed misshap* bulg* blown delamin* separated detached unglued unreadable illegible obscur*
swap* substitut* unlabel* peel peeled peeling stripped jammed faulty flaw* blemish* sour stale rancid wilt* wither* bruis* overripe droppings urine cobweb* rain rained raining snow icy dusty dirtied messy mess ugly ruin* destroy* wreck* trash*
tinkl* clank* jingl* busted squeal* wasted useless unusable unaccept* gone absent lighter heavier taller shorter smaller bigger fewer unlike odd strange suspicious suspect possibl* likely maybe
fend* fele felee ebrech* ecaill* fissur* tordu* courb* gondol* entam* eventr* dechirure* coupe coupee pourri* colle collee bosse* bossel* casser
eingeriss* aufgeriss* abgeriss* angeriss* aufgebroch* angebroch* verzogen verform* vergilb* klebrig verfault faul gequetscht gestaucht umgekippt gekippt gestossen angestossen feuchtigkeit wasserschaden fleck flecken fleckig abgebroch* zerbroch*
torcid* dobl* rayad* manch* vaci* suelt* revent* astill* agriet* griet* picad* podrid* hinchad* chorre* escurr* rasguñ* rasgun* pendiente pendientes revisar revisado empacad* maltrat* abollad*
macchi* graffi* schiacci* manchad* arranhad* amolgad* deuk* vlek* vochtig gekreukt
damag* dmg* dam short* shrt* shtg missing missed missent lack lacks lacking lost lose loose loss losses over overage* overs os extra* excess* surplus* wrong* mixed misship* mislab* mismatch* differ* discrep*
varianc* incorrect* error* mistak* crush* torn tear tears tore rip rips ripped ripping wet wetness damp* moist* water* soak* soggy leak* seep* drip* stain stains stained soil soiled dirt dirty mud muddy oily greas*
spill* dent dents dented bent bend bow bowed bowing warp* twist* buckl* break breaks breakage broken broke busted bust burst* pop popped popping snap snapped crack* shatter* chip chips chipped scratch* scuff* scrape*
gouge* punctur* pierc* hole holes stab* fork forks forklift* split* cut cuts slash* open opened opens unseal* tamper* pilfer* stolen stole steal* theft empty emptied collaps* crumpl* cave caved squash* smash* squish* mush*
mangl* fold folded lean leans leaning tip tips tipped tipping tilt* topple* fell fall fallen fell dropped drops shift shifted shifting slid slipped sag sagging sags rattl* sound sounds noise* rewrap* wrap wrapped wrapping wraps unwrap*
repack* retape* tape taped taping restack* rework* strap straps strapped strapping band bands banded banding shrink* stretch* rust* corro* mold moldy mould* rot rots rotten rotting spoil* melt* thaw* froze frozen
freez* warm hot heat temp temps temperature temperatures smell* odor* odour* stink* contam* infest* insect* bug bugs mice rodent* pest pests expire* expiry expiration refus* reject* return* decline* turned
denied deny dispute* protest* hold holds held holding quarant* qa inspect* recount* uncheck* unverif* unknown uncertain* question questionable issues problem* bad badly poor* fair worse worst rough* abus* neglig* mishandl* improper*
unsafe* unsecur* unstable upside inverted sideways weak shock tiltwatch shockwatch tripped salvage* trouble* concern* complain* unhappy not no never only without but however although except unless nothing none neither
nor cannot cant wouldn wouldnt didn didnt doesn doesnt isn isnt wasn wasnt hasn haven couldn couldnt less fewer remain* rest balance still later follow* next tomorrow pending partial* backorder* back kept keep keeps
sent send left leave leaves behind another half some few several was were had has have did does got get came come comes went goes go going found find finds look looks looked seem seems appears appear
says said say saw see waited wait waiting because since during on off through thru into onto under top tops bottom bottoms side sides corner corners edge edges middle layer layers tier tiers row rows around near apart down away
against underneath visible hand hands counting one two three four five six seven eight nine ten eleven twelve dozen
falta* falto faltan* danad* danos dano averi* rota roto rotas rotos mojad* humed* abiert* rechaz* golpe* raspa* quebr* perdid* incomplet* defect* malo mala mal malas derram* aplast* sucio sucia oxid* vencid* caduc* menos solo sin
pero salvo excepto llego llegaron llega tiene tenia viene vino vinieron esta estan estaba era hay ningun nada nunca otra otro otras otros deform* devol* devuel* sobra* sobrante* hundid* desgarr* reserva* salvedad* avari* anomal*
uno dos tres cuatro cinco seis siete ocho nueve diez
manque* manquant* casse cassee cassees casses abim* endommag* dechir* mouill* humid* ecras* perfore perforee perfores perforees perforat* fuite* fuit ouvert* perdu* defaut* mauvais* raye rayee rayes froiss* tombe* plie pliee sali salie souill* rouill* perime* decongel* sauf
sans mais seul seule seulement pas ne aucun aucune rien jamais autre autres ete etait etaient sont ont avait voir enfonc* tache* gratt* reserve* deux trois quatre cinq sept huit neuf dix
beschad* fehl* nass feucht* zerdruck* gerissen zerriss* riss risse sprung gesprung* gebroch* bruch defekt* kaputt* offen geoffnet undicht* auslauf* ausgelauf* eingedruck* delle dellen kratz* zerkratz* verschmutz* schmutz* verweigert*
abgelehnt* zuruck* verlor* unvollstand* falsch* mangel mangelhaft mangel verbeult* verbog* schimmel* rostig verdorb* aufgetaut nicht kein keine keinen ohne aber nur jedoch ausser nichts war waren ist sind hat haben wurde
wurden kam kamen ein eine einer auf unter siehe teilweise andere anderer zwei drei vier funf sechs sieben acht neun zehn schaden vorbehalt* bemangel* reklam*
schade beschadig* ontbre* gescheurd nat kapot geweigerd gebroken lek ingedeukt niet geen maar danneg* mancan* bagnat* rotto rotta rotti rifiut* ammacc* aperto aperta strapp* non senza danific* quebrad* molhad* recusad* rasgad* amassad*
faltando nao sem mas avariad*`);

const stems = new Map<string, string[]>();
for (const word of troubled)
  if (word.endsWith('*')) stems.set(word.slice(0, 3), [...(stems.get(word.slice(0, 3)) ?? []), word.slice(0, -1)]);

/** Without accents, in small letters. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

/** "Cartons" is printed as "carton" is. */
const isIn = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(word.replace(/s$/, ''));

export const isNeutral = (word: string): boolean => isIn(neutral, word.toLowerCase());
export const isPrinted = (word: string): boolean =>
  isIn(neutral, word.toLowerCase()) || isIn(printed, word.toLowerCase()) || /\d/.test(word) || word.length === 1;
export const isTroubled = (word: string): boolean => {
  const small = word.toLowerCase();
  return troubled.has(small) || (stems.get(small.slice(0, 3)) ?? []).some((stem) => small.startsWith(stem));
};
