import assert from 'node:assert/strict';
import { actingTime } from '../../../domain/lanes/operator-events.ts';

const wednesday = Date.UTC(2026, 0, 7, 12);
const day = 86_400_000;

describe('the time of an act in the console', () => {
  it('is now, as long as now lies in the open week', () => {
    assert.equal(actingTime(wednesday + day, wednesday, 'UTC'), wednesday + day);
    assert.equal(actingTime(Date.UTC(2026, 0, 12) - 1, wednesday, 'UTC'), Date.UTC(2026, 0, 12) - 1);
  });

  it('is the data clock where now would close a week, or lies behind', () => {
    assert.equal(actingTime(Date.UTC(2026, 0, 12), wednesday, 'UTC'), wednesday);
    assert.equal(actingTime(Date.UTC(2026, 10, 21), wednesday, 'UTC'), wednesday);
    assert.equal(actingTime(wednesday - day, wednesday, 'UTC'), wednesday);
  });

  it('knows the week of the workspace’s time zone', () => {
    const sundayNight = Date.UTC(2026, 0, 11, 23, 30);
    assert.equal(actingTime(sundayNight, wednesday, 'UTC'), sundayNight);
    assert.equal(actingTime(sundayNight, wednesday, 'Europe/Berlin'), wednesday);
  });
});
