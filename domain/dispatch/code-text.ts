/** Values of a task's input as people read them: codes of the trade with what they stand for, changes as fields. */
import codes from './codes.json' with { type: 'json' };
import { dollars, readPlainAmount } from './money.ts';
import type { TaskParams } from './task-schemas.ts';

/** @param name of the member or the playbook's input, such as `reason_code` or `add_accessorials` */
export function codeText(name: string, value: string): string {
  if (/accessorials?$/.test(name))
    return value
      .split(/\s*[,|]\s*/)
      .map(accessorialText)
      .join('; ');
  if (name === 'amount') return amountText(value);
  return name.startsWith('reason') ? reasonCodeText(value) : value;
}

/** An amount of an input or an order, such as `482.77`, with its currency; other text as it is. */
function amountText(value: string): string {
  const amount = readPlainAmount(value);
  return amount === undefined ? value : dollars(amount);
}

/** A value of the table before and after, whose first column says what it is (`Accessorials`, `Reason`). */
export function shownValueText(what: string, value: string): string {
  return codeText(what.toLowerCase(), value);
}

/** A task's input as names and values; the changes of a correction are fields like the others. */
export function paramTexts(params: TaskParams): readonly (readonly [string, string])[] {
  const { changes = {}, ...rest } = params;
  return [...Object.entries(rest), ...Object.entries(changes)].map(([name, value]) => [name, valueOfText(name, value)]);
}

function valueOfText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => codeText(name, String(one))).join('; ');
  return codeText(name, typeof value === 'string' ? value : JSON.stringify(value));
}

// Codes of the trade with what they stand for: reasons of corrections and disputes, and extra services of a carrier.

const words: Readonly<Record<string, string>> = { ...codes.corrections, ...codes.disputes };

/** Such as `WC, weight`; a code that nobody knows as it is. */
export function reasonCodeText(code: string): string {
  const name = Object.hasOwn(words, code) ? words[code] : undefined;
  return name === undefined ? code : `${code}, ${name}`;
}

export const reasonCodes: readonly string[] = Object.keys(words);

/** `WC - Weight` and `accessorial (ACC)`: a code beside nothing but what it stands for; undefined for any other text. */
export function reasonOf(text: string): string | undefined {
  const parts = text.match(/[A-Za-z]+/g) ?? [];
  const found = [...new Set(parts.filter((part) => part === part.toUpperCase() && Object.hasOwn(words, part)))];
  const [code] = found;
  if (code === undefined || found.length > 1 || parts.length > 8 || /\d|[!?]/.test(text)) return undefined;
  const meant = new Set([...words[code]!.split(' '), ...codes.besideReasons]);
  const others = parts.filter((part) => part !== code).map((part) => part.toLowerCase());
  return others.every((part) => meant.has(part) || meant.has(part.replace(/s$/, ''))) ? code : undefined;
}

/** Codes of X12 1602 and of the trade; the names that forms print for them are in lower case without punctuation. */
const services: Readonly<Record<string, { readonly is: string; readonly printed: readonly string[] }>> =
  codes.accessorials;

/** A code with what it stands for, such as `LFT, liftgate`; a code that nobody knows as it is. */
function accessorialText(code: string): string {
  const name = Object.hasOwn(services, code) ? services[code]?.is : undefined;
  return name === undefined ? code : `${code}, ${name}`;
}

const codeOfName = new Map(
  Object.entries(services).flatMap(([code, { printed }]) => printed.map((name) => [name, code])),
);

/** The code of a service by its printed name or by the code itself; undefined for a name nobody knows. */
export function accessorialCode(printed: string): string | undefined {
  const plain = (printed.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ');
  const code = plain.toUpperCase();
  return Object.hasOwn(services, code) ? code : codeOfName.get(plain);
}
