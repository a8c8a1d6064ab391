/** `admin lanes example`: writes the made-up half year of the trial as files that curl can send, a file a week. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import {
  exampleDecision,
  exampleDefinition,
  exampleItems,
  exampleWeeks,
  exampleWork,
} from '../domain/lanes/example-history.ts';
import { wholeNumber } from './arguments.ts';
import { AdminRefusal } from './deployment.ts';
import { type PrintOptions, printRecord } from './terminal.ts';

interface ExampleOptions extends PrintOptions {
  readonly weeks: number;
}

export function lanesExampleCommand(): Command {
  return new Command('example')
    .description('Write the events of an example queue, one file per week, for trying the lanes API with curl')
    .argument('<folder>', 'output folder; created if missing')
    .option('--weeks <n>', 'number of weeks', wholeNumber(1, exampleWeeks), exampleWeeks)
    .action(writeExample);
}

function writeExample(folder: string, { weeks, ...options }: ExampleOptions): void {
  let events = 0;
  try {
    mkdirSync(folder, { recursive: true });
    for (let week = 1; week <= weeks; week += 1) {
      const body = eventsOf(week);
      events += body.length;
      writeFileSync(join(folder, `week-${String(week).padStart(2, '0')}.json`), JSON.stringify({ events: body }));
    }
  } catch (error) {
    throw new AdminRefusal(`${folder} cannot be written: ${(error as Error).message}`);
  }
  printRecord({ folder, files: weeks, events }, options);
}

function eventsOf(week: number): object[] {
  const work = exampleItems(week).flatMap((item) => {
    const decision = exampleDecision(item.step, week);
    // Checking every item is more than is picked; results of the others are stored and count nowhere.
    return exampleWork(item, decision, decision === 'act_alone');
  });
  return week === 1 ? [exampleDefinition(), ...work] : work;
}
