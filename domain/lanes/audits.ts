/** The audits of a step in Auto: how many items a person audits, and the reproducible picks of which; also the blind sample in Assist. */

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

/** The share of items that a person audits in Auto, fixed at each close for the week that follows. */
interface AuditRules {
  readonly start: number;
  readonly start_weeks: number;
  readonly middle: number;
  readonly middle_until_week: number;
  readonly floor: number;
  readonly min_per_week: number;
}

/**
 * The rate for the next week: a step function of the time in Auto, raised so far that last week's volume would give
 * `min_per_week` audits, and never above 1. Everything is audited when last week had no items, since nobody knows how
 * many will come.
 * @param weeksInAuto weeks closed since the step entered Auto; 0 at the close that promoted it
 * @param lastWeekItems items with an effective action in the week just closed
 * @param moneyFloor the least rate of a step that moves money; 0 for any other
 */
export function auditRate(rules: AuditRules, weeksInAuto: number, lastWeekItems: number, moneyFloor: number): number {
  if (lastWeekItems <= 0) return 1;
  return Math.min(1, Math.max(scheduledRate(rules, weeksInAuto), moneyFloor, rules.min_per_week / lastWeekItems));
}

function scheduledRate(rules: AuditRules, weeksInAuto: number): number {
  if (weeksInAuto < rules.start_weeks) return rules.start;
  return weeksInAuto < rules.middle_until_week ? rules.middle : rules.floor;
}
