/** Whose signature a label on a form asks for. In the languages of receipts that cross borders: EN, ES, FR, DE, PT, NL, IT. */

/**
 * `bare`: whose it is, is said elsewhere on the form; `unknown`: of somebody who is named, and may or may not have received
 * the freight ("Warehouse signature").
 */
export type SigningParty = 'receiver' | 'other' | 'bare' | 'unknown';

const sign =
  /\b(?:sign(?:ature|ed)?|sig\b\.?|e-?sign(?:ature|ed)?|firma(?:do)?|assinatura|assinado|unterschrift|unterzeichnet|handtekening|getekend)(?![\p{L}])/iu;
const receiver =
  /(?<!\p{L})(?:consignee|receiver|recipient|customer|(?:person|party) receiving|consignatario|destinat[aá]rio|recibe|recibido|recebedor|recebido|consignataire|destinataire|client|cliente|r[eé]ceptionnaire|re[cç]u|(?:waren)?empf[aä]nger|kunde|kunden|ontvanger|klant|ricevente)(?!\p{L})|(?:goods|freight|shipment) received|received by/iu;
const other =
  /(?<!\p{L})(?:shipper|consignor|driver|carrier|dispatcher|witness|broker|notary|loader|conductor|chofer|transportista|remitente|exp[eé]diteur|chauffeur|transporteur|fahrer|frachtf[uü]hrer|spediteur|absender|bestuurder|vervoerder|afzender|motorista|transportador|remetente|mittente|autista|vettore)(?!\p{L})/iu;
/** Words beside "signature" that name nobody. */
const nobody =
  /^(?:sign(?:ature|ed)?|sig|here|by|x|per|please|required|of|the|and|date|time|name|e|electronic|digital|in ink|ink|below|above|full|legal|firma|firmado|por|assinatura|unterschrift|handtekening|fecha|datum|par|le|la|signe?|captured?|image|proof|delivery|pod|received|receipt|line|this|space|or|accepted)$/i;
const anybodys =
  /^(?:x|by|per|(?:goods |freight |shipment )?received by|accepted by|delivered to|re[cç]u par|recibido por|recib[ií]|recebido por|empfangen(?: von)?|erhalten|ontvangen door)\s*[:.]?$/i;
/** A label has few words; what has more is a sentence of the terms. */
const mostWords = 12;

export function signingParty(text: string): SigningParty | undefined {
  if (text.length > 120 || anybodys.test(text)) return text.length > 120 ? undefined : 'bare';
  if (!sign.test(text) || text.split(/\s+/).length > mostWords) return undefined;
  if (/\bprint/i.test(text) && !/\bsign(?:ature|ed)?\b/i.test(text)) return undefined;
  if (receiver.test(text)) return 'receiver';
  if (other.test(text) || /\bsignature of (?:the )?agent|\bagent(?:['’]?s)? signature/i.test(text)) return 'other';
  const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '');
  // "Authorized signature" is of an agent of whoever.
  if (/\bauthori[sz]ed\b|\bagent\b/i.test(text)) return 'unknown';
  return words.every((word) => nobody.test(word)) ? 'bare' : 'unknown';
}

/** Names one of the two sides, as a heading or in a sentence. */
export const namesReceiver = (text: string): boolean =>
  receiver.test(text) || /\b(?:received|receipt|delivery)\b/i.test(text);
export const namesOther = (text: string): boolean => other.test(text) || /\bagent\b/i.test(text);

/** Where somebody states that there is none, or why. */
export const statesAbsence =
  /\b(?:not (?:captured|required|available|obtained|collected|signed)|no signature|unsigned|pending|waived|refused|on file|contactless|unattended|left at|driver release)\b/i;
