/** `admin lanes pin`: keeps a step, a queue or a whole workspace at a lane or below it (D74). */
import { Command, Option } from 'commander';
import { pinStates, pinView, type PinnedLane, type PinState } from '../domain/lanes/pin.ts';
import { listPins } from '../store/lanes/pins.ts';
import { timeOrAhead } from './arguments.ts';
import { AdminRefusal, granted, withDeployment, deciding } from './deployment.ts';
import { lanesDeps, knownWorkspace } from './workspace.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';

export function lanesPinCommand(): Command {
  const command = new Command('pin').description('Pins: upper limits on lanes, set by people');
  command
    .command('set')
    .description('Pin the workspace, a queue or a step, as the person given by --actor; takes effect immediately')
    .argument('<workspace>', 'id of the workspace')
    .addOption(
      new Option('--lane <lane>', 'the highest lane; shadow for the whole workspace stops every agent')
        .choices(['shadow', 'assist'])
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'reason, shown with the lane change')
    .option('--queue <queue>', 'only this queue')
    .option('--step <step>', 'only this step of the queue')
    .option('--until <time or span>', 'when the pin ends, by the data clock (default: until removed)', timeOrAhead)
    .option('--json', 'print the result as JSON')
    .action(set);
  command
    .command('list')
    .description('List the pins of a workspace, oldest first')
    .argument('<workspace>', 'id of the workspace')
    .addOption(new Option('--state <state>', 'filter by state').choices(pinStates))
    .option('--json', 'print the result as JSON')
    .action(async (workspaceId: string, { state, ...options }: PrintOptions & { readonly state?: PinState }) => {
      const pins = await withDeployment(async (deployment) =>
        listPins(deployment.pool, (await knownWorkspace(deployment, workspaceId)).no, state),
      );
      printList(
        'pins',
        pins.map((pin) => ({ ...pin })),
        options,
      );
    });
  command
    .command('remove')
    .description('Remove a pin; this promotes nothing, lanes must be earned again')
    .argument('<workspace>', 'id of the workspace')
    .argument('<pin>', 'id of the pin (pin_…)')
    .option('--json', 'print the result as JSON')
    .action(remove);
  return command;
}

interface SetOptions extends PrintOptions {
  readonly lane: PinnedLane;
  readonly reason: string;
  readonly queue?: string;
  readonly step?: string;
  readonly until?: Date;
}

async function set(workspaceId: string, { lane, reason, queue, step, until, ...options }: SetOptions): Promise<void> {
  const place = { queue: queue ?? null, step: step ?? null };
  const { pinFindings, setPin } = await import('../commands/lanes/pins.ts');
  const [finding] = pinFindings({ ...place, lane, reason });
  if (finding !== undefined) throw new AdminRefusal(finding.sentence);
  const { pin, answer } = await withDeployment(async (deployment) => {
    const workspace = await knownWorkspace(deployment, workspaceId);
    const wanted = { ...place, lane, reason: reason.trim(), until: until?.getTime() ?? null };
    return granted(await setPin(lanesDeps(deployment), workspace, wanted, deciding(deployment)));
  });
  printRecord({ ...pinView(pin), steps_moved: answer.lane_changes.length }, options);
}

async function remove(workspaceId: string, pinId: string, options: PrintOptions): Promise<void> {
  const { removePin } = await import('../commands/lanes/pins.ts');
  const removed = await withDeployment(async (deployment) =>
    removePin(lanesDeps(deployment), await knownWorkspace(deployment, workspaceId), pinId, deciding(deployment)),
  );
  if (!removed) throw new AdminRefusal(`the workspace has no pin ${pinId}`);
  printRecord({ id: pinId, removed: true }, options);
}
