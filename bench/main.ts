/** `npm run bench -- <name>`: runs one measurement; exit code 0 when its floors are met. */

const measurements: Record<string, { about: string; run: (args: readonly string[]) => Promise<boolean> }> = {
  'pull-pod': {
    about: 'pull_pod end to end against a bare Playwright script [--runs N]',
    run: async (args) => (await import('./pull-pod.ts')).pullPod(args),
  },
  'live-picture': {
    about: 'how late the live picture of the studio is, and what watching a task costs it [--pictures N] [--runs N]',
    run: async (args) => (await import('./live-picture.ts')).livePicture(args),
  },
  memory: {
    about: 'memory of all Node processes, idle and after 200 tasks [--tasks N]',
    run: async (args) => (await import('./memory.ts')).memory(args),
  },
  idle: {
    about: 'what the whole machine takes of the processors while nobody asks anything of it [--seconds N]',
    run: async (args) => (await import('./idle.ts')).idle(args),
  },
  deliveries: {
    about: 'deliveries a second against bare one-activity workflows [--count N] [--rounds N]',
    run: async (args) => (await import('./deliveries/deliveries.ts')).deliveries(args),
  },
  hooks: {
    about:
      'an endpoint that hangs, a receiver that is down, 10,000 parked retries [--only hang,down,parked] [--seconds N] [--rounds N] [--rate N] [--shorten N] [--parked N]',
    run: async (args) => (await import('./deliveries/hooks.ts')).hooks(args),
  },
  versions: {
    about:
      'Worker Versioning: a broken version ramped to 10 % beside the one that works, and rolled back, with nothing lost [--count N]',
    run: async (args) => (await import('./versions.ts')).versions(args),
  },
  restore: {
    about:
      'tasks of all types while the engine loses its data, and while PostgreSQL goes back to an earlier moment [--tasks N] [--only engine,database]',
    run: async (args) => (await import('./restore.ts')).restore(args),
  },
  mcp: {
    about: 'a call of an MCP tool over HTTP, both protocols',
    run: async () => (await import('./mcp.ts')).mcp(),
  },
  'csv-import': {
    about: 'admin task import of 5,000 rows: read, checked, reported; stored',
    run: async () => (await import('./csv-import.ts')).csvImport(),
  },
  'input-cost': {
    about:
      'every parser of foreign bytes on shapes that are hard on it, doubled up to its limit [--only pattern] [--bytes N] [--rounds N]',
    run: async (args) => (await import('./input-cost/input-cost.ts')).inputCost(args),
  },
  'slow-callers': {
    about:
      "500 slow connections and hostile inputs at the rate limit: another sender's and workspace's p99 against the quiet one [--seconds N] [--slow N] [--hostile N] [--bytes N]",
    run: async (args) => (await import('./slow-callers/slow-callers.ts')).slowCallers(args),
  },
  'guard-cost': {
    about: 'what the guard costs a step',
    run: async () => (await import('./guard-cost.ts')).guardCost(),
  },
  'guard-table': {
    about: 'every case of the guard against a real browser, as a table [--only pattern]',
    run: async (args) => (await import('./guard-table.ts')).guardTable(args),
  },
  'guard-pages': {
    about: 'generated pages on the guard in a real browser [--pages N] [--seed N]',
    run: async (args) => (await import('./guard-pages.ts')).guardPages(args),
  },
  'portal-faults': {
    about: 'every fault of the portals at every phase of every writing task type [--only pattern]',
    run: async (args) => (await import('./portal-faults.ts')).portalFaults(args),
  },
  'fault-matrix': {
    about:
      'every write fault, task type and kill: one write at most, a true outcome [--quick] [--only pattern] [--rows file] [--write file]',
    run: async (args) => (await import('./fault-matrix.ts')).faultMatrix(args),
  },
  'lanes-characteristics': {
    about:
      'how often the lane rules err: agents and people simulated through the real reviews [--runs N] [--seed N] [--only title]',
    run: async (args) => (await import('./lanes/characteristics.ts')).lanesCharacteristics(args),
  },
  'lanes-route': {
    about:
      'POST /v1/route at 16 connections, beside Unleash server; two API processes agree [--only speed,agree] [--seconds N] [--no-unleash] [--without parts]',
    run: async (args) => (await import('./lanes/route.ts')).lanesRoute(args),
  },
  'lanes-ingest': {
    about: 'events in, paired and reviewed, beside the same code bare and an event store [--quick] [--without parts]',
    run: async (args) => (await import('./lanes/ingest.ts')).lanesIngest(args),
  },
  'lanes-workspaces': {
    about:
      'a thousand workspaces that each send a request in 5 s: waits, workflow starts, connections [--workspaces N] [--seconds N] [--shards N]',
    run: async (args) => (await import('./lanes/workspaces.ts')).lanesWorkspaces(args),
  },
  'lanes-import': {
    about:
      'exports of 49.5 MB by API and command line: time, memory, and routes meanwhile [--only generic-csv,…,events]',
    run: async (args) => (await import('./lanes/import.ts')).lanesImport(args),
  },
  'lanes-close': {
    about: 'a week of 1,000 steps closed, a million events replayed, growth up to five million [--events N]',
    run: async (args) => (await import('./lanes/close.ts')).lanesClose(args),
  },
  'lanes-jump': {
    about:
      'one event, and the close of a hold, that close 60 weeks of 500 steps, and what another workspace waits meanwhile [--steps N] [--weeks N]',
    run: async (args) => (await import('./lanes/jump.ts')).lanesJump(args),
  },
  'lanes-kill': {
    about:
      'worker, API, PostgreSQL and engine killed at random while events come in: nothing lost, nothing twice, short gaps [--kills N] [--seed N] [--only worker,…,gap]',
    run: async (args) => (await import('./lanes/kill.ts')).lanesKill(args),
  },
  applications: {
    about:
      'Django admin, Piccolo Admin and Roundup worked by their playbooks, with kills of the worker [--only django,piccolo,roundup]',
    run: async (args) => (await import('./applications/applications.ts')).applications(args),
  },
  console: {
    about: 'every page of the console among 10,000 tasks and 2,000 steps: time and size [--looks N] [--only path]',
    run: async (args) => (await import('./console/console.ts')).consolePages(args),
  },
  load: {
    about: 'mixed tasks at once: none lost, none twice, priorities, senders, memory [--tasks N]',
    run: async (args) => (await import('./load.ts')).load(args),
  },
  starved: {
    about:
      'busy processes, stopped parts and a slow disk beside tasks, deliveries and events: nothing false, lost or twice [--tasks N] [--busy N] [--disk N] [--stops N] [--longest S] [--only worker,…] [--seed N]',
    run: async (args) => (await import('./starved/starved.ts')).starved(args),
  },
  outbox: {
    about: 'workflow starts a second when 1,000 senders wait [--senders N] [--each N] [--seconds N]',
    run: async (args) => (await import('./outbox.ts')).outbox(args),
  },
  accept: {
    about:
      'POST /api/tasks at 16 connections, or in batches [--seconds N] [--batch] [--without worker,sandbox,browser]',
    run: async (args) => (await import('./accept.ts')).accept(args),
  },
};

