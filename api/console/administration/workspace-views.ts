/** The markup of the pages of workspaces. */
import type { Context } from 'koa';
import type { ShownSettler } from '../../../domain/lanes/settler/shown.ts';
import type { KeyListing } from '../../../store/keys.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { factList, table } from '../../http/table.ts';
import { findingsList, selectField, textField, csrfField } from '../form.ts';
import type { FormFinding } from '../route.ts';
import { boardPath } from '../lanes/workspace.ts';
import { when } from '../page.ts';
import { keysPart } from './keys.ts';
import { workspacePath, workspacesPath } from '../paths.ts';

/** As it is typed. */
export interface WorkspaceForm extends Pick<WorkspaceRow, 'name' | 'timeZone' | 'clock' | 'simulation' | 'auditSeed'> {
  readonly closeGraceHours: string;
}

interface WorkspaceList {
  readonly workspaces: readonly WorkspaceRow[];
  readonly given: WorkspaceForm;
  readonly findings: readonly FormFinding[];
  readonly now: Date;
}

export function workspaceListView(ctx: Context, { workspaces, given, findings, now }: WorkspaceList): Html {
  return html`<div class="page-head"><h1>Workspaces</h1></div>
    ${table({
      label: 'Workspaces',
      list: 'whole',
      rows: workspaces,
      empty: 'No workspaces yet. Create the first one below.',
      columns: [
        {
          heading: 'Workspace',
          cell: ({ id, name }) =>
            html`<a href="${workspacePath(id)}">${name}</a>
              <div class="quiet mono small">${id}</div>`,
        },
        {
          heading: 'Clock',
          cell: ({ clock, timeZone }) => `${clock === 'wall' ? 'wall clock' : 'data clock'}, ${timeZone}`,
        },
        { heading: 'Settler', cell: settlerBadge },
        { heading: 'Events', cell: ({ events }) => events.toLocaleString('en-US'), number: true },
        { heading: 'Created', cell: ({ createdAt }) => when(createdAt, now) },
      ],
    })}
    <section class="card narrow-form" aria-labelledby="new">
      <h2 id="new">New workspace</h2>
      ${findingsList(findings)}
      <form class="stack" method="post" action="${workspacesPath}">
        ${csrfField(ctx)} ${fields(given, 'Random if left empty; agents need it to know which items are audited.')}
        <p class="actions"><button class="button button-primary">Create workspace</button></p>
      </form>
    </section>`;
}

function settlerBadge({ settlerOn, settlerKill }: Pick<WorkspaceRow, 'settlerOn' | 'settlerKill'>): Html {
  if (settlerKill) return html`<span class="badge badge-bad">Stopped</span>`;
  return settlerOn ? html`<span class="badge badge-ok">On</span>` : html`<span class="badge badge-muted">Off</span>`;
}

function fields(given: WorkspaceForm, seedHint: string): Content {
  return [
    textField({ name: 'name', label: 'Name', value: given.name, required: true, autocomplete: 'off', maxlength: 255 }),
    textField({
      name: 'time_zone',
      label: 'Time zone for weeks',
      value: given.timeZone,
      required: true,
      autocomplete: 'off',
      hint: 'IANA name, such as Europe/Berlin.',
    }),
    selectField({
      name: 'clock',
      label: 'Weeks are closed by',
      value: given.clock,
      options: [
        { value: 'data', text: 'the data clock: events of a later week' },
        { value: 'wall', text: 'the wall clock too: a Schedule one day after the week' },
      ],
    }),
    textField({
      name: 'close_grace_hours',
      label: 'Hours after the end of a week before it is closed',
      value: given.closeGraceHours,
      inputmode: 'numeric',
      required: true,
    }),
    textField({
      name: 'audit_seed',
      label: 'Audit seed',
      value: given.auditSeed,
      autocomplete: 'off',
      maxlength: 128,
      hint: seedHint,
    }),
    html`<label class="check">
      <input type="checkbox" name="simulation" value="yes" ${given.simulation ? html`checked` : null} />
      <span>Simulation: events may be dated any time in the future</span>
    </label>`,
  ];
}

interface ShownWorkspace {
  readonly workspace: WorkspaceRow;
  readonly keys: readonly KeyListing[];
  readonly settler: ShownSettler;
  readonly given: WorkspaceForm;
  readonly findings: readonly FormFinding[];
  readonly now: Date;
}

export function workspaceView(ctx: Context, shown: ShownWorkspace): Html {
  const { workspace, keys, given, findings, now } = shown;
  const path = workspacePath(workspace.id);
  return html`<div class="page-head">
      <h1>${workspace.name}</h1>
      <a class="button" href="${boardPath(workspace)}">View lanes</a>
      <a class="button" href="/console/deliveries/webhooks/new?workspace=${workspace.id}">New webhook</a>
      <p><span class="mono">${workspace.id}</span>, created ${when(workspace.createdAt, now)}</p>
    </div>
    ${keysPart(ctx, { kind: 'workspace', keys, action: `${path}/keys`, now })}
    <div class="grid grid-wide">
      <section class="card" aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <p class="quiet">Changes are recorded in the workspace's log and processed in order with its events.</p>
        ${findingsList(findings)}
        <form class="stack" method="post" action="${path}/settings">
          ${csrfField(ctx)} ${fields(given, 'A different seed selects different items for audits from then on.')}
          <p class="actions"><button class="button">Save</button></p>
        </form>
      </section>
      ${settlerPart(ctx, shown)}
    </div>`;
}

function settlerPart(ctx: Context, { workspace, settler, now }: ShownWorkspace): Html {
  const path = workspacePath(workspace.id);
  const act = (value: string, text: string, look = '', confirm?: string): Html =>
    html`<form method="post" action="${path}/settler" ${confirm === undefined ? null : html`data-confirm="${confirm}"`}>
      ${csrfField(ctx)}<button class="button ${look}" name="act" value="${value}">${text}</button>
    </form>`;
  const { last_run: run } = settler;
  return html`<section class="card" aria-labelledby="settler">
    <h2 id="settler">Settler ${settlerBadge(workspace)}</h2>
    <p class="quiet">
      A model that reviews disagreements within a daily cap; people check a share of its verdicts.
      ${settler.reason === null ? null : html`<br />Not running: ${settler.reason}`}
    </p>
    ${factList([
      ['Model', settler.model ?? 'none configured'],
      ['Spent today', `$${settler.spent_today_usd} of $${settler.cap_usd}`],
      ['Last run', run === null ? 'never' : when(new Date(run.started_at), now)],
    ])}
    <div class="actions">
      ${
        workspace.settlerKill
          ? act('release', 'Resume', 'button-primary')
          : !workspace.settlerOn
            ? act('on', 'Turn on', 'button-primary')
            : settler.enabled
              ? html`<form method="post" action="${path}/settler/run">
                  ${csrfField(ctx)}<button class="button button-primary">Run now</button>
                </form>`
              : null
      }
    </div>
    ${
      workspace.settlerOn &&
      html`<details>
        <summary>Turn off or stop</summary>
        <div class="actions">
          ${act('off', 'Turn off')}
          ${
            !workspace.settlerKill &&
            act('kill', 'Stop now', 'button-danger', 'Stop the settler now, including a run in progress?')
          }
        </div>
      </details>`
    }
  </section>`;
}
