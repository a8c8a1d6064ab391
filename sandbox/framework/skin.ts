/** Skins: the same pages in other words. A page asks for a label by its classic text. */

export interface Skin {
  readonly name: 'classic' | 'v2';
  /** The text a person sees for a classic label, column or button. */
  readonly label: (classic: string) => string;
}

export const classicSkin: Skin = { name: 'classic', label: (classic) => classic };

/** Words of the frame that every portal has; an application adds its own. */
const frameWords: Readonly<Record<string, string>> = {
  'User name': 'LOGIN ID',
  Password: 'PASSCODE',
  'Sign in': 'LOG ON',
  'Sign out': 'Log off',
  'Signed in as': 'USER:',
  Continue: 'Proceed',
  'Authentication code': 'TOKEN',
  Verify: 'CONFIRM TOKEN',
};

/**
 * The redesigned portal: renamed where there is a word for it, else shouted in capitals.
 * @param words classic label to new label, of one application
 */
export function v2Skin(words: Readonly<Record<string, string>>): Skin {
  const all = { ...frameWords, ...words };
  return { name: 'v2', label: (classic) => all[classic] ?? classic.toUpperCase() };
}
