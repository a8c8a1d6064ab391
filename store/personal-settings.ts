/** How one person sees the console. */
import type { Queryable } from './database.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface PersonalSettings {
  /** An IANA name; null: the time zone of the browser. */
  readonly timeZone: string | null;
  /** Null: as the system has it. */
  readonly theme: Theme | null;
}

export async function savePersonalSettings(
  q: Queryable,
  personId: string,
  { timeZone, theme }: PersonalSettings,
): Promise<void> {
  await q.query('update people set time_zone = $2, theme = $3 where id = $1', [personId, timeZone, theme]);
}
