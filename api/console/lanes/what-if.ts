/** The page that tries other rules on the stored log (D76): a form, a preview of what would differ, and the rules put in force. */
import type { StepName } from '../../../domain/lanes/event.ts';
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { type LaneChange, isoTime } from '../../../domain/lanes/moves.ts';
import { counted, laneName, weekName } from '../../../domain/lanes/sentences.ts';
import { differs } from '../../../domain/lanes/what-if/differences.ts';
import type { Handled, WhatIf, WhatIfStep, WhatIfWeek } from '../../../domain/lanes/what-if/differences.ts';
import { whatIf } from '../../../store/lanes/what-if.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { type Column, table } from '../../http/table.ts';
import { asSentence } from '../../../domain/sentence.ts';
import { changeRules } from '../../../commands/lanes/change-rules.ts';
import { readRules } from '../../../commands/lanes/check-event.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { gateNames } from './lane-labels.ts';
import { findingsList, textField, csrfField, field } from '../form.ts';
import { actorOf, person, redirect } from '../page.ts';
import { type FormFinding, type LanesConsoleDeps, may } from '../route.ts';
import {
  type OfferedSteps,
  overLog,
  offeredSteps,
  sendWorkspacePage,
  stepPath,
  whatIfPath,
  workspaceIn,
} from './workspace.ts';

/** Rows of a table; the command line prints all. */
const rowsShown = 300;
const rulesLimit = 20_000;

interface Given extends StepName {
  readonly rules: string;
}

export const getWhatIf: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  await show(deps, ctx, await workspaceIn(deps, ctx), { rules: '', queue: '', step: '' }, { findings: [] });
};

/** POST …/what-if: answers with the preview itself, since nothing was changed. */
export const postWhatIf: HandlerOf<LanesConsoleDeps> = (deps) => {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const given = { rules: field(ctx, 'rules'), queue: field(ctx, 'queue'), step: field(ctx, 'step') };
    const refuse = (...findings: FormFinding[]): Promise<void> => show(deps, ctx, workspace, given, { findings });
    if (given.rules.length > rulesLimit) return refuse({ field: 'rules', sentence: 'The rules are too long.' });
    const read = readRules(given.rules);
    if ('findings' in read)
      return refuse(...read.findings.slice(0, 20).map((sentence) => ({ field: 'rules', sentence })));
    if (given.step !== '' && given.queue === '') return refuse({ field: 'queue', sentence: 'A step needs its queue.' });
    const other = { rules: read.rules, queue: given.queue || null, step: given.step || null };
    const command = `what-if ${workspace.id} --rules rules.json`;
    const done = await overLog(deps, ctx, workspace, command, (q, pause) => whatIf(q, workspace, other, pause));
    if ('finding' in done) return refuse(done.finding);
    return show(deps, ctx, workspace, given, { findings: [], found: done.found });
  };
};

/** POST …/what-if/apply: what was previewed for one step, put in force. */
export const postRules: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const given = { rules: field(ctx, 'rules'), queue: field(ctx, 'queue'), step: field(ctx, 'step') };
  const read = given.rules.length > rulesLimit ? { findings: ['The rules are too long.'] } : readRules(given.rules);
  if ('findings' in read) return show(deps, ctx, workspace, given, { findings: read.findings.slice(0, 20) });
  const { queue, step } = given;
  const changed = await changeRules(
    deps,
    workspace,
    { queue, step, rules: read.rules },
    { by: person(ctx).email, actor: actorOf(ctx) },
  );
  if (isRefused(changed))
    return show(deps, ctx, workspace, given, { findings: changed.findings.map((one) => asSentence(one)) });
  redirect(ctx, stepPath(workspace, given), 'The rules are in force from now on.');
};

async function show(
  deps: LanesConsoleDeps,
  ctx: Context,
  workspace: WorkspaceRow,
  given: Given,
  { findings, found }: { readonly findings: readonly FormFinding[]; readonly found?: WhatIf },
): Promise<void> {
  const offered = await offeredSteps(deps, workspace);
  await sendWorkspacePage(deps, ctx, workspace, {
    title: 'What if',
    tab: 'what-if',
    status: findings.length === 0 ? 200 : 422,
    head: html`<p>Replays the stored log under other rules and shows what would have differed. Nothing is changed.</p>`,
    body: html`${findingsList(findings)} ${rulesForm(ctx, workspace, given, offered)}
    ${found === undefined ? null : html`${preview(found, given)} ${applyForm(ctx, workspace, given)}`}`,
  });
}

function rulesForm(ctx: Context, workspace: WorkspaceRow, { rules, queue, step }: Given, offered: OfferedSteps): Html {
  return html`<section class="card" aria-labelledby="other-rules">
    <h2 id="other-rules">Other rules</h2>
    <form class="stack" method="post" action="${whatIfPath(workspace)}">
      ${csrfField(ctx)}
      <div class="field">
        <label for="rules">Rules</label>
        <textarea
          class="paste"
          id="rules"
          name="rules"
          rows="6"
          maxlength="${rulesLimit}"
          spellcheck="false"
          required
          aria-describedby="rules-hint"
        >
${rules}</textarea>
        <small id="rules-hint"
          >As in a step definition; they replace those of each step, member by member. For example
          <code>{"assist_to_auto": {"min_lower_bound": 0.97}}</code></small
        >
      </div>
      ${textField({ name: 'queue', label: 'Queue', value: queue, hint: 'Empty: every queue.', maxlength: 128, offers: offered.queues })}
      ${textField({ name: 'step', label: 'Step', value: step, hint: 'Empty: every step of the queue.', maxlength: 128, offers: offered.steps })}
      <div class="actions"><button class="button button-primary">Preview</button></div>
    </form>
  </section>`;
}

