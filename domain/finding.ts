/** What is wrong with something that was sent: the member, and a sentence about it. */
export interface Finding {
  /** Such as `params.pro` or `tasks[3]`; empty where it is about the whole. */
  readonly path: string;
  readonly sentence: string;
}

export function sentencesIn(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ sentence }) => sentence);
}

/** A finding about the whole of what was sent. */
export function findingOfWhole(sentence: string): Finding {
  return { path: '', sentence };
}
