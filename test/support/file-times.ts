/** How long each file of a run took, imports and set-up included: noted by the processes of mocha, printed at its end. */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';

/** Where the processes of one run note their files; set by test/run.ts. */
const noted = process.env['TEST_FILE_TIMES'];
/** In a second, as /proc counts them on every Linux of today. */
const ticks = 100;
let beganMs = performance.now();
let began = processorSeconds();

/** Called after each file, with `--parallel` too. */
export function noteFile(file: string | undefined): void {
  if (noted === undefined) return;
  const now = processorSeconds();
  const seconds = { wall: (performance.now() - beganMs) / 1000, own: now.own - began.own, all: now.all - began.all };
  if (file !== undefined) appendFileSync(noted, `${JSON.stringify({ file, ...seconds })}\n`);
  beganMs = performance.now();
  began = now;
}

/** What this process used of the processor, and what it used together with every process below it (Linux only). */
function processorSeconds(): { own: number; all: number } {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (noted === undefined || process.platform !== 'linux') return { own, all: own };
  const parents = new Map<number, number>();
  const used = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name);
    if (fields === null) continue;
    // After the name in brackets: state, parent, …; 11 to 14 are user, system and both of the children waited for.
    parents.set(Number(name), Number(fields[1]));
    used.set(Number(name), fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0) / ticks);
  }
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) {
      if (at === process.pid) return true;
    }
    return false;
  };
  const all = [...used].filter(([pid]) => isBelow(pid)).reduce((sum, [, seconds]) => sum + seconds, 0);
  return { own, all };
}

function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
