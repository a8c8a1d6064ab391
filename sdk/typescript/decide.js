/** What the lanes API answers to a route question, from a step of the route table. The same function in both SDKs and the API. */

/** Of the hash below; a table of another one is not answered by. */
export const pickRevision = 1;

const utf8 = new TextEncoder();

/** FNV-1a, 32 bits, over the UTF-8 bytes, with the finaliser of MurmurHash3. */
export function fnv32(text) {
  let h = 0x811c9dc5;
  for (const byte of utf8.encode(text)) h = Math.imul(h ^ byte, 0x01000193);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

function pick(seed, { queue, step, item }) {
  return fnv32(`${seed}|${queue}|${step}|${item}`) / 4_294_967_296;
}

const decisionOfLane = { shadow: 'human_only', assist: 'propose', auto: 'act_alone' };

/**
 * @param entry the step of the table
 * @param seed `audit_seed` of the table
 */
export function decide(entry, seed, question) {
  const { lane, reason } = entry;
  const plain = { audit: false, audit_rate: 0 };
  if (lane === 'auto') {
    const novel = entry.novel === null ? [] : novelReasons(entry.novel, question.features ?? {});
    if (novel.length > 0) {
      const words = novel.map((one) => `${one.feature} ${novelText[one.reason]}`).join(', ');
      return {
        decision: 'propose',
        lane: 'assist',
        ...plain,
        reason: `A person confirms this item: ${words}. ${reason}`,
      };
    }
    const audit = pick(seed, question) < entry.audit_rate;
    return {
      decision: 'act_alone',
      lane,
      audit,
      audit_rate: entry.audit_rate,
      reason: audit ? `${reason} A person checks this item: it is in the audit sample.` : reason,
    };
  }
  if (lane === 'assist' && entry.blind_rate > 0 && pick(`${seed}/blind`, question) < entry.blind_rate)
    return {
      decision: 'human_only',
      lane: 'shadow',
      ...plain,
      reason: `A person does this item without seeing a proposal: it is in the blind sample. ${reason}`,
    };
  return { decision: decisionOfLane[lane], lane, ...plain, reason };
}

/** The answer where nothing is known for sure: nobody but a person acts. */
export function failClosed(why) {
  return { decision: 'human_only', lane: 'shadow', audit: false, audit_rate: 0, reason: why };
}

const novelText = {
  unseen: 'has a value never seen while the step earned Auto',
  rare: 'has a value hardly seen while the step earned Auto',
  out_of_range: 'lies outside the range seen while the step earned Auto',
  missing: 'is missing',
  other_type: 'is of another type than before',
};

function novelReasons({ min_seen: minSeen, features, seen }, given) {
  return Object.keys(features).flatMap((feature) => {
    const value = inputValue(Object.hasOwn(given, feature) ? given[feature] : undefined);
    const since = Object.hasOwn(seen, feature) ? seen[feature] : {};
    const reason = reasonOf(features[feature], since, value, minSeen);
    return reason === undefined ? [] : [{ feature, reason }];
  });
}

function reasonOf({ range, counts }, since, value, minSeen) {
  const number = value.startsWith('n:') ? Number(value.slice(2)) : undefined;
  if (range && number !== undefined && number >= range.min && number <= range.max) return undefined;
  const count = (from) => (Object.hasOwn(from, value) ? from[value] : 0);
  const sightings = count(counts) + count(since);
  if (sightings >= minSeen) return undefined;
  if (value === '-') return 'missing';
  if (range) return number === undefined ? 'other_type' : 'out_of_range';
  if (sightings > 0) return 'rare';
  return Object.keys(counts).some((known) => known.charAt(0) === value.charAt(0)) ? 'unseen' : 'other_type';
}

/** The form in which values of features are counted. */
function inputValue(value) {
  if (value === undefined || value === null) return '-';
  if (typeof value === 'string') return `t:${value.length <= 120 ? value : Array.from(value).slice(0, 120).join('')}`;
  if (typeof value === 'number') return `n:${Number(value.toPrecision(3))}`;
  return typeof value === 'boolean' ? `b:${value}` : '?';
}
