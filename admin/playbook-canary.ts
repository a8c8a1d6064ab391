/** `admin playbook canary`: the daily rehearsals of playbooks, and the changes of portals that they and tasks have found. */
import { Command } from 'commander';
import { changeSentence } from '../domain/dispatch/portal-change.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import type { Rehearsed } from '../portals/playbooks/abilities.ts';
import { keptRuns, listCanaryRuns, listPausedCanaries } from '../store/canaries.ts';
import { endChangesByHand, listChanges } from '../store/portal-changes.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { fromHere } from './with-engine.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';

export function canaryCommand(): Command {
  const command = new Command('canary').description(
    'Canaries: daily rehearsals that find out whether a portal still fits its playbook',
  );
  const onPlaybook = (name: string, description: string): Command =>
    command.command(name).description(description).argument('<playbook>', 'id of the playbook');
  command
    .command('list')
    .description('List the canaries of the versions in use, with their last result and the waiting tasks')
    .argument('[playbook]', 'id of a playbook')
    .action(list);
  onPlaybook('run', 'Rehearse now; the result is recorded as that of the daily rehearsal').action(run);
  onPlaybook('pause', 'Stop the daily rehearsals of a playbook').action(pause);
  onPlaybook('resume', 'Start them again').action(resume);
  onPlaybook('continue', 'End the change that was found: waiting tasks try the portal again')
    .requiredOption('--why <text>', 'reason, for the audit log')
    .action(goOn);
  return command;
}

interface Canary {
  readonly playbook: Rehearsed;
  readonly taskType: TaskType;
}

/** Without their recipes, whose check takes as long as all else that a command does. */
async function canariesOf({ pool, settings }: Deployment, playbookId?: string): Promise<Canary[]> {
  const [{ rehearsedForAnyone }, { storedPlaybooks }] = await Promise.all([
    import('../portals/playbooks/abilities.ts'),
    import('../store/playbooks-in-force.ts'),
  ]);
  const inForce = await rehearsedForAnyone({ settings, ...storedPlaybooks(pool) });
  const wanted = inForce.filter(({ id }) => playbookId === undefined || id === playbookId);
  if (playbookId !== undefined && wanted.length === 0) throw new AdminRefusal(`no playbook ${playbookId} is in use`);
  return wanted.flatMap((playbook) =>
    Object.keys(playbook.canary).map((taskType) => ({ playbook, taskType: taskType as TaskType })),
  );
}

async function list(playbookId: string | undefined, options: PrintOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    const { pool } = deployment;
    const [canaries, runs, paused, changes] = await Promise.all([
      canariesOf(deployment, playbookId),
      // Of two versions in use, each has its own last run.
      listCanaryRuns(pool, { limit: keptRuns, canary: true }),
      listPausedCanaries(pool),
      listChanges(pool, { confirmed: false }),
    ]);
    printList(
      'canaries',
      canaries.map(({ playbook: { id, version, digest }, taskType }) => {
        const last = runs.find((one) => one.digest === digest && one.taskType === taskType);
        const change = changes.find((one) => one.digest === digest && one.taskType === taskType);
        return {
          playbook: id,
          version,
          task_type: taskType,
          state: paused.includes(id) ? 'paused' : 'daily',
          last_run: last?.endedAt.toISOString() ?? null,
          result: last?.result ?? null,
          summary: last?.summary ?? null,
          change: change === undefined ? null : changeSentence(change),
          tasks_waiting: change?.tasks ?? 0,
        };
      }),
      options,
    );
  });
}

async function run(playbookId: string, options: PrintOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    const canaries = await mustHave(deployment, playbookId);
    const { runCanary } = await import('../commands/dispatch/playbooks.ts');
    const started: TaskType[] = [];
    for (const playbook of new Set(canaries.map((one) => one.playbook)))
      started.push(...granted(await runCanary({ ...fromHere, pool: deployment.pool }, playbook)));
    printRecord({ playbook: playbookId, started }, options);
  });
}

async function pause(playbookId: string, options: PrintOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    await mustHave(deployment, playbookId);
    const { pool, actor } = deployment;
    const { pauseCanary } = await import('../commands/dispatch/playbooks.ts');
    if (!(await pauseCanary(pool, playbookId, actor)))
      throw new AdminRefusal(`the canary of ${playbookId} is paused already`);
    printRecord({ playbook: playbookId, state: 'paused' }, options);
  });
}

async function resume(playbookId: string, options: PrintOptions): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const { resumeCanary } = await import('../commands/dispatch/playbooks.ts');
    if (!(await resumeCanary(pool, playbookId, actor)))
      throw new AdminRefusal(`the canary of ${playbookId} is not paused`);
    printRecord({ playbook: playbookId, state: 'daily' }, options);
  });
}

async function goOn(playbookId: string, options: PrintOptions & { readonly why: string }): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const changes = (await listChanges(pool, { confirmed: false })).filter((one) => one.playbookId === playbookId);
    if (changes.length === 0) throw new AdminRefusal(`no change of ${playbookId} is open`);
    await endChangesByHand(pool, playbookId, { actor, why: options.why });
    const tasks = changes.reduce((sum, one) => sum + one.tasks, 0);
    printRecord({ playbook: playbookId, ended: changes.map(changeSentence), tasks_waiting: tasks }, options);
  });
}

async function mustHave(deployment: Deployment, playbookId: string): Promise<Canary[]> {
  const canaries = await canariesOf(deployment, playbookId);
  if (canaries.length === 0)
    throw new AdminRefusal(`the playbook ${playbookId} has no canary: name a record in its member "canary"`);
  return canaries;
}
