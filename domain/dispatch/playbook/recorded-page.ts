/**
 * Pages as a rehearsal saw them, without anything of a record or a login: of what a page shows, only texts that are the
 * playbook's own are kept, in the playbook's templates. What fields held is never read.
 */
import { normaliseName } from '../guard/normalise.ts';
import type { PageFacts } from '../guard/response-gate.ts';
import type { SeenControl } from './changed-control.ts';
import type { Playbook } from './language.ts';
import type { Phase } from './needed-facts.ts';
import { type Values, fillTemplate } from './template.ts';
import type { TaskType } from '../task.ts';

export interface RecordedPage extends Omit<PageFacts, 'url'> {
  /** Its id in the playbook. */
  readonly page: string;
  readonly controls: readonly SeenControl[];
}

/** The pages of one recipe, in the order in which it reached them; one more after each step that changed something. */
export interface RecordedRecipe {
  readonly taskType: TaskType;
  readonly phase: Phase;
  /** Names of the inputs that had a text. */
  readonly given: readonly string[];
  readonly pages: readonly RecordedPage[];
}

/** Shorter texts are in too many others to be looked for inside of them. */
const leastInside = 4;

/** What a playbook itself says of pages: texts to be kept, each with what it looks like on this run's pages. */
interface Vocabulary {
  /** @returns the playbook's own text; undefined where it has none such */
  keep(text: string): string | undefined;
}

/** @param values of the run, those of the account included */
export function vocabularyOf(
  { pages, login, unavailable, interstitials, capabilities }: Playbook,
  values: Values,
): Vocabulary {
  const templates = new Set(textsIn([pages, login, unavailable, interstitials, capabilities]));
  const whole = new Map<string, string>();
  const inside: (readonly [string, string])[] = [];
  for (const template of templates) {
    const shown = normaliseName(fillTemplate(template, values) ?? template).text;
    if (shown === '') continue;
    if (!whole.has(shown)) whole.set(shown, template);
    if (shown.length >= leastInside) inside.push([shown, template]);
  }
  inside.sort(([a], [b]) => b.length - a.length);
  return {
    keep(text) {
      const shown = normaliseName(text).text;
      return whole.get(shown) ?? inside.find(([part]) => shown.includes(part))?.[1];
    },
  };
}

/** Every text of a part of a playbook; columns and fields of tables are the names of members. */
function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => [
    ...(name === 'columns' || name === 'fields' ? namesIn(value) : []),
    ...textsIn(value),
  ]);
}

function namesIn(part: unknown): string[] {
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.keys(part) : [];
}

export function recordedPage(
  page: string,
  facts: PageFacts,
  controls: readonly SeenControl[],
  vocabulary: Vocabulary,
): RecordedPage {
  const kept = (texts: readonly string[]): string[] => [
    ...new Set(texts.flatMap((text) => vocabulary.keep(text) ?? [])),
  ];
  const seen = controls.flatMap(({ role, name, placeholder, section, row }): SeenControl[] => {
    const own = vocabulary.keep(name);
    const hint = placeholder === undefined ? undefined : vocabulary.keep(placeholder);
    if (own === undefined && hint === undefined) return [];
    return [
      {
        role,
        name: own ?? '',
        ...(hint === undefined ? {} : { placeholder: hint }),
        section: section === null ? null : (vocabulary.keep(section) ?? ''),
        row: row === null ? null : kept(row),
      },
    ];
  });
  return {
    page,
    title: vocabulary.keep(facts.title) ?? '',
    headings: kept(facts.headings),
    labels: kept(facts.labels),
    buttons: kept(facts.buttons),
    columns: kept(facts.columns),
    controls: seen.filter((one, n) => seen.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === n),
  };
}

/** A page that is as the one before it adds nothing. */
export function addPage(pages: RecordedPage[], page: RecordedPage): void {
  if (JSON.stringify(pages.at(-1)) !== JSON.stringify(page)) pages.push(page);
}
