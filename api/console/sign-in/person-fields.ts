/** What the address and the name of a person must be. */

export function emailFinding(email: string): string | null {
  return email.length <= 254 && /^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]{1,189}$/u.test(email)
    ? null
    : 'Enter an e-mail address such as name@example.com.';
}

export function nameFinding(name: string): string | null {
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,100}$/u.test(name) ? null : 'Enter a name of 1 to 100 characters.';
}
