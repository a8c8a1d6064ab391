/** Ticks of an axis of weeks: whole weeks only, as few as can be read. */
import { weekName } from '../../../../domain/lanes/sentences.ts';
import { weekOf } from '../../../../domain/lanes/week.ts';

export interface WeekTick {
  /** Epoch ms. */
  readonly at: number;
  readonly text: string;
}

const steps = [1, 2, 4, 8, 13, 26, 52] as const;
const most = 7;

/**
 * The beginnings of weeks between two times, every n-th of them, so that there are at most seven. The first one and the
 * first of a year tell the year.
 */
export function weekTicks(from: number, to: number, timeZone: string): WeekTick[] {
  const weeks: { at: number; number: number }[] = [];
  const first = weekOf(from, timeZone);
  let week = first.start >= from ? first : weekOf(first.end, timeZone);
  while (week.start <= to && weeks.length < 600) {
    weeks.push({ at: week.start, number: week.number });
    week = weekOf(week.end, timeZone);
  }
  const every = steps.find((step) => Math.ceil(weeks.length / step) <= most) ?? Math.ceil(weeks.length / most);
  const shown = weeks.filter((_, place) => place % every === 0);
  return shown.map(({ at, number }, place) => {
    const before = shown[place - 1];
    const [year, name] = weekName(number).split('-');
    const isNewYear = before !== undefined && Math.floor(before.number / 100) !== Math.floor(number / 100);
    return { at, text: place === 0 || isNewYear ? `${name} ’${year?.slice(2)}` : (name ?? '') };
  });
}
