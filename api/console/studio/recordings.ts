/** Recordings: the list, and a new one with the login that it is made with. */
import type { HandlerOf } from '../../http/api-route.ts';
import { actorName } from '../../../domain/actor.ts';
import type { Context } from 'koa';
import { type StudioSetup, recordedTypes } from '../../../domain/dispatch/studio/acts.ts';
import { checkPortalLogin } from '../../../domain/administration/input.ts';
import { sampleInputs } from '../../../domain/dispatch/studio/recorded-playbook.ts';
import { checkSetup } from '../../../domain/dispatch/studio/setup.ts';
import { CredentialsError, readCredentials, sealCredentials } from '../../../portals/credentials.ts';
import { checkPlaybook } from '../../../portals/playbooks/findings.ts';
import { listVersions } from '../../../store/playbook-versions.ts';
import { readSealedCredentials, setPortalAccount } from '../../../store/portal-credentials.ts';
import { createRecording, listRecordings, wantBrowser } from '../../../store/recordings.ts';
import { type Html, html } from '../../http/html.ts';
import { csrfField, field, findingsList, form, selectField, textField } from '../form.ts';
import { administrationCrumb, portalsPath, recordingPath, recordingsPath } from '../paths.ts';
import type { DispatchConsoleDeps, FormFinding } from '../route.ts';
import { actorOf, redirect, sendPage, when } from '../page.ts';

const listed = 50;

export const getRecordings: HandlerOf<DispatchConsoleDeps> = (deps) => (ctx) => sendRecordings(deps, ctx, []);

