/** PRO numbers of the sandbox carrier: ten digits as text, the last one a check digit. */

/**
 * The tenth digit of a PRO: odd positions (first, third, …) times three plus even positions, up to the next ten.
 * @param nine the first nine digits
 */
export function checkDigit(nine: string): string {
  const sum = Array.from(nine).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** A PRO of nine given digits. */
export function proOf(nine: string): string {
  return nine + checkDigit(nine);
}

export function isPro(text: string): boolean {
  return /^\d{10}$/.test(text) && checkDigit(text.slice(0, 9)) === text[9];
}
