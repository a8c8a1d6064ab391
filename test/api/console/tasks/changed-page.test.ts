import assert from 'node:assert/strict';
import { changedPageCard } from '../../../../api/console/tasks/task-view.ts';
import { html } from '../../../../api/http/html.ts';
import type { ChainedEvent } from '../../../../domain/dispatch/evidence/evidence-events.ts';
import type { MissingControl } from '../../../../domain/dispatch/playbook/changed-control.ts';

describe('the card of a page that has changed', () => {
  const candidate = {
    role: 'button',
    name: '<Go>',
    section: null,
    because: ['near_name', 'same_place'],
    score: 88,
  } as const;
  const target = { role: 'button', name: '<Go>' } as const;
  const missing: MissingControl = {
    of: 'step',
    expected: { role: 'button', name: 'Find' },
    found: [{ ...candidate, target }],
    proposed: target,
  };
  const shown = (...missing: readonly MissingControl[]): string => {
    const step = {
      kind: 'step',
      portal: 'acme-tms',
      change: { page: 'deliveries', missing },
    } as unknown as ChainedEvent;
    return html`${changedPageCard('tsk_1', [step])}`.markup;
  };

  it('shows what was expected, the candidates, and how the change is drafted', () => {
    const card = shown(missing);
    assert.match(card, /\{ role: button, name: Find \}/);
    assert.match(card, /&lt;Go&gt;.*similar name, same place \(88 of 100\)/s);
    assert.match(card, /npx lanekeeper playbook propose tsk_1/);
    assert.match(card, /href="\/console\/administration\/portals\/acme-tms"/);
    assert.doesNotMatch(card, /<Go>/);
  });

  it('says where nothing is proposed, and is not there for a task whose last step found its page', () => {
    const unclear = { ...missing, found: [], proposed: null };
    assert.match(shown(missing, unclear), /Nothing on the page is near it.*No change of the playbook is proposed/s);
    const later = { kind: 'step' } as unknown as ChainedEvent;
    assert.equal(changedPageCard('tsk_1', [later]), null);
  });
});
