import assert from 'node:assert/strict';
import { holdsOthers, meetChange, type OpenChange, showsChange } from '../../../domain/dispatch/portal-change.ts';

const change = { page: 'search', expected: 'field "PRO"', found: 'field "Shipment"' };
const open = (more: Partial<OpenChange> = {}): OpenChange => ({
  ...change,
  foundBy: 'task_1',
  isConfirmed: false,
  ...more,
});
const met = (more: Partial<Parameters<typeof meetChange>[0]>) =>
  meetChange({ taskId: 'task_2', change, open: null, isAnswered: false, hasCanary: false, ...more });

describe('a task that meets a changed page', () => {
  it('waits for the verdict of a canary, where the playbook has one', () => {
    assert.deepEqual(met({ hasCanary: true }), { act: 'open', waits: true });
    assert.deepEqual(met({ hasCanary: true, open: open() }), { act: 'nothing', waits: true });
  });

  it('ends by it without a canary, and a second task with the same change confirms it', () => {
    assert.deepEqual(met({}), { act: 'open', waits: false });
    assert.deepEqual(met({ open: open() }), { act: 'confirm', waits: true });
    assert.deepEqual(met({ open: open({ isConfirmed: true }) }), { act: 'nothing', waits: true });
  });

  it('confirms nothing by meeting its own finding again, or another page', () => {
    assert.deepEqual(met({ open: open({ foundBy: 'task_2' }) }), { act: 'nothing', waits: false });
    assert.deepEqual(met({ open: open({ page: 'shipment' }) }), { act: 'nothing', waits: false });
  });

  it('ends by it when its finding was found to be about its record alone', () => {
    assert.deepEqual(met({ isAnswered: true, hasCanary: true }), { act: 'nothing', waits: false });
  });

  it('holds other tasks once it is confirmed, or while a canary looks', () => {
    assert.equal(holdsOthers(null, true), false);
    assert.equal(holdsOthers(open(), false), false);
    assert.equal(holdsOthers(open(), true), true);
    assert.equal(holdsOthers(open({ isConfirmed: true }), false), true);
  });
});

describe('what the guard stops in a rehearsal', () => {
  it('shows that the portal has changed, but for an act that is never done and what is no matter of its pages', () => {
    const shown = ['element.undeclared_page', 'element.covered', 'request.undeclared_field', 'response.other_page'];
    assert.deepEqual(shown.filter(showsChange), shown);
    const others = ['never_click.void_bill', 'playbook.write_not_open', 'request.busy_page'];
    assert.deepEqual(others.filter(showsChange), []);
  });
});
