/** What a page answers while it is looked at for the first time counts only as far as it is that page's own answer. */
import assert from 'node:assert/strict';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { BrowserGate } from '../../portals/gate.ts';
import type { PortalDriver } from '../../portals/driver.ts';
import type { PaintedLetters, WindowPicture } from '../../portals/painted-letters.ts';
import type { PageAnswer } from '../../portals/record-reading.ts';
import { openRecordWatch } from '../../portals/record-watch.ts';
import { ChangedSignal } from '../../portals/run-signals.ts';
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

  it('says what the places show where several show it, and how the playbook names one', () => {
    const { watch } = watchOf([]);
    const objection = watch.against(showing('Shipment 0412708839', 'shipment 0412708839'));
    assert.deepEqual(objection, {
      expected: 'the page shipment to show "Shipment 0412708839" in exactly one place',
      found:
        '2 such places: "Shipment 0412708839", "shipment 0412708839"; "within" in the page\'s "record" names the one that is meant',
    });
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

describe('what is read of a page', () => {
  /** A digit that is a stroke down, at a place. */
  const at = (x: number): PaintedLetters => ({
    shapes: [{ wide: 6, high: 8, ink: '00ff00'.repeat(8), isDigit: true }],
    figures: [{ read: '1', letters: [[0, x, 4]] }],
  });
  /** The stroke is painted at this place; nowhere without one. */
  const pictured = (left?: number): WindowPicture => {
    const bytes = new Uint8Array(3 * 200).fill(255);
    if (left !== undefined) bytes.fill(0, 3 * (left + 2), 3 * (left + 4));
    const empty = new Uint8Array(3 * 200).fill(255);
    return { from: 0, width: 200, height: 20, depth: 3, line: (y) => (y >= 4 && y < 12 ? bytes : empty) };
  };
  /** @param pictures places of the digit in one picture after the other, the last one again and again */
  function reading(places: readonly number[], pictures: readonly (number | undefined)[], most = 40) {
    let [looks, taken] = [0, 0];
    const driver = {
      picture: async () => {
        taken += 1;
        return pictured(pictures[Math.min(taken, pictures.length) - 1]);
      },
      deadlineIn: () => ({ isOver: () => looks >= most, leftMs: () => 1_000, throwIfOurs: () => {} }),
    } as unknown as PortalDriver;
    const watch = openRecordWatch(
      {
        playbook,
        driver,
        gate: {} as BrowserGate,
        recorder: { note: () => {} } as unknown as StepRecorder,
        values: {},
      },
      { page: null },
      false,
    );
    const look = async () => {
      looks += 1;
      const x = places[(looks - 1) % places.length] ?? 0;
      return { value: '1', misread: null, painted: at(x), sights: [], row: null };
    };
    return { value: watch.read(look, { row: undefined, timeoutMs: 1_000 }), taken: () => taken };
  }

  it('is kept where a picture shows its letters, also after some that were made at another moment', async () => {
    assert.equal(await reading([10], [10]).value, '1');
    assert.equal(await reading([10], [undefined, undefined, 10]).value, '1');
  });
  it('is not kept where no picture shows them, and never by one picture alone', async () => {
    const { value, taken } = reading([10], [undefined], 2);
    await assert.rejects(value, ChangedSignal);
    assert.ok(taken() >= 3, `${taken()} pictures`);
  });
  it('is kept where its letters were on their way in the picture, or at an end of where they leap', async () => {
    assert.equal(await reading([10, 14], [12]).value, '1');
    assert.equal(await reading([10, 100], [100]).value, '1');
    await assert.rejects(reading([10, 100], [undefined]).value, ChangedSignal);
  });
});
