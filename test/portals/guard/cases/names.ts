/** Each of the eight actions under each of the disguises that its name can wear on a page. */
import { actionLabels } from '../../../../domain/dispatch/guard/task-gate.ts';
import { portalActions } from '../../../../domain/dispatch/task.ts';
import type { GuardCase } from '../guard-case.ts';
import { onClick, open, pressAny, reading, shown } from './building-blocks.ts';

const cyrillic: Record<string, string> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ', x: 'х', y: 'у' };
const greek: Record<string, string> = { o: 'ο', v: 'ν', i: 'ι', a: 'α', u: 'υ' };
const each = (label: string, change: (letter: string) => string): string => Array.from(label, change).join('');
const swapped = (label: string, table: Record<string, string>): string =>
  each(label.toLowerCase(), (letter) => table[letter] ?? letter);
const fullWidth = (label: string): string =>
  each(label, (letter) =>
    /[!-~]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter,
  );
const button = (inside: string, attributes = ''): string => `<button type=button ${attributes}>${inside}</button>`;
const snake = (label: string): string => label.toLowerCase().replaceAll(/[\s-]/g, '_');

interface Disguise {
  readonly how: string;
  /** Other characters in the same place: the page is read alike, and test/domain/dispatch/guard/names.test.ts judges each. */
  readonly isSpelling?: boolean;
  readonly control: (label: string) => string;
  readonly rule?: RegExp;
}

const disguises: readonly Disguise[] = [
  { how: 'as it is', control: (label) => button(label) },
  { how: 'in capitals', isSpelling: true, control: (label) => button(label.toUpperCase()) },
  {
    how: 'with letters spaced out',
    isSpelling: true,
    control: (label) =>
      button(
        label
          .split(' ')
          .map((w) => Array.from(w).join(' '))
          .join('   '),
      ),
  },
  { how: 'with hard spaces', control: (label) => button(label.replaceAll(' ', '&nbsp;')) },
  {
    how: 'with zero-width spaces',
    isSpelling: true,
    control: (label) => button(each(label, (letter) => `${letter}&#x200b;`)),
  },
  { how: 'with soft hyphens', control: (label) => button(each(label, (letter) => `${letter}&shy;`)) },
  { how: 'with Cyrillic look-alikes', control: (label) => button(swapped(label, cyrillic)) },
  { how: 'with Greek look-alikes', isSpelling: true, control: (label) => button(swapped(label, greek)) },
  { how: 'in full width', isSpelling: true, control: (label) => button(fullWidth(label)) },
  {
    how: 'turned by a right-to-left override',
    control: (label) => button(`&#x202e;${Array.from(label).reverse().join('')}`),
    rule: /^(element\.turned_text|never_click\.\w+)$/,
  },
  { how: 'split by spans', control: (label) => button(each(label, (letter) => `<span>${letter}</span>`)) },
  { how: 'over line breaks', control: (label) => button(label.replaceAll(' ', '<br>')) },
  { how: 'only in a title', control: (label) => button('Continue', `title="${label}"`) },
  { how: 'only in an aria-label', control: (label) => button('<i>★</i>', `aria-label="${label}"`) },
  {
    how: 'only in the text of a picture',
    control: (label) => button(`<img src="/static/i.png" alt="${label}" width=20 height=20>`),
  },
  {
    how: 'only in the title of a drawing',
    control: (label) =>
      button(`<svg width=20 height=20 role=img><title>${label}</title><rect width=20 height=20 /></svg>`),
  },
  {
    how: 'only in what a style sheet adds',
    control: (label) => `<style>button::before { content: "${label}" }</style>${button('')}`,
  },
  { how: "as an icon font's word", control: (label) => button(`<i class=icons>${snake(label)}</i>`) },
];

/** A reading of a declared page stands for the act: only the control's name says what the click would do. */
export const nameCases: readonly GuardCase[] = portalActions.flatMap((action, a) =>
  disguises.map(({ how, control, rule, isSpelling }, d) =>
    reading('names', {
      name: `"${actionLabels[action]}" ${how}`,
      start: onClick('await fetch("/next")', control(actionLabels[action])),
      steps: [open, pressAny, shown],
      rule: rule ?? /^never_click\./,
      forbidden: /\/next/,
      // Every test run has every action, and every place that a name can have, at least once.
      benchOnly: isSpelling === true || (a + d) % portalActions.length !== 0,
    }),
  ),
);
