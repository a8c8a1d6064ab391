/** How a text begins and ends where it is shown. */

/** Text that begins a sentence, a heading or a label. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A part of a sentence, such as a refusal, as one of its own. */
export function asSentence(part: string): string {
  return `${capitalised(part)}${['.', '!', '?'].some((end) => part.endsWith(end)) ? '' : '.'}`;
}

/** A sentence that is continued. */
export function withoutStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
}
