/** What a person says before a recording begins: the portal, the task type, and the values of one sample record. */
import type { Finding } from '../../sentence.ts';
import { checkName } from '../../administration/input.ts';
import { isWriting, phaseInputs } from '../playbook/needed-facts.ts';
import type { TaskType } from '../task.ts';
import { type StudioSetup, recordedTypes } from './acts.ts';
import { sampleInputs } from './recorded-playbook.ts';

interface GivenSetup {
  readonly name: string;
  /** Of the page with which the recording begins. */
  readonly address: string;
  readonly kind: string;
  readonly taskType: string;
  /** Each `input = value`. */
  readonly samples: readonly string[];
}

export function checkSetup(
  given: GivenSetup,
  {
    allowLoopback,
    others = [],
  }: {
    readonly allowLoopback: boolean;
    /** Playbooks that are there already, each with its task types. */
    readonly others?: readonly { readonly id: string; readonly taskTypes: readonly string[] }[];
  },
): { readonly setup: StudioSetup } | { readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const find = (path: string, sentence: string): void => void findings.push({ path, sentence });
  const name = checkName(given.name, 'A portal name');
  if (!name.ok) find('name', name.sentence);
  const url = URL.canParse(given.address) ? new URL(given.address) : undefined;
  const unusable = unusableAddress(url, allowLoopback);
  if (unusable !== undefined) find('address', unusable);
  const taskType = recordedTypes.find((type) => type === given.taskType);
  if (taskType === undefined) find('task_type', `the task type is one of ${recordedTypes.join(', ')}`);
  const samples = readSamples(given.samples, taskType ?? 'pull_pod', (sentence) => find('samples', sentence));
  if (url === undefined || taskType === undefined || !name.ok || findings.length > 0) return { findings };
  const account = portalId(name.value);
  // Another task type of the same portal is a playbook of its own beside the first, with the same login.
  const isOther = others.some(({ id, taskTypes }) => id === account && !taskTypes.includes(taskType));
  const ending = taskType.replaceAll('_', '-');
  return {
    setup: {
      id: isOther ? `${account.slice(0, longestId - ending.length - 1).replace(/-+$/, '')}-${ending}` : account,
      name: isOther ? `${name.value}: ${taskType}` : name.value,
      kind: given.kind === 'audit' ? 'audit' : 'tms',
      origin: url.origin,
      entry: `${url.pathname}${url.search}${url.hash}`,
      account,
      taskType,
      samples,
    },
  };
}

/** Why no portal can be worked at this address; undefined where one can. */
export function unusableAddress(url: URL | undefined, allowLoopback: boolean): string | undefined {
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '')
    return 'the address is a web address, such as https://tms.example.com/login';
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
    return allowLoopback ? undefined : 'the address is on this machine, and PORTAL_ALLOW_LOOPBACK is false';
  return url.protocol === 'https:' ? undefined : 'the address has to begin with https://';
}

/** Whether a person who releases a write has typed the number of the sample record, and not just anything. */
export function namesSample({ samples }: StudioSetup, record: string): boolean {
  return Object.entries(samples).some(([name, value]) => name !== 'mark' && value.length >= 4 && value === record);
}

function readSamples(
  lines: readonly string[],
  taskType: TaskType,
  find: (sentence: string) => void,
): Record<string, string> {
  const known = sampleInputs(taskType);
  const given: Record<string, string> = {};
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, input = '', value = ''] = /^\s*([a-z_]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (!known.includes(input))
      find(`“${line.trim().slice(0, 60)}” names no input; inputs of ${taskType} are ${known.join(', ')}`);
    else if (value !== '') given[input] = value.slice(0, 500);
  }
  const samples = withDerived(given, known);
  const missing = neededSamples(taskType).filter((name) => samples[name] === undefined);
  if (missing.length > 0) find(`the sample record needs a value for ${missing.join(', ')}`);
  return samples;
}

/** What a task has as another input as well: a recipe that is not given the one is given the other. */
function withDerived(given: Readonly<Record<string, string>>, known: readonly string[]): Record<string, string> {
  const { claim_id: claim, dispute_id: dispute, invoice_number: invoice, search, claim_number, dispute_number } = given;
  const lookedFor = search ?? claim ?? dispute ?? invoice ?? claim_number ?? dispute_number;
  // Who looks for the invoice finds the number of the record in the portal only.
  const found = invoice === undefined ? lookedFor : undefined;
  const derived = { search: lookedFor, claim_number: claim ?? found, dispute_number: dispute ?? found };
  const more = Object.entries(derived).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && known.includes(entry[0]),
  );
  return { ...Object.fromEntries(more), ...given };
}

/** Without these nothing can be recorded that a rehearsal would run. */
function neededSamples(taskType: TaskType): string[] {
  if (!isWriting(taskType)) return ['pro'];
  const inputs = Object.values(phaseInputs[taskType]).flat();
  return [...new Set(inputs.filter(({ always }) => always).map(({ name }) => name))].filter(
    (name) => name !== 'pod_file',
  );
}

const longestId = 30;

/** The id of a playbook, and of its account, for a portal of this name. */
export function portalId(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, longestId)
    .replace(/-+$/, '');
  return plain === '' ? 'portal' : plain;
}
