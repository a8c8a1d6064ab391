/** PostgreSQL: reachable, of a version that was tried, migrated, with room for connections, and with our clock. */
import { type StuckTask, stuckTasks } from '../../commands/dispatch/find-stuck-tasks.ts';
import { changeSentence } from '../../domain/dispatch/portal-change.ts';
import { span } from '../../domain/dispatch/stuck.ts';
import { subjectOf } from '../../domain/dispatch/task-title.ts';
import { retiredScope } from '../../domain/key-scopes.ts';
import { withoutStop } from '../../domain/sentence.ts';
import { listCanaryRuns, listPausedCanaries } from '../../store/canaries.ts';
import { type DatabaseHealth, type Pool, type Queryable, openPool, readDatabaseHealth } from '../../store/database.ts';
import { listEndpoints } from '../../store/endpoint-health.ts';
import { readRetiredKeys } from '../../store/keys.ts';
import { type SchemaState, schemaState } from '../../store/migrate.ts';
import { type WorkThatWaits, maybeStuckTasks, workThatWaits } from '../../store/overview.ts';
import { listChanges } from '../../store/portal-changes.ts';
import { listOutages } from '../../store/portal-waits.ts';
import { type RolePower, rolePower } from '../../store/service-role.ts';
import { countMissingStamps } from '../../store/time-stamps.ts';
import { type Check, asking, broken, doubtful, errorText, fine } from './check.ts';

/** What the embedded server and the compose file run, and the oldest whose features are used. */
const triedMajor = 18;
const leastMajor = 15;
/** A signed request may be five minutes off; what is further off than this will soon be. */
const skew = { warnMs: 2_000, failMs: 60_000 } as const;
/** A start waits for milliseconds where the engine takes it. */
const startLateSeconds = 60;

export async function checkDatabase(url: string): Promise<Check[]> {
  const pool = openPool({ url, size: 1, name: 'doctor' });
  try {
    return await asking(
      'PostgreSQL',
      () => askDatabase(pool),
      (error) =>
        broken(
          'PostgreSQL',
          errorText(error),
          'see that the server of DATABASE_URL runs and takes this user; npm start runs one of its own when DATABASE_URL is empty',
        ),
    );
  } finally {
    await pool.end();
  }
}

async function askDatabase(pool: Pool): Promise<Check[]> {
  const schema = await schemaState(pool);
  const migrated = schemaCheck(schema);
  if (schema.missing.length > 0) return [fine('PostgreSQL', 'reachable'), migrated];
  return [
    ...(await healthChecks(pool)),
    migrated,
    roleCheck(await rolePower(pool)),
    oldKeys(await readRetiredKeys(pool)),
    ...(await portalChecks(pool)),
    ...(await checkWaiting(pool, new Date())),
  ];
}

/** Portals that have changed, and canaries that could not find out. */
async function portalChecks(pool: Pool): Promise<Check[]> {
  const changes = await listChanges(pool, { confirmed: true });
  const paused = await listPausedCanaries(pool);
  const failed = (await listCanaryRuns(pool, { limit: 1, canary: true })).filter(({ result }) => result === 'failed');
  return [
    ...changes.map((change) =>
      doubtful(
        `Portal ${change.playbookId}`,
        `${change.portalName}: ${changeSentence(change)}; ${change.tasks} ${change.tasks === 1 ? 'task waits' : 'tasks wait'}`,
        'release a version of the playbook that fits: Administration, Portals, or npx lanekeeper playbook propose',
      ),
    ),
    ...failed.map(({ playbookId, taskType, summary }) =>
      doubtful(
        `Canary ${playbookId}`,
        `${taskType}: ${summary}`,
        'it cannot find out whether the portal has changed until this is corrected: npx lanekeeper playbook canary list',
      ),
    ),
    ...(paused.length === 0
      ? []
      : [doubtful('Canaries', `paused: ${paused.join(', ')}`, 'resume with npx lanekeeper playbook canary resume')]),
  ];
}

async function healthChecks(pool: Pool): Promise<Check[]> {
  // The connection is open by now, so that the clock is compared over one round trip only.
  const askedAt = Date.now();
  const health = await readDatabaseHealth(pool);
  const answeredAt = Date.now();
  return [versionCheck(health), connections(health), clock(health, askedAt, answeredAt), starts(health)];
}

