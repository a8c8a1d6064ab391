/** What would route say for this item? A form, and the answer with every gate: nothing is counted, stored or moved. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import type { Lane, ItemName } from '../../../domain/lanes/event.ts';
import { readInstant } from '../../../domain/lanes/instant.ts';
import { laneName } from '../../../domain/lanes/sentences.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { ApiError } from '../../http/errors.ts';
import { factList } from '../../http/table.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { answerRoute } from '../../lanes/answer-route.ts';
import { asChoices, findingsList, selectField, textField, csrfField, field } from '../form.ts';
import type { FormFinding, LanesConsoleDeps } from '../route.ts';
import { exactTime } from '../page.ts';
import {
  type OfferedSteps,
  offeredSteps,
  sendWorkspacePage,
  playgroundPath,
  stepPath,
  workspaceIn,
} from './workspace.ts';

interface Given extends ItemName {
  readonly features: string;
  /** As the browser's field for a time sends it: no offset, UTC. */
  readonly at: string;
}

const featuresLimit = 20_000;

/** As POST /v1/route answers. */
interface Answer {
  readonly decision: keyof typeof decisionText;
  readonly lane: Lane;
  readonly audit: boolean;
  readonly audit_rate: number;
  readonly reason: string;
  readonly checked_at: string;
}

const decisionText = {
  human_only: 'A person does it',
  propose: 'The agent proposes, a person confirms',
  act_alone: 'The agent does it alone',
} as const;

export const getPlayground: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) =>
  show(deps, ctx, await workspaceIn(deps, ctx), { queue: '', step: '', item: '', features: '', at: '' }, {});

/** POST …/route: answers with the page itself, since nothing changes. */
export const postPlayground: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const given = {
    queue: field(ctx, 'queue'),
    step: field(ctx, 'step'),
    item: field(ctx, 'item'),
    features: field(ctx, 'features'),
    at: field(ctx, 'at').trim(),
  };
  const features = featuresIn(given.features);
  if (features === undefined)
    return show(deps, ctx, workspace, given, {
      findings: [{ field: 'features', sentence: 'Features must be a JSON object.' }],
    });
  const at = pastIn(given.at, workspace);
  if (at === undefined)
    return show(deps, ctx, workspace, given, {
      findings: [{ field: 'at', sentence: 'At must be a time up to that of the latest event.' }],
    });
  const { queue, step, item } = given;
  const question = { queue, step, item, ...(features === null ? {} : { features }), ...(at === null ? {} : { at }) };
  try {
    const answer = await answerRoute(
      // An answer to a person who tries is no use of the step.
      { ...deps, routeCounter: { ...deps.routeCounter, add: () => undefined, addStep: () => undefined } },
      { caller: { ...workspace, keyId: '', scopes: [] }, explain: true },
      question,
    );
    return await show(deps, ctx, workspace, given, { question, answer: answer as Answer });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(deps, ctx, workspace, given, { findings: (error.extras.details ?? [error.message]).map(atField) });
  }
};

/** A sentence of the API at the field that it names, and that of a step which is not there at the step. */
function atField(sentence: string): FormFinding {
  const [, named] = /^(queue|step|item|features|at)\b/.exec(sentence) ?? [];
  const at = named ?? (sentence.startsWith('there is no such step') ? 'step' : undefined);
  return at === undefined ? sentence : { field: at, sentence };
}

/** @returns null where none are given, undefined where they are no object */
function featuresIn(text: string): Readonly<Record<string, unknown>> | null | undefined {
  if (text === '') return null;
  if (text.length > featuresLimit) return undefined;
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null && !Array.isArray(given)
      ? (given as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A time beyond the data clock would move it, and this page changes nothing.
 * @returns null where none is given, undefined where it is none of the past
 */
function pastIn(text: string, { dataClock }: WorkspaceRow): string | null | undefined {
  if (text === '') return null;
  const at = readInstant(`${text}Z`);
  return at === undefined || dataClock === null || at > dataClock.getTime() ? undefined : new Date(at).toISOString();
}

interface Result {
  readonly findings?: readonly FormFinding[];
  readonly question?: object;
  readonly answer?: Answer;
}

async function show(
  deps: LanesConsoleDeps,
  ctx: Context,
  workspace: WorkspaceRow,
  given: Given,
  { findings = [], question, answer }: Result,
): Promise<void> {
  const offered = await offeredSteps(deps, workspace);
  await sendWorkspacePage(deps, ctx, workspace, {
    title: 'Try a route',
    tab: 'route',
    status: findings.length === 0 ? 200 : 422,
    head: html`<p>
      What <code>POST /v1/route</code> would answer for an item, now or at a time of the past. Nothing is counted or
      changed.
    </p>`,
    body: html`${findingsList(findings)} ${questionForm(ctx, workspace, given, offered)}
    ${answer === undefined ? null : answerCard(workspace, given, question ?? {}, answer)}`,
  });
}

function questionForm(ctx: Context, workspace: WorkspaceRow, given: Given, { queues, steps }: OfferedSteps): Html {
  return html`<form class="card narrow-form" method="post" action="${playgroundPath(workspace)}" autocomplete="off">
    ${csrfField(ctx)}
    ${selectField({ name: 'queue', label: 'Queue', value: given.queue, options: asChoices(queues), required: true })}
    ${textField({ name: 'step', label: 'Step', value: given.step, required: true, maxlength: 128, offers: steps })}
    ${textField({ name: 'item', label: 'Item', value: given.item, required: true, maxlength: 128 })}
    <div class="field">
      <label for="features">Features</label>
      <textarea
        id="features"
        name="features"
        rows="4"
        maxlength="${featuresLimit}"
        spellcheck="false"
        aria-describedby="features-hint"
      >
${given.features}</textarea>
      <small id="features-hint">Optional, JSON: <code>{"carrier": "ACME", "amount": 120.5}</code></small>
    </div>
    ${textField({
      name: 'at',
      label: 'At (UTC)',
      type: 'datetime-local',
      value: given.at,
      hint: 'Empty: now. Otherwise the lane and the audit rate of that time.',
    })}
    <p class="actions"><button class="button button-primary">Ask</button></p>
  </form>`;
}

function answerCard(workspace: WorkspaceRow, given: Given, question: object, answer: Answer): Content {
  const { decision, lane, audit, audit_rate: rate, reason } = answer;
  const { queue, step } = given;
  return html`<section class="card" aria-labelledby="answer">
    <h2 id="answer" role="status">${decisionText[decision]}</h2>
    ${factList([
      ['Decision', decision, 'mono'],
      ['Lane', html`<a href="${stepPath(workspace, { queue, step })}">${laneName(lane)}</a>`],
      ['Audit', `${audit ? 'yes' : 'no'}, at a rate of ${Math.round(rate * 1000) / 10} %`],
      ['Reason', reason],
      ...(given.at === '' ? [] : [['As of', exactTime(new Date(answer.checked_at))] as const]),
    ])}
    <details>
      <summary>Request and answer</summary>
      <pre class="body-text" tabindex="0">${JSON.stringify(question, null, 2)}</pre>
      <pre class="body-text" tabindex="0">${JSON.stringify(answer, null, 2)}</pre>
    </details>
  </section>`;
}
