/** Looks at how large a JSON value is before a schema is tried on it: every error of it is an object of ours (D60). */

interface SizeLimits {
  /** What the value is called, such as "event". */
  readonly whole: string;
  /** Objects, lists, texts and numbers in it, however deep. */
  readonly values: number;
  /** Characters that the longest text may have by the schema. */
  readonly text: number;
  /** Characters that the longest name of a member may have. */
  readonly name: number;
}

/** Texts up to this many times their limit are left to the schema, which has the better sentence. */
const leftToSchema = 10;

/** @returns how many values there are, or what is wrong as a sentence */
export function sizeOf(value: unknown, limits: SizeLimits): number | { readonly finding: string } {
  const { whole } = limits;
  const longestText = limits.text * leftToSchema;
  const longestName = limits.name * leftToSchema;
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0) {
    const one = open.pop();
    count += 1;
    if (typeof one === 'string') {
      if (one.length > longestText)
        return { finding: `${whole} must have texts of at most ${inWords(limits.text)} characters` };
    } else if (Array.isArray(one)) {
      if (count + open.length + one.length > limits.values) return tooMany(limits);
      for (const element of one) open.push(element);
    } else if (typeof one === 'object' && one !== null) {
      const names = Object.keys(one);
      if (count + open.length + names.length > limits.values) return tooMany(limits);
      for (const name of names) {
        if (name.length > longestName)
          return { finding: `${whole} must have names of at most ${inWords(limits.name)} characters` };
        open.push((one as Record<string, unknown>)[name]);
      }
    }
  }
  return count;
}

const tooMany = ({ whole, values }: SizeLimits): { readonly finding: string } => ({
  finding: `${whole} must have at most ${inWords(values)} values`,
});
const inWords = (count: number): string => count.toLocaleString('en-US');
