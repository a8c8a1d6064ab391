/** What the page asked for and the gate has given it is waited for only as long as the page takes it. */
import { strict as assert } from 'node:assert';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { LagWatch } from '../../portals/own-lag.ts';
import { isComing, watchData } from '../../portals/request-facts.ts';

const noLag: LagWatch = { start: () => ({ lostMs: () => 0, fault: () => undefined }) };
const request = (type: string): object => ({
  resourceType: () => type,
  url: () => 'https://tms.example.com/freight',
  method: () => 'GET',
});

describe('answers that a page does not take', () => {
  function windowThatAsks(type: string): { window: EventEmitter; asked: ReturnType<typeof watchData>; made: object } {
    const window = new EventEmitter();
    const asked = watchData(window as unknown as Page, noLag);
    const made = request(type);
    window.emit('request', made);
    return { window, asked, made };
  }

  it('are waited for at first, and not for long, as those of what Next.js asks for in advance', async () => {
    const { window, asked, made } = windowThatAsks('fetch');
    window.emit('response', { request: () => made, status: () => 200 });
    assert.equal(isComing(asked), true);
    await pause(1_100);
    assert.equal(isComing(asked), false);
  });

  it('are no longer waited for once the page has them', () => {
    const { window, asked, made } = windowThatAsks('fetch');
    window.emit('response', { request: () => made, status: () => 200 });
    window.emit('requestfinished', made);
    assert.equal(isComing(asked), false);
  });

  it('are waited for as long as a script that the page asked for has not come', async () => {
    const { asked } = windowThatAsks('script');
    await pause(1_100);
    assert.equal(isComing(asked), true);
  });
});