const [name = '', ...args] = process.argv.slice(2);
const measurement = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
const unknown = measurement && unknownOption(measurement.about, args);
if (measurement === undefined) {
  const list = Object.entries(measurements).map(([known, { about }]) => `  ${known.padEnd(22)}${about}`);
  if (name !== '' && name !== '--help') process.stderr.write(`There is no measurement ${name}.\n`);
  (name === '--help' ? process.stdout : process.stderr).write(
    `Usage: npm run bench -- <name> [options]\n\n${list.join('\n')}\n`,
  );
  process.exitCode = name === '--help' ? 0 : 2;
} else if (args.includes('--help')) {
  process.stdout.write(`npm run bench -- ${name}: ${measurement.about}\n`);
} else if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not an option of ${name}: ${measurement.about}\n`);
  process.exitCode = 2;
} else {
  const met = await measurement.run(args);
  process.stdout.write(met ? 'floors met\n' : 'FLOORS NOT MET\n');
  // Connections to what was measured, and killed, may still be open: they must not keep a script waiting.
  process.exit(met ? 0 : 1);
}

/** A typo must not start a measurement of half an hour that was not asked for. */
function unknownOption(about: string, given: readonly string[]): string | undefined {
  const known: ReadonlySet<string> = new Set(about.match(/--[a-z][a-z-]*/g));
  return given.map((word) => word.split('=')[0] ?? '').find((word) => word.startsWith('--') && !known.has(word));
}
