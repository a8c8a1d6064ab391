/** What a password must be (NIST SP 800-63B): long, not a known one, not the person's own name; no rules of composition. */

export const passwordLength = { min: 12, max: 200 };

/** The most used passwords, in lower case. */
export type CommonPasswords = ReadonlySet<string>;

/** Long enough for the rule and tried early, but too long to be on a list of passwords that were used. */
const longOnes = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '0123456789012',
  'abcdefghijkl',
  'changemeplease',
  'correcthorsebatterystaple',
  'iloveyouforever',
  'lanekeeper',
  'letmeinplease',
]);
/** What is put behind a common password to make it longer: so many digits and signs, or one that is common itself. */
const suffixLength = 6;
const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** The form in which a password is hashed, so that the same characters typed on two devices are the same. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

/** @returns what is wrong, as a sentence; null: nothing */
export function passwordFinding(password: string, owner: PasswordOwner, common: CommonPasswords): string | null {
  const normal = normalPassword(password);
  const characters = Array.from(normal);
  if (characters.length < passwordLength.min) return `A password has at least ${passwordLength.min} characters.`;
  if (characters.length > passwordLength.max) return `A password has at most ${passwordLength.max} characters.`;
  const folded = normal.toLowerCase();
  if (new Set(characters).size < 5) return 'This password repeats too few characters.';
  if (isCommon(folded, common)) return 'This password is on the list of common passwords.';
  const own = [owner.email.toLowerCase(), owner.name.toLowerCase(), owner.email.toLowerCase().split('@')[0] ?? ''];
  if (own.some((text) => text.length >= 4 && folded.replace(text, '').length < 6))
    return 'This password is made of your own name or address.';
  return null;
}

/** Also with digits and signs behind it, with digits for letters, and twice in a row. */
function isCommon(folded: string, common: CommonPasswords): boolean {
  const listed = (text: string): boolean => text.length >= 4 && (common.has(text) || longOnes.has(text));
  const spelled = Array.from(folded, (character) => lookalikes[character] ?? character).join('');
  // Where the letters end is seen in the password as typed: spelled out, digits behind them would be letters.
  const letters = folded.replace(/[^\p{L}]+$/u, '').length;
  return [folded, spelled].some((text) => {
    const half = text.slice(0, text.length / 2);
    if (listed(text) || (listed(half) && half.repeat(2) === text)) return true;
    if (listed(text.slice(0, letters)) && listed(folded.slice(letters))) return true;
    const shortest = Math.max(letters, text.length - suffixLength);
    for (let end = text.length - 1; end >= shortest; end -= 1) if (listed(text.slice(0, end))) return true;
    return false;
  });
}
