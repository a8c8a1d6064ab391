import assert from 'node:assert/strict';
import { openOriginSlots } from '../../../activities/delivery/origin-slots.ts';
import type { OriginSlots, Slot } from '../../../activities/delivery/origin-slots.ts';

const origin = 'https://receiver.example';
const second = 1_000;
const minute = 60 * second;

describe('the slots of an origin', () => {
  let clock: number;
  let slots: OriginSlots;
  beforeEach(() => {
    clock = 0;
    slots = openOriginSlots(8, () => clock);
  });
  const slot = (of = origin): Slot => {
    const taken = slots.take(of);
    assert.ok('giveBack' in taken, 'there is no slot');
    return taken;
  };
  const refused = (): number => {
    const taken = slots.take(origin);
    assert.ok('slotInMs' in taken, 'there is a slot');
    return taken.slotInMs;
  };

  it('are as many as it may have, and those of others are their own', () => {
    const taken = Array.from({ length: 8 }, () => slot());
    refused();
    slot('https://other.example');
    slot('https://receiver.example:8443');
    taken[3]?.giveBack();
    slot();
    refused();
  });

  it('are told to come free one after the other, and never later than the origin has been full', () => {
    const taken = Array.from({ length: 8 }, () => slot());
    assert.equal(refused(), 0);
    for (let n = 0; n < 10; n += 1) refused();
    clock = 8 * second;
    assert.equal(refused(), 4 * second, 'eleven before it, of whom a slot every second has taken eight');
    assert.equal(refused(), 5 * second);
    for (let n = 0; n < 10; n += 1) refused();
    assert.equal(refused(), 8 * second, 'the origin is full for eight seconds');
    for (const one of taken) one.giveBack();
    slot();
  });

  interface Hung {
    readonly asked: number;
    readonly longest: number;
    readonly sent: number;
    /** In flight at the end. */
    readonly held: readonly Slot[];
  }
  /** Deliveries come to an origin whose attempts all hang for 15 s; who is refused comes back when told, at least 1 s later. */
  const hang = (perSecond: number, lasts: number): Hung => {
    const due: number[] = Array.from({ length: (perSecond * lasts) / second }, (_, n) => (n * second) / perSecond);
    let [asked, longest, sent] = [0, 0, 0];
    const held: { readonly until: number; readonly slot: Slot }[] = [];
    for (due.sort((a, b) => a - b); due.length > 0;) {
      const at = due.shift() as number;
      if (at > lasts) break;
      clock = at;
      while (held[0] !== undefined && held[0].until <= at) held.shift()?.slot.giveBack();
      asked += 1;
      const taken = slots.take(origin);
      if ('giveBack' in taken) {
        sent += 1;
        held.push({ until: at + 15 * second, slot: taken });
        continue;
      }
      longest = Math.max(longest, taken.slotInMs);
      const back = at + Math.max(second, taken.slotInMs);
      const place = due.findIndex((other) => other > back);
      due.splice(place === -1 ? due.length : place, 0, back);
    }
    return { asked, longest, sent, held: held.map(({ slot }) => slot) };
  };

  it('are asked for not much more often than deliveries come, however long the origin hangs', () => {
    const lasts = 10 * minute;
    const { asked, longest, sent } = hang(20, lasts);
    const came = (20 * lasts) / second;
    assert.ok(asked < 3 * came, `${asked} asked of ${came} that came`);
    assert.ok(longest <= lasts);
    // 8 slots of 15 s each: nearly all of what is possible was sent.
    assert.ok(sent > 0.9 * ((8 * lasts) / (15 * second)), `${sent} were sent`);
  });

  it('are soon told to be near once the origin answers fast again', () => {
    const { held } = hang(20, 5 * minute);
    assert.equal(held.length, 8);
    assert.ok(refused() > 4 * minute);
    for (const one of held) one.giveBack();
    for (let n = 0; n < 40; n += 1) {
      const one = slot();
      clock += 20;
      one.giveBack();
    }
    for (let n = 0; n < 8; n += 1) slot();
    assert.ok(refused() < 30 * second);
  });
});
