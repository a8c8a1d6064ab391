/** The time that an event gets when somebody acts in the console: such an act is never the one that closes a week. */
import { weekOf } from './week.ts';

/**
 * Now, where that lies in the open week of the workspace; otherwise its data clock, whose week is open. A history that
 * was imported, or a simulation, may lie far from the wall clock, and a click must not carry it there.
 * @param now epoch ms by the wall clock
 * @param dataClock epoch ms
 */
export function actingTime(now: number, dataClock: number, timeZone: string): number {
  const open = weekOf(dataClock, timeZone);
  return dataClock <= now && now < open.end ? now : dataClock;
}