async function sendRecordings(
  deps: DispatchConsoleDeps,
  ctx: Context,
  findings: readonly FormFinding[],
): Promise<void> {
  const rows = await listRecordings(deps.pool, listed);
  sendPage(deps, ctx, {
    title: 'Record a portal',
    section: 'administration',
    crumbs: [administrationCrumb, { text: 'Portals', href: portalsPath }],
    status: findings.length === 0 ? 200 : 422,
    body: html`<div class="page-head">
        <h1>Record a portal</h1>
        <p>
          Work through the portal once for a sample record, in a browser of this deployment. Every step is recorded as a
          playbook. Nothing is written to the portal unless you release it.
        </p>
      </div>
      ${findingsList(findings)} ${newForm(ctx)}
      ${
        rows.length === 0
          ? null
          : html`<section class="card" aria-labelledby="recordings">
              <h2 id="recordings">Recordings</h2>
              <div class="table-wrap">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Portal</th>
                      <th scope="col">Task type</th>
                      <th scope="col">Steps</th>
                      <th scope="col">By</th>
                      <th scope="col">Created</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${rows.map(
                      (row) =>
                        html`<tr>
                          <td><a href="${recordingPath(row.id)}">${row.setup.name}</a></td>
                          <td>${row.setup.taskType}</td>
                          <td>${row.acts.length}</td>
                          <td>${actorName(row.createdBy)}</td>
                          <td>${when(row.createdAt, deps.now())}</td>
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>
            </section>`
      }`,
  });
}

function newForm(ctx: Context): Html {
  const given = (name: string): { name: string; value: string } => ({ name, value: field(ctx, name) });
  return html`<section class="card" aria-labelledby="new-recording">
    <h2 id="new-recording">New recording</h2>
    <form class="stack" method="post" action="${recordingsPath}" autocomplete="off">
      ${csrfField(ctx)} ${textField({ ...given('name'), label: 'Portal name', required: true, maxlength: 100 })}
      ${textField({ ...given('address'), label: 'Address of the sign-in page', type: 'url', required: true, hint: 'For example https://tms.example.com/login' })}
      ${selectField({
        name: 'kind',
        label: 'Kind',
        value: field(ctx, 'kind') || 'tms',
        options: [
          { value: 'tms', text: 'TMS of the carrier' },
          { value: 'audit', text: 'Audit portal of the payer' },
        ],
      })}
      ${selectField({ name: 'task_type', label: 'Task type', value: field(ctx, 'task_type'), options: recordedTypes.map((type) => ({ value: type, text: type })) })}
      <fieldset>
        <legend>Sample record</legend>
        <p class="quiet small">
          The values that you are going to type, one per line: <code>pro = 0412708839</code>. What you type is
          recognised by them.
        </p>
        <details>
          <summary class="small">Inputs of each task type</summary>
          <ul class="small">
            ${recordedTypes.map((type) => html`<li><code>${type}</code>: ${sampleInputs(type).join(', ')}</li>`)}
          </ul>
        </details>
        <div class="field">
          <label for="samples">Values</label>
          <textarea id="samples" name="samples" rows="4" required spellcheck="false">
${field(ctx, 'samples') || 'pro = '}</textarea>
        </div>
      </fieldset>
      <fieldset>
        <legend>Login</legend>
        <p class="quiet small">
          Encrypted when stored, and never shown again. Leave empty to use a login that is stored already.
        </p>
        ${textField({ ...given('username'), label: 'User name', autocomplete: 'off', maxlength: 255 })}
        ${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' })}
        ${textField({ name: 'totp_secret', label: 'One-time code secret', type: 'password', autocomplete: 'off', hint: 'Base32; leave empty if the account has no second factor.' })}
      </fieldset>
      <p class="actions"><button class="button button-primary">Start recording</button></p>
    </form>
  </section>`;
}

export const postRecording: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const judged = checkSetup(
    {
      name: field(ctx, 'name'),
      address: field(ctx, 'address'),
      kind: field(ctx, 'kind'),
      taskType: field(ctx, 'task_type'),
      samples: field(ctx, 'samples').split(/\r?\n/),
    },
    { allowLoopback: deps.settings.PORTAL_ALLOW_LOOPBACK, others: await othersOf(deps) },
  );
  if ('findings' in judged)
    return sendRecordings(
      deps,
      ctx,
      judged.findings.map(({ path, sentence }) => ({ field: path, sentence })),
    );
  const { setup } = judged;
  const password = form(ctx).get('password') ?? '';
  if (field(ctx, 'username') !== '' || password !== '') {
    const totp = field(ctx, 'totp_secret');
    const login = checkPortalLogin(field(ctx, 'username'), password, totp === '' ? null : totp);
    if (!login.ok) return sendRecordings(deps, ctx, [{ field: login.field ?? 'username', sentence: login.sentence }]);
    const sealed = sealCredentials(deps.deploymentSecret, setup.id, setup.account, login.value);
    const { username } = login.value;
    await setPortalAccount(deps.pool, {
      portal: setup.id,
      account: setup.account,
      sealed,
      username,
      actor: actorOf(ctx),
    });
    // The second playbook of a portal uses the login of the first.
  } else if (setup.id !== setup.account) await shareLogin(deps, setup, actorOf(ctx));
  const id = await createRecording(deps.pool, setup, actorOf(ctx));
  await wantBrowser(deps.pool, id, 'opens');
  redirect(ctx, recordingPath(id));
};

/** Playbooks that are there already, as recordings or as versions. */
async function othersOf({ pool, settings }: DispatchConsoleDeps): Promise<{ id: string; taskTypes: string[] }[]> {
  const [recordings, versions] = await Promise.all([listRecordings(pool, listed), listVersions(pool)]);
  const stored = versions.flatMap(({ playbookId, body }) => {
    const checked = checkPlaybook(body, playbookId, settings);
    return 'playbook' in checked ? [{ id: playbookId, taskTypes: Object.keys(checked.playbook.capabilities) }] : [];
  });
  return [...recordings.map(({ setup }) => ({ id: setup.id, taskTypes: [setup.taskType] })), ...stored];
}

async function shareLogin(
  { pool, deploymentSecret }: DispatchConsoleDeps,
  { id: portal, account }: StudioSetup,
  actor: string,
): Promise<void> {
  const source = { env: {}, deploymentSecret, readSealed: readSealedCredentials.bind(null, pool) };
  const known = await readCredentials(source, account, account).catch((error: unknown) => {
    if (error instanceof CredentialsError) return undefined;
    throw error;
  });
  if (known === undefined) return;
  const sealed = sealCredentials(deploymentSecret, portal, account, known);
  await setPortalAccount(pool, { portal, account, sealed, username: known.username, actor });
}