function preview({ events, steps: all, weeks }: WhatIf, given: Given): Html {
  const other = weeks.filter(differs);
  const steps = all.filter(
    ({ queue, step }) => (given.queue === '' || queue === given.queue) && (given.step === '' || step === given.step),
  );
  return html`<section class="card" aria-labelledby="preview">
    <h2 id="preview">Preview</h2>
    <p role="status">
      ${counted(events, 'event')} replayed:
      ${other.length === 0 ? 'no week would have differed.' : `${counted(other.length, 'week')} would have differed.`}
    </p>
    <p class="quiet">
      Each figure: as it was → as it would have been. Spared: items that the agent did alone and nobody looked at. Wrong
      and unknown are those of them that audits, comparisons and outcomes show to be wrong, or about which nothing is
      known.
    </p>
    <h3>Steps</h3>
    ${table<WhatIfStep>({
      label: 'Table of steps',
      rows: steps.slice(0, rowsShown),
      empty: html`<p class="quiet">No steps.</p>`,
      columns: [
        { heading: 'Step', cell: ({ queue, step }) => `${queue} / ${step}`, namesRow: true },
        ...figures<WhatIfStep>(),
      ],
    })}
    ${more(steps.length)}
    <h3>Moves</h3>
    ${table<WhatIfStep>({
      label: 'Table of moves',
      rows: steps.slice(0, rowsShown),
      columns: [
        { heading: 'Step', cell: ({ queue, step }) => `${queue} / ${step}`, namesRow: true },
        { heading: 'Moves as they were', cell: ({ moves }) => moveList(moves.was) },
        { heading: 'Moves that would have been', cell: ({ moves }) => moveList(moves.would) },
      ],
    })}
    ${more(steps.length)}
    ${
      other.length === 0
        ? null
        : html`<h3>Weeks that would have differed</h3>
            ${table<WhatIfWeek>({
              label: 'Table of weeks',
              rows: other.slice(0, rowsShown),
              columns: [
                { heading: 'Step', cell: ({ queue, step }) => `${queue} / ${step}` },
                { heading: 'Week', cell: ({ week }) => weekName(week), namesRow: true },
                ...figures<WhatIfWeek>(),
              ],
            })}
            ${more(other.length)}`
    }
  </section>`;
}

/** Rules are changed a step at a time, and only after a look at what they would have decided. */
function applyForm(ctx: Context, workspace: WorkspaceRow, { rules, queue, step }: Given): Content {
  if (!may(person(ctx), 'changeRules')) return null;
  if (queue === '' || step === '')
    return html`<p class="quiet">Preview one step of one queue to put the rules in force.</p>`;
  return html`<form
    method="post"
    action="${whatIfPath(workspace)}/apply"
    data-confirm="Put these rules in force for ${queue} / ${step}? They count from now on."
  >
    ${csrfField(ctx)}<input type="hidden" name="rules" value="${rules}" /><input
      type="hidden"
      name="queue"
      value="${queue}"
    /><input type="hidden" name="step" value="${step}" />
    <p class="actions"><button class="button button-primary">Put in force for ${queue} / ${step}</button></p>
  </form>`;
}

const more = (rows: number): Content =>
  rows > rowsShown && html`<p class="quiet">The first ${rowsShown} of ${rows}; the command line prints all.</p>`;

interface Compared {
  readonly items: number;
  readonly was: Handled;
  readonly would: Handled;
}

function figures<Row extends Compared>(): Column<Row>[] {
  const pair = (heading: string, of: (handled: Handled) => string | number): Column<Row> => ({
    heading,
    number: true,
    cell: ({ was, would }) => (of(was) === of(would) ? String(of(was)) : `${of(was)} → ${of(would)}`),
  });
  return [
    { heading: 'Items', number: true, cell: ({ items }) => String(items) },
    pair('Lane', ({ lane }) => (lane === null ? '–' : laneName(lane))),
    pair('Decision', ({ decision }) => (decision === null ? '–' : decisionName[decision])),
    pair('Audits', ({ audits }) => audits),
    pair('Spared', ({ spared }) => spared),
    pair('Wrong', ({ wrong }) => wrong),
    pair('Unknown', ({ unknown }) => unknown),
  ];
}

/** As the ledger calls them. */
const decisionName = { promote: 'promoted', hold: 'kept', demote: 'demoted' } as const;

/** Why a step went down; up it goes for one reason only. */
const reasonOf = (rule: LaneChange['rule']): string =>
  rule === 'shadow_to_assist' || rule === 'assist_to_auto'
    ? ''
    : `, ${(gateNames[rule] ?? rule.replaceAll('_', ' ')).toLowerCase()}`;

const movesShown = 20;

function moveList(moves: readonly LaneChange[]): Content {
  if (moves.length === 0) return html`<span class="quiet">none</span>`;
  const left = moves.length - movesShown;
  return html`<ul class="plain-list">
    ${moves
      .slice(0, movesShown)
      .map(
        ({ at, from, to, rule }) =>
          html`<li>${isoTime(Date.parse(at)).slice(0, 10)}: ${laneName(from)} → ${laneName(to)}${reasonOf(rule)}</li>`,
      )}
    ${left > 0 && html`<li>and ${left} more</li>`}
  </ul>`;
}
