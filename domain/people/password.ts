/** What a password must be (NIST SP 800-63B): long, not a known one, not the person's own name; no rules of composition. */

export const passwordLength = { min: 12, max: 200 };

/** Long enough for the rule and among the first that anybody tries. */
const knownPasswords = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '0123456789012',
  '111111111111',
  'abcdefghijkl',
  'administrator',
  'changemeplease',
  'correcthorsebatterystaple',
  'iloveyouforever',
  'lanekeeper123',
  'letmeinplease',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopas',
  'qwertyuiop[]',
  'welcome12345',
  'welcome123456',
]);

export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** The form in which a password is hashed, so that the same characters typed on two devices are the same. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

/** @returns what is wrong, as a sentence; null: nothing */
export function passwordFinding(password: string, owner: PasswordOwner): string | null {
  const normal = normalPassword(password);
  const characters = Array.from(normal);
  if (characters.length < passwordLength.min) return `A password has at least ${passwordLength.min} characters.`;
  if (characters.length > passwordLength.max) return `A password has at most ${passwordLength.max} characters.`;
  const folded = normal.toLowerCase();
  if (new Set(characters).size < 5) return 'This password repeats too few characters.';
  if (knownPasswords.has(folded.replace(/[\s!.]+$/, '')))
    return 'This password is one of the first that anybody tries.';
  const own = [owner.email.toLowerCase(), owner.name.toLowerCase(), owner.email.toLowerCase().split('@')[0] ?? ''];
  if (own.some((text) => text.length >= 4 && folded.replace(text, '').length < 6))
    return 'This password is made of your own name or address.';
  return null;
}