function versionCheck({ version, versionNumber, databaseBytes }: DatabaseHealth): Check {
  const found = `${version}, ${Math.ceil(databaseBytes / 1_000_000).toLocaleString('en-US')} MB`;
  const major = Math.floor(versionNumber / 10_000);
  if (major < leastMajor)
    return broken('PostgreSQL', found, `upgrade it: ${leastMajor} or newer is needed, ${triedMajor} is what was tried`);
  return major < triedMajor
    ? doubtful('PostgreSQL', found, `the tests run on ${triedMajor}; plan the upgrade`)
    : fine('PostgreSQL', found);
}

function schemaCheck({ missing, unknown, changed, newest }: SchemaState): Check {
  const name = 'PostgreSQL migrations';
  if (unknown.length > 0)
    return broken(
      name,
      `the database has ${unknown.join(', ')} of a newer version`,
      'run that version or a newer one, or restore the backup made before the upgrade',
    );
  if (changed.length > 0)
    return broken(
      name,
      `the files of ${changed.join(', ')} differ from those applied`,
      'restore store/migrations of this version',
    );
  if (missing.length > 0)
    return broken(name, `${missing.length} missing, from ${missing[0]} on`, 'run npx lanekeeper migrate');
  return fine(name, `current (${newest})`);
}

/** Keys that may still send an agent's work and speak for people (D70). */
function oldKeys(keys: readonly string[]): Check {
  const name = 'Keys of workspaces';
  if (keys.length === 0) return fine(name, 'none may send work and verdicts by an old scope');
  return doubtful(
    name,
    `${keys.length} with the old scope ${retiredScope}, which may speak for people too: ${keys.join(', ')}`,
    'rotate them (npx lanekeeper key rotate key_…): the new key may send the work of agents; what reports the work of people needs a key with the scope people, and what gives verdicts one with verdict',
  );
}

function roleCheck({ role, superuser, owner, changes }: RolePower): Check {
  const name = 'PostgreSQL role';
  if (!superuser && !owner && changes.length === 0) return fine(name, `${role} owns no table`);
  const found = superuser
    ? 'is a superuser'
    : owner
      ? 'owns the tables'
      : `may change rows of ${changes.join(' and ')}`;
  return doubtful(
    name,
    `${role} ${found}: a service could switch the protection of append-only tables off`,
    'set DATABASE_URL to a role of its own for the services and DATABASE_OWNER_URL to this one, then run npx lanekeeper migrate, which creates the role and its grants',
  );
}

function connections({ usedConnections, maxConnections }: DatabaseHealth): Check {
  const found = `${usedConnections} of ${maxConnections} in use`;
  const share = usedConnections / maxConnections;
  const advice = 'raise max_connections, lower DATABASE_POOL, or put a pooler (session pooling) in front';
  if (share >= 0.95) return broken('PostgreSQL connections', found, advice);
  return share >= 0.8 ? doubtful('PostgreSQL connections', found, advice) : fine('PostgreSQL connections', found);
}

/** By how far the server's clock lies outside the time between question and answer. */
function clock({ now }: DatabaseHealth, askedAt: number, answeredAt: number): Check {
  const at = now.getTime();
  const offMs = at < askedAt ? askedAt - at : at > answeredAt ? at - answeredAt : 0;
  const found = offMs === 0 ? 'agrees with PostgreSQL' : `${(offMs / 1000).toFixed(1)} s off that of PostgreSQL`;
  const advice =
    'let both machines keep their time (chrony, systemd-timesyncd): signatures may be 5 minutes off at most';
  if (offMs >= skew.failMs) return broken('Clock', found, advice);
  return offMs >= skew.warnMs ? doubtful('Clock', found, advice) : fine('Clock', found);
}

function starts({ startsWaiting, oldestStartSeconds }: DatabaseHealth): Check {
  const name = 'Workflow starts';
  if (startsWaiting === 0) return fine(name, 'none waits');
  const found = `${startsWaiting} wait, the oldest for ${Math.round(oldestStartSeconds)} s`;
  return oldestStartSeconds < startLateSeconds
    ? fine(name, found)
    : doubtful(
        name,
        found,
        'see whether an API or worker process runs and the engine answers; its log says what was refused',
      );
}

