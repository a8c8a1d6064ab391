/** The page that sets people beside each other and agents beside each other at a step, and shows the time spared. */
import type { HandlerOf } from '../../http/api-route.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import { autoBar, mergeRules } from '../../../domain/lanes/rules.ts';
import type { Agreement, StudiedAgent } from '../../../domain/lanes/study/study.ts';
import { type StepStudy, studyStep } from '../../../store/lanes/step-history.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import type { StepName } from '../../../domain/lanes/event.ts';
import { stepNamed } from '../../lanes/lanes.ts';
import { findingsList } from '../form.ts';
import type { LanesConsoleDeps } from '../route.ts';
import { overLog, sendWorkspacePage, stepPath, workspaceIn } from './workspace.ts';

export const getStudy: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const row = await stepNamed(deps.pool, workspace.no, ctx['params'] as StepName);
  const command = `study ${workspace.id} ${row.queue} ${row.step}`;
  const done = await overLog(deps, ctx, workspace, command, (q, pause) => studyStep(q, workspace.no, row, pause));
  const { definition } = row.state;
  const bar = autoBar(mergeRules(definition.rules), definition.moneyMoving);
  await sendWorkspacePage(deps, ctx, workspace, {
    title: 'People and agents',
    tab: null,
    crumbs: [{ text: definition.title, href: stepPath(workspace, row) }],
    head: html`<p>From the whole log of this step. No lane depends on it.</p>`,
    body: 'finding' in done ? findingsList([done.finding]) : studied(done.found, bar),
  });
};

function studied({ people, agents, timed, alone, sparedMinutes }: StepStudy, bar: number): Html {
  return html`<section class="card" aria-labelledby="people">
      <h2 id="people">People with each other</h2>
      <p>
        ${
          people.items === 0
            ? 'No item was done by two people.'
            : html`Agreement ${share(people)} over ${counted(people.items, 'item')} that two people did; the bar of Auto
              is ${percent(bar)}.`
        }
        ${
          people.upper !== null && people.upper < bar
            ? ' People agree less than the bar asks of an agent: settle more disagreements, or make the instructions clearer.'
            : null
        }
      </p>
    </section>
    <section class="card" aria-labelledby="agents">
      <h2 id="agents">Agents with people</h2>
      <p class="quiet">
        Outputs before the person’s work and audited acts, before any settlement. Differences are to the first row, with
        their 95 % interval.
      </p>
      ${table<StudiedAgent>({
        label: 'Table of agents',
        rows: agents,
        empty: html`<p class="quiet">No agent’s work has been compared.</p>`,
        columns: [
          { heading: 'Agent', cell: ({ agent }) => agent, namesRow: true },
          { heading: 'Version', cell: ({ version }) => version ?? '–' },
          { heading: 'Items', number: true, cell: ({ items }) => String(items) },
          { heading: 'Agreement', number: true, cell: share },
          { heading: 'Difference', number: true, cell: difference },
        ],
      })}
    </section>
    <section class="card" aria-labelledby="spared">
      <h2 id="spared">Time spared</h2>
      <p>
        ${counted(alone, 'item')} done alone and not looked at.
        ${
          timed.meanMinutes === null || sparedMinutes === null
            ? 'How long people take is not known: no work of people has started_at.'
            : html`People take ${timed.meanMinutes.toFixed(1)} minutes (mean of ${counted(timed.items, 'item')}): that
              is ${(sparedMinutes / 60).toFixed(1)} hours.`
        }
      </p>
    </section>`;
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

function share({ share: found, lower, upper }: Agreement): Content {
  return found === null || lower === null || upper === null
    ? '–'
    : `${percent(found)} (${percent(lower)} to ${percent(upper)})`;
}

function difference({ difference: found }: StudiedAgent): Content {
  if (found === null) return '–';
  const points = (value: number): string => `${value < 0 ? '−' : '+'}${(Math.abs(value) * 100).toFixed(1)}`;
  const { lower, upper, items, paired } = found;
  return `${points(found.difference)} points (${points(lower)} to ${points(upper)}), ${items} ${paired ? 'items of both' : 'items in all'}`;
}
