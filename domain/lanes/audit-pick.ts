/** The reproducible picks: which items a person audits in Auto, and which form the blind sample in Assist. */
const offset = 0x811c9dc5;
const prime = 0x01000193;
const replacement = 0xfffd;

/**
 * FNV-1a, 32 bits, over the UTF-8 bytes of `text`, without any normalising; a lone surrogate counts as U+FFFD, as in
 * every UTF-8 encoder of the web platform.
 */
export function fnv1a(text: string): number {
  let h = offset;
  for (let at = 0; at < text.length; at++) {
    let point = text.charCodeAt(at);
    if (point < 0x80) {
      // Math.imul: the plain product goes beyond 2^53 and loses its low bits.
      h = Math.imul(h ^ point, prime);
      continue;
    }
    if (point >= 0xd800 && point <= 0xdfff) {
      const next = text.charCodeAt(at + 1);
      const pair = point <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
      point = pair ? 0x10000 + ((point - 0xd800) << 10) + (next - 0xdc00) : replacement;
      if (pair) at++;
    }
    if (point < 0x800) h = Math.imul(h ^ (0xc0 | (point >> 6)), prime);
    else {
      if (point < 0x10000) h = Math.imul(h ^ (0xe0 | (point >> 12)), prime);
      else {
        h = Math.imul(h ^ (0xf0 | (point >> 18)), prime);
        h = Math.imul(h ^ (0x80 | ((point >> 12) & 0x3f)), prime);
      }
      h = Math.imul(h ^ (0x80 | ((point >> 6) & 0x3f)), prime);
    }
    h = Math.imul(h ^ (0x80 | (point & 0x3f)), prime);
  }
  return h >>> 0;
}

/**
 * FNV-1a followed by the finaliser of MurmurHash3 (fmix32), as an unsigned whole number below 2^32. The finaliser is
 * what makes picks of consecutive ids independent: without it some blocks of 200 items hold no audit and some 69.
 */
export function fnv32(text: string): number {
  let h = fnv1a(text);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

/** Names the hash and the text that is hashed; it goes up when either is changed. */
export const pickRevision = 1;

/** The item's place in [0, 1): it is audited when this is below the audit rate, so a lower rate picks a subset. */
export function auditPick(seed: string, queue: string, step: string, item: string): number {
  return fnv32(`${seed}|${queue}|${step}|${item}`) / 4_294_967_296;
}

/** The same for the blind sample. Its own seed: one hash for two choices would tie them together. */
export function blindPick(seed: string, queue: string, step: string, item: string): number {
  return auditPick(`${seed}/blind`, queue, step, item);
}
