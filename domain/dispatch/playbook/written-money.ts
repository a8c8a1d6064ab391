/** Amounts as a form writes them: the playbook shows how it writes -1234.56, such as `-1.234,56 €`, or `-$1,234` where it has no cents. */
import { patternIn, unaccented } from '../guard/words/vocabulary.ts';

interface WrittenForm {
  readonly sign: 'before' | 'after' | 'brackets';
  /** The mark between thousands; empty where there is none. */
  readonly group: string;
  /** Empty where the form has whole amounts. */
  readonly decimal: string;
  /** Currency and gaps. */
  readonly before: string;
  readonly after: string;
}

const gaps = /[\s\u00a0\u202f]+/gu;
const currency = String.raw`(?:(?:US)?\$|[€£¥]|CHF|EUR|USD|GBP|CAD|MXN)`;
const sample = new RegExp(
  String.raw`^(\()?(-)?(${currency} ?)?(-)?1([.,' ]?)234(?:([.,])56)?( ?${currency})?( ?-)?(\))?$`,
  'u',
);

/** @returns undefined for a text that does not show -1234.56 or -1234 with one sign and, for cents, a decimal mark of its own */
function formOf(shown: string): WrittenForm | undefined {
  const [, open, first, before = '', second, group = '', decimal = '', after = '', last, close] =
    sample.exec(folded(shown)) ?? [];
  const signs = [first ?? second, last, open].filter((sign) => sign !== undefined);
  if (signs.length !== 1 || (open === undefined) !== (close === undefined) || group === decimal) return undefined;
  const sign = open !== undefined ? 'brackets' : last !== undefined ? 'after' : 'before';
  return { sign, group, decimal, before: before.trim(), after: after.trim() };
}

/** Hard and narrow spaces are spaces, and another minus is a minus. */
function folded(text: string): string {
  return text
    .replace(gaps, ' ')
    .replace(/\u2212/g, '-')
    .trim();
}

const quoted = (mark: string): string => mark.replace(/[$.*+?^()|[\]\\]/g, '\\$&');

/** Whether a playbook can say so how a form writes amounts. */
export function isMoneySample(shown: string): boolean {
  return formOf(shown) !== undefined;
}

/**
 * A decimal text such as `-223.00` as the form takes it, without currency and marks between thousands: `-223,00`.
 * @returns undefined also for an amount with cents, where the form has none
 */
export function writeMoney(amount: string, shown: string): string | undefined {
  const form = formOf(shown);
  const [, minus, whole, fraction] = /^(-?)(\d{1,12})\.(\d{2})$/.exec(amount) ?? [];
  if (form === undefined || whole === undefined || fraction === undefined) return undefined;
  if (form.decimal === '' && fraction !== '00') return undefined;
  const figure = form.decimal === '' ? whole : `${whole}${form.decimal}${fraction}`;
  if (minus !== '-') return figure;
  return form.sign === 'before' ? `-${figure}` : form.sign === 'after' ? `${figure}-` : `(${figure})`;
}

/**
 * The cents of an amount that is written in this form; currency and marks between thousands may be left out, the decimal
 * mark may not. @returns undefined for anything else, such as another currency, or marks in other places
 */
export function readWrittenMoney(text: string, shown: string): number | undefined {
  const form = formOf(shown);
  if (form === undefined) return undefined;
  const optional = (mark: string): string => (mark === '' ? '' : `(?:${quoted(mark)} ?)?`);
  const grouped = form.group === '' ? '' : `|\\d{1,3}(?:${quoted(form.group)}\\d{3})+`;
  const [before, after] = [optional(form.before), form.after === '' ? '' : `(?: ?${quoted(form.after)})?`];
  const cents = form.decimal === '' ? '()' : `${quoted(form.decimal)}(\\d{2})`;
  const figure = `(\\d{1,12}${grouped})${cents}`;
  const minus = '(-?)';
  const whole = {
    before: `^()${minus} ?${before}${minus} ?${figure}${after}()()$`,
    after: `^()()${before}()${figure}${after} ?${minus}()$`,
    brackets: `^(\\(?)()${before}()${figure}${after}()(\\)?)$`,
  }[form.sign];
  const found = new RegExp(whole, 'u').exec(folded(text));
  if (found === null) return undefined;
  const [, open = '', first = '', second = '', figures = '', fraction = '', last = '', close = ''] = found;
  const signs = [first, second, last, open].filter((sign) => sign !== '').length;
  if (signs > 1 || (open === '') !== (close === '')) return undefined;
  const amount = Number(figures.replace(/\D/g, '')) * 100 + Number(fraction);
  return signs === 1 ? -amount : amount;
}

