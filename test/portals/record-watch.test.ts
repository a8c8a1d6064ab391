/** What a page answers while it is looked at for the first time counts only as far as it is that page's own answer. */
import assert from 'node:assert/strict';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { BrowserGate } from '../../portals/browser-gate.ts';
import type { PortalDriver } from '../../portals/driver.ts';
import type { PageAnswer } from '../../portals/record-reading.ts';
import { openRecordWatch } from '../../portals/record-watch.ts';
import type { StepRecorder } from '../../portals/step-recorder.ts';

const page = (heading: string) => ({ record: { heading } });
const playbook = {
  origins: ['https://portal.example'],
  pages: { shipment: page('Shipment {{pro}}'), documents: page('Documents for {{pro}}') },
  login: { probe: { signed_in: { text: 'Signed in as {{account.username}}' } } },
} as unknown as LoadedPlaybook;
const showing = (...sights: string[]): PageAnswer => ({ sights: [sights], row: null });

/** A watch whose page gives these answers in turn, an error where there is none. */
function watchOf(answers: (PageAnswer | undefined)[], position = { page: 'shipment' as string | null }) {
  let asked = 0;
  const driver = {
    answer: async () => {
      const answer = answers[asked];
      asked += 1;
      if (answer === undefined) throw new Error('the page gave way');
      return answer;
    },
    deadlineIn: () => ({ isOver: () => false, leftMs: () => 1_000, throwIfOurs: () => {} }),
  } as unknown as PortalDriver;
  const watch = openRecordWatch(
    {
      playbook,
      driver,
      gate: {} as BrowserGate,
      recorder: { note: () => {} } as unknown as StepRecorder,
      values: { pro: '0412708839' },
    },
    position,
    false,
  );
  return { watch, position, asked: () => asked };
}

describe('the record of a page that has come', () => {
  it('is known by what the page answered while it was looked at', async () => {
    const { watch, position, asked } = watchOf([showing('Shipment 0412708839')], { page: 'search' });
    const early = watch.askEarly('shipment');
    position.page = 'shipment';
    assert.equal(await watch.arrive(1_000, early), true);
    assert.equal(asked(), 1);
  });

  it('is asked for again at once where the page did not show it yet', async () => {
    const { watch, asked } = watchOf([showing(), showing('Shipment 0412708839')]);
    assert.equal(await watch.arrive(1_000, watch.askEarly('shipment')), true);
    assert.equal(asked(), 2);
  });

  it('is asked for again at once where the page showed the one before', async () => {
    const { watch, asked } = watchOf([showing('Shipment 0412708842'), showing('Shipment 0412708839')]);
    assert.equal(await watch.arrive(1_000, watch.askEarly('shipment')), true);
    assert.equal(asked(), 2);
  });

  it('is asked for again where the page gave way meanwhile', async () => {
    const { watch, asked } = watchOf([undefined, showing('Shipment 0412708839')]);
    assert.equal(await watch.arrive(1_000, watch.askEarly('shipment')), true);
    assert.equal(asked(), 2);
  });

  it('is not known by the answer to what was asked of another page', async () => {
    const { watch, position, asked } = watchOf([showing('Shipment 0412708839'), showing('Documents for 0412708839')]);
    const early = watch.askEarly('shipment');
    position.page = 'documents';
    assert.equal(await watch.arrive(1_000, early), true);
    assert.equal(asked(), 2);
  });
});
