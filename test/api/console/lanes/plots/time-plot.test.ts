import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Point, type TimePlot, timePlot, weekTicks } from '../../../../../api/console/lanes/plots/time-plot.ts';
import { spark } from '../../../../../api/console/lanes/plots/plot-figure.ts';

const monday = Date.UTC(2026, 0, 5);
const week = 7 * 86_400_000;

const plotOf = (change: Partial<TimePlot> = {}): TimePlot => ({
  id: 'p',
  title: 'Accuracy',
  about: 'Accuracy of each week.',
  from: monday,
  to: monday + 10 * week,
  timeZone: 'UTC',
  values: { low: 0, high: 1, text: String },
  series: [],
  lanes: [],
  changes: [],
  alerts: [],
  ...change,
});
const line = (points: readonly Point[], shape: 'line' | 'steps' | 'dots' = 'line') =>
  ({ name: 'n', look: 'main', points, shape }) as const;
const pathOf = (markup: string, name: string): string | undefined =>
  new RegExp(`class="${name}"\\s+d="([^"]*)"`).exec(markup)?.[1];

describe('plots of weeks', () => {
  it('have a title and a description that readers of the screen are led to', () => {
    const { markup } = timePlot(plotOf({ title: 'A & <b>' }));
    assert.match(markup, /role="img" aria-labelledby="p-title p-about"/);
    assert.match(markup, /<title id="p-title">A &amp; &lt;b&gt;<\/title>\s*<desc id="p-about">/);
  });

  it('draw from left to right and from bottom to top, and break where there is no value', () => {
    const points: Point[] = [
      [monday, 0],
      [monday + 5 * week, 1],
      [monday + 6 * week, null],
      [monday + 10 * week, 0.5],
    ];
    const d = pathOf(timePlot(plotOf({ series: [line(points)] })).markup, 'series series-main') ?? '';
    assert.equal(d, 'M58,220L302,26M546,123Z');
  });

  it('hold a value until the next one where a series goes in steps', () => {
    const points: Point[] = [
      [monday, 0],
      [monday + 5 * week, 1],
    ];
    const d = pathOf(timePlot(plotOf({ series: [line(points, 'steps')] })).markup, 'series series-main');
    assert.equal(d, 'M58,220L302,220L302,26');
  });

  it('draw what lies beyond the scale at its edge', () => {
    const intervals = [{ at: monday + 5 * week, low: -3, high: 0.5 }];
    assert.equal(pathOf(timePlot(plotOf({ intervals })).markup, 'interval'), 'M302,220V123');
  });

  it('mark changes of lane and alerts within their weeks only', () => {
    const { markup } = timePlot(
      plotOf({
        changes: [
          { at: monday - week, to: 'assist' },
          { at: monday + 5 * week, to: 'auto' },
        ],
        alerts: [{ at: monday + 11 * week }],
        lanes: [
          { from: -Infinity, to: monday + 5 * week, lane: 'assist' },
          { from: monday + 5 * week, to: Infinity, lane: 'auto' },
        ],
      }),
    );
    assert.equal(pathOf(markup, 'lane-change'), 'M302,22V220');
    assert.doesNotMatch(markup, /alert-mark/);
    assert.deepEqual(markup.match(/class="band band-\w+"/g), ['class="band band-assist"', 'class="band band-auto"']);
  });

  it('stay below 15 kB with two years of weeks and four series, and have no number that is none', () => {
    const figure = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
    const series = fc.array(figure, { minLength: 0, maxLength: 104 });
    fc.assert(
      fc.property(fc.array(series, { minLength: 1, maxLength: 4 }), (all) => {
        const { markup } = timePlot(
          plotOf({
            to: monday + 104 * week,
            series: all.map((values) => ({
              ...line(values.map((value, n) => [monday + n * week, value])),
              dotted: true,
            })),
          }),
        );
        assert.ok(markup.length < 15_000, String(markup.length));
        assert.doesNotMatch(markup, /NaN|Infinity|undefined|null|style=/);
      }),
      { numRuns: 50 },
    );
  });
});

describe('ticks of weeks', () => {
  it('are at most seven, at beginnings of weeks, and name the year at first and when it changes', () => {
    const ticks = weekTicks(Date.UTC(2025, 10, 3), Date.UTC(2026, 3, 27), 'Europe/Berlin');
    assert.deepEqual(
      ticks.map(({ text }) => text),
      ['W46 ’25', 'W50', 'W02 ’26', 'W06', 'W10', 'W14', 'W18'],
    );
    for (const weeks of [0, 1, 7, 8, 26, 52, 104, 300])
      assert.ok(weekTicks(monday, monday + weeks * week, 'UTC').length <= 7, String(weeks));
  });

  it('follow the time zone of the workspace', () => {
    const [first] = weekTicks(Date.UTC(2026, 0, 4, 20), Date.UTC(2026, 0, 20), 'Europe/Berlin');
    assert.equal(first?.at, Date.UTC(2026, 0, 4, 23));
  });
});

describe('the small plot of a row', () => {
  it('says in words what it shows, and by its last mark whether the bar is reached', () => {
    const reached = spark([{ value: 0.9, bar: 0.85 }], 'lower bound 0.9, bar 0.85').markup;
    assert.match(reached, /role="img" aria-label="lower bound 0.9, bar 0.85"/);
    assert.match(reached, /is-reached/);
    assert.match(spark([{ value: 0.8, bar: 0.85 }], '').markup, /is-missed/);
    for (const points of [[], [{ value: null, bar: null }], [{ value: 0, bar: 1 }]])
      assert.doesNotMatch(spark(points, '').markup, /NaN|Infinity|undefined|null/);
  });
});
