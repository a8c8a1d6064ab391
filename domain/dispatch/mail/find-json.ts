/** A task in JSON within a text, between a greeting and a signature. */

export type FoundJson = { readonly from: number; readonly to: number } & (
  | { readonly value: unknown }
  | { readonly finding: string }
);

/** From the line that begins with a brace to that where it is closed; null where no line does. */
export function findJson(lines: readonly string[], parseJson: (text: string) => unknown): FoundJson | null {
  const from = lines.findIndex((line) => line.trimStart().startsWith('{'));
  if (from === -1) return null;
  const to = closingLine(lines, from);
  const text = lines
    .slice(from, to + 1)
    .join('\n')
    .trim();
  try {
    return { from, to, value: parseJson(text) };
  } catch {
    return { from, to, finding: 'the text starts as JSON and is not JSON to its end' };
  }
}

function closingLine(lines: readonly string[], from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]!;
    for (let character = 0; character < line.length; character += 1) {
      const one = line[character];
      if (quoted) {
        if (one === '\\') character += 1;
        else if (one === '"') quoted = false;
      } else if (one === '"') quoted = true;
      else if (one === '{') depth += 1;
      else if (one === '}') depth -= 1;
    }
    if (depth <= 0 && !quoted) return at;
  }
  return lines.length - 1;
}