// What is waiting: portals that do not respond, stuck tasks, approvals close to expiry, deliveries that fail, time stamps
// that are missing.

/** Looked at; a deployment with more has one cause for all of them. */
const mostTasks = 200;
/** Named in a line. */
const fewTasks = 3;
const mostEndpoints = 5;
const dayMs = 86_400_000;

async function checkWaiting(q: Queryable, now: Date): Promise<Check[]> {
  const candidates = await maybeStuckTasks(q, now, mostTasks);
  const stuck = await stuckTasks(q, candidates.first, now);
  const [expiring, others] = [
    stuck.filter(({ status }) => status === 'awaiting_approval'),
    stuck.filter(({ status }) => status !== 'awaiting_approval'),
  ];
  const work = await workThatWaits(q, now, new Date(now.getTime() - dayMs));
  return [
    ...(await outages(q, now)),
    tasks(
      'Stuck tasks',
      others,
      'npx lanekeeper task watch <id> shows where a task is; its workflow has the same id in the Temporal UI',
    ),
    tasks(
      'Approvals',
      expiring,
      'decide them in the console (Approvals) or with npx lanekeeper approval decide; an expired one escalates its task',
    ),
    ...(await deliveries(q, work, now)),
    ...(await timeStamps(q, now)),
  ];
}

async function outages(q: Queryable, now: Date): Promise<Check[]> {
  const found = await listOutages(q);
  if (found.length === 0) return [fine('Portals', 'no task waits for one')];
  return found.map(({ portal, portalName, reason, since, tasks }) =>
    doubtful(
      `Portal ${portal}`,
      `${portalName} has not responded for ${span(now.getTime() - since.getTime())} (${reason}); ${tasks} ${tasks === 1 ? 'task waits' : 'tasks wait'}`,
      'open it in a browser; the tasks retry automatically',
    ),
  );
}

function tasks(name: string, found: readonly StuckTask[], advice: string): Check {
  if (found.length === 0) return fine(name, name === 'Approvals' ? 'none expires within 24 hours' : 'none');
  const named = found.slice(0, fewTasks).map((task) => `${subjectOf(task)} (${task.id}): ${withoutStop(task.why)}`);
  const more = found.length > fewTasks ? `; and ${found.length - fewTasks} more` : '';
  return doubtful(name, `${found.length}: ${named.join('; ')}${more}`, advice);
}

async function deliveries(q: Queryable, { retrying, failed }: WorkThatWaits, now: Date): Promise<Check[]> {
  const failing = await listEndpoints(q, { failing: true, limit: mostEndpoints });
  const counts = `${retrying} waiting for another attempt, ${failed} failed permanently in the last 24 hours`;
  return [
    failed === 0
      ? fine('Deliveries', counts)
      : doubtful(
          'Deliveries',
          counts,
          'npx lanekeeper delivery list --status failed shows them; delivery retry sends one again',
        ),
    ...failing.map(({ origin, ownerId, failuresSince }) =>
      doubtful(
        `Endpoint ${origin}`,
        `fails${failuresSince === null ? '' : ` for ${span(now.getTime() - failuresSince.getTime())}`} (${ownerId})`,
        'npx lanekeeper delivery list --status retrying shows the answers; retries continue automatically',
      ),
    ),
  ];
}

/** Nothing where every pack has its time stamp, or none is asked for. */
async function timeStamps(q: Queryable, now: Date): Promise<Check[]> {
  const counts = await countMissingStamps(q, now);
  if (counts === undefined) return [];
  const { failing, ended, authority, lastError } = counts;
  const packs = (many: number): string => (many === 1 ? '1 pack' : `${many.toLocaleString('en-US')} packs`);
  const found = [
    ...(failing > 0 ? [`${packs(failing)} without one, asked for again`] : []),
    ...(ended > 0 ? [`${packs(ended)} without one, no longer asked for`] : []),
    `${authority}: ${lastError ?? 'it was not asked'}`,
  ].join('; ');
  const again = 'npx lanekeeper evidence stamp --missing asks again for those that are no longer asked for';
  return [
    doubtful(
      'Time stamps',
      found,
      `check EVIDENCE_TIME_STAMP_URL; ${ended > 0 ? again : 'it is asked again for 24 hours'}`,
    ),
  ];
}