/**
 * A number and perhaps its unit, by the marks that amounts are written with: `1.234,5 lb` as `1234.5 lb`.
 * @returns undefined for another mark, or one in another place
 */
export function readWrittenNumber(text: string, shown: string): string | undefined {
  const form = formOf(shown);
  if (form === undefined) return undefined;
  const grouped = form.group === '' ? '' : `|\\d{1,3}(?:${quoted(form.group)}\\d{3})+`;
  const decimal = form.decimal === '' ? (form.group === '.' ? ',' : '.') : form.decimal;
  const shape = new RegExp(`^(\\d{1,9}${grouped})(?:${quoted(decimal)}(\\d{1,6}))?(?: ?([\\p{L}. ]{1,30}))?$`, 'u');
  const [, figures, fraction, unit] = shape.exec(folded(text)) ?? [];
  if (figures === undefined) return undefined;
  return `${figures.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}${unit === undefined ? '' : ` ${unit}`}`;
}

/**
 * A number as a portal writes it, such as `###-###### #` with a `#` for each letter or digit.
 * @param like the rest is written as it is; where it has more places than the number has signs, zeros lead, and where it
 * has fewer, leading zeros are left out
 * @returns undefined where the number does not fit; '' for an input that was not given
 */
export function writtenNumber(number: string, like: string): string | undefined {
  const signs = number.replace(/[^\p{L}\p{N}]/gu, '');
  if (signs === '') return '';
  const places = like.split('#').length - 1;
  const extra = signs.slice(0, Math.max(0, signs.length - places));
  if (!/^0*$/.test(extra) || (signs.length < places && !/^\d+$/.test(signs))) return undefined;
  const fitted = Array.from(signs.slice(extra.length).padStart(places, '0'));
  return like.replaceAll('#', () => fitted.shift() ?? '');
}

/** Signs and codes of money without cents, or with thousandths: no amount with two decimals is of it. */
const otherMinor = /(?<!\p{L})(?:JPY|KRW|VND|CLP|ISK|XAF|XOF|PYG|UGX|KWD|BHD|OMR|JOD|TND|IQD|LYD)(?!\p{L})|[₩₫￥]/u;
const money = String.raw`(?:USD|EUR|GBP|CAD|MXN|CHF|(?:US\s)?dollars?|euros?|dolares|pesos|[$€£])(?!\p{L})`;
const said = (name: 'multiples' | 'inMultiples' | 'alone'): string => `(?:${patternIn('numbers', name)})`;
/** Figures that stand for more. */
const multiple = new RegExp(
  [
    // "in thousands", "miles de USD"; miles and mil by themselves are lengths as well.
    String.raw`(?<!\p{L})(?:${said('inMultiples')}(?:(?=\s*[^\p{L}\s]|\s*$)|\s+${money})|(?:in|en)\s+[$€£]?\s?000s?)(?![\p{L}\p{N}])`,
    // Behind a field: "million USD", "thousand".
    String.raw`(?<!\p{L})${said('multiples')}\.?(?=\s*(?:(?:of|de)\s)?${money}|\s*[)\]]?\s*$)`,
    String.raw`(?<!\p{N}\s?)(?:[×*]|(?<!\p{L})x)\s?1(?:0{1,6}|0{0,2}(?:[.,]000){1,2})(?![\p{N}.,])|\([$€£]?\s?000s?\)|(?<!\p{N})000s(?!\p{L})|(?<!\p{L})(?:T(?:EUR|USD|€)|[km](?:EUR|USD|[$€£])|[$€£]\s?[kKM])(?![\p{L}\p{N}])`,
    String.raw`^(?:${said('alone')}|${said('inMultiples')} \p{L}+)$`,
  ].join('|'),
  'iu',
);
const currencies =
  /(?<!\p{L})(?:USD|EUR|GBP|CAD|MXN|CHF|AUD|NZD|CNY|INR|BRL|SEK|NOK|DKK|PLN|CZK|HUF|TRY|ZAR)(?!\p{L})|[€£₹]/gu;
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '₹': 'INR' };

/**
 * A unit that a text says and that is not the task's: thousands, money without cents, or another currency than that of the
 * playbook's limits, where it has any.
 */
export function otherUnitIn(text: string, ofLimits: readonly string[] = []): string | undefined {
  const found = otherMinor.exec(text)?.[0] ?? multiple.exec(unaccented(text))?.[0];
  if (found !== undefined && !ofLimits.includes(found)) return found.trim();
  if (ofLimits.length === 0) return undefined;
  const named = (text.match(currencies) ?? []).map((each) => signs[each] ?? each);
  // "USD/CAD" is a rate.
  return named.some((each) => ofLimits.includes(each)) ? undefined : named[0];
}
