/** What a step may say of its write: counted of the answers to its own requests alone. */
import assert from 'node:assert/strict';
import type { Opening } from '../../portals/gate.ts';
import { openWriteTickets } from '../../portals/write-tickets.ts';

const opening = (step: string): Opening => ({
  step,
  writes: true,
  requests: [{ method: 'POST', path: `/${step}`, content: 'form', fields: [], constraints: [] }],
  values: {},
  dialogs: [],
  documents: [],
  windows: 0,
});

describe('the tickets of a context', () => {
  it('gives each declared request one ticket, which is used once', () => {
    const tickets = openWriteTickets();
    assert.equal(tickets.isExpecting(), false);
    tickets.open(opening('save'));
    assert.deepEqual(
      tickets.rules().tickets.map(({ id }) => id),
      ['save#0'],
    );
    tickets.strike('save#0');
    assert.deepEqual(tickets.rules().tickets, []);
    assert.equal(tickets.struck('save#0')?.step, 'save');
    assert.deepEqual([tickets.held(), tickets.sent(), tickets.isWaiting()], [true, false, true]);
  });

  it('has accepted a write once every request that left is answered below 400', () => {
    const tickets = openWriteTickets();
    const save = opening('save');
    tickets.open(save);
    tickets.strike('save#0');
    tickets.of(save).left();
    tickets.of(save).waited();
    assert.deepEqual([tickets.sent(), tickets.hasAccepted(), tickets.hasWritten()], [true, false, false]);
    tickets.of(save).answered(302);
    assert.deepEqual([tickets.hasAccepted(), tickets.hasWritten(), tickets.isExpecting()], [true, true, false]);
  });

  it('takes a form that is shown again as the answer to a preview, and never to a write', () => {
    for (const [writes, status, isTaken] of [
      [false, 422, true],
      [true, 422, false],
      [false, 400, false],
    ] as const) {
      const tickets = openWriteTickets();
      const preview = { ...opening('preview'), writes };
      tickets.open(preview);
      tickets.of(preview).left();
      tickets.of(preview).answered(status);
      assert.deepEqual([tickets.hasAccepted(), tickets.hasWritten()], [isTaken, false]);
    }
  });

  it('says nothing was sent of a request that reached nobody', () => {
    const tickets = openWriteTickets();
    const save = opening('save');
    tickets.open(save);
    tickets.strike('save#0');
    tickets.of(save).left();
    tickets.of(save).waited();
    tickets.of(save).unsent();
    assert.deepEqual([tickets.sent(), tickets.held(), tickets.isWaiting()], [false, false, false]);
  });

  it('does not know what became of a request without an answer, or with an error of the server', () => {
    for (const end of ['unanswered', 503] as const) {
      const tickets = openWriteTickets();
      const save = opening('save');
      tickets.open(save);
      tickets.of(save).left();
      if (end === 'unanswered') tickets.of(save).unanswered();
      else tickets.of(save).answered(end);
      assert.deepEqual([tickets.isUnclear(), tickets.hasAccepted(), tickets.hasWritten()], [true, false, false]);
    }
  });

  it('counts a late answer to an earlier step for no other step', () => {
    const tickets = openWriteTickets();
    const [login, save] = [opening('login'), opening('save')];
    tickets.open(login);
    tickets.of(login).left();
    tickets.open(save);
    tickets.of(login).answered(200);
    tickets.of(login).unsent();
    assert.deepEqual([tickets.sent(), tickets.hasAccepted(), tickets.isWaiting()], [false, false, false]);
    tickets.of(save).left();
    assert.deepEqual([tickets.sent(), tickets.hasAccepted(), tickets.isWaiting()], [true, false, true]);
  });
});
