/** What the page of the studio and the live browser say to each other. */
import { isOperationField } from '../guard/never-click.ts';
import { isWriting, phaseInputs, phases } from '../playbook/needed-facts.ts';
import { type PressedKey, pressedKeys } from '../playbook/step.ts';
import type { RecordedPart, RequestUse, SeenField, SeenKind, StudioSetup } from './acts.ts';
import storing from './storing-words.json' with { type: 'json' };
import { sampleOf, type Samples } from './templates.ts';

/** The window of the browser, in CSS pixels; points are in these. */
export const liveWindow = { width: 1280, height: 900 } as const;

/** Keys that are pressed as such; anything else is text. */
const liveKeys = [...pressedKeys, 'Tab', 'Backspace', 'Delete'] as const;
type LiveKey = PressedKey | 'Tab' | 'Backspace' | 'Delete';
export const loginParts = ['username', 'password', 'totp'] as const;
export type LoginPart = (typeof loginParts)[number];
const decisions = ['read', 'preview', 'login', 'send', 'hold', 'leave'] as const;
/**
 * What a person says of a request that is held: it reads, it is a preview, part of the sign-in, the one write, it stays here, or it
 * is no matter of the work (the page counts its visits) and is left out from now on.
 */
export type Decision = (typeof decisions)[number];

interface Point {
  readonly x: number;
  readonly y: number;
}

export type LiveCommand =
  | ({ readonly do: 'look'; readonly as: 'press' | 'read' | 'table' } & Point)
  | ({ readonly do: 'click'; readonly double?: true } & Point)
  | ({ readonly do: 'hover' } & Point)
  /** What belongs into the field is asked of a person; the question is what they read. */
  | ({ readonly do: 'ask'; readonly question: string } & Point)
  /** Of a prompt that is open; without a value it is dismissed. */
  | { readonly do: 'answer'; readonly value: string | null }
  | ({ readonly do: 'wheel'; readonly dx: number; readonly dy: number } & Point)
  | { readonly do: 'text'; readonly text: string }
  | { readonly do: 'key'; readonly key: LiveKey }
  | { readonly do: 'login'; readonly what: LoginPart }
  | { readonly do: 'option'; readonly option: string }
  | { readonly do: 'go'; readonly to: string }
  | { readonly do: 'part'; readonly part: RecordedPart }
  | ({ readonly do: 'read'; readonly fact: string } & Point)
  | ({ readonly do: 'rows'; readonly fact: string } & Point)
  | ({ readonly do: 'absent' } & Point)
  | ({ readonly do: 'signed_in' } & Point)
  | { readonly do: 'decide'; readonly request: number; readonly decision: Decision }
  | { readonly do: 'allow'; readonly origin: string; readonly as: 'assets' | 'portal' }
  /** Of a rehearsal that waits. */
  | { readonly do: 'next' | 'run' | 'again' }
  | { readonly do: 'rehearse'; readonly stepwise: boolean }
  | { readonly do: 'close' };

/** A command on its way: pages number theirs, so that one that arrives twice is done once. */
export interface SentCommand {
  readonly from: string;
  readonly n: number;
  readonly command: LiveCommand;
}

export interface HeldRequest {
  /** Of no other request, also not of another browser that was opened for the same recording. */
  readonly id: number;
  readonly method: string;
  readonly address: string;
  readonly fields: readonly SeenField[];
  /** Why it can never be sent; null where a person may decide. */
  readonly refused: string | null;
  readonly part: RecordedPart;
}

/** A prompt of the page that waits for the person. */
interface OpenPrompt {
  readonly text: string;
  /** What the page proposes. */
  readonly value: string;
}

export interface PointedElement {
  readonly kind: SeenKind;
  readonly name: string;
  /** As a playbook names it; null where nothing names it alone. */
  readonly target: string | null;
  readonly text: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** What a rehearsal is at. */
export interface RehearsalState {
  readonly phase: string;
  /** Of the recipe; from 0. */
  readonly step: number;
  readonly steps: readonly string[];
  readonly state: 'running' | 'waiting' | 'failed' | 'ended';
  /** Why it waits or how it ended, as sentences. */
  readonly lines: readonly string[];
}

export interface LiveState {
  readonly part: RecordedPart;
  readonly address: string;
  readonly title: string;
  readonly pointed: PointedElement | null;
  readonly held: HeldRequest | null;
  readonly prompt: OpenPrompt | null;
  /** Of a list that was clicked. */
  readonly options: readonly string[] | null;
  /** Of a list of several, those that are chosen; null where only one can be. */
  readonly chosen: readonly string[] | null;
  readonly isBusy: boolean;
  /** The newest last. */
  readonly notices: readonly string[];
  /** Origins that pages asked for and that nobody allowed. */
  readonly elsewhere: readonly { readonly origin: string; readonly isAsset: boolean }[];
  readonly rehearsal: RehearsalState | null;
  /** How many acts and changes of them there were: the page asks for them again when it is another number. */
  readonly changes: number;
  /** Another one after the browser was opened again. */
  readonly browser: string;
  /** Page → its newest command that arrived. */
  readonly heard: Readonly<Record<string, number>>;
}

export const noState: LiveState = {
  part: 'login',
  address: '',
  title: '',
  pointed: null,
  held: null,
  prompt: null,
  options: null,
  chosen: null,
  isBusy: false,
  notices: [],
  elsewhere: [],
  rehearsal: null,
  changes: 0,
  browser: '',
  heard: {},
};

/** Sealed, it has to fit into a notification. */
const longestText = 1_000;
const longestFact = 40;
const longestQuestion = 200;

/** A command with its number as it came over the wire; undefined when it is none. */
export function readSentCommand(given: unknown): SentCommand | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { from, n, command } = given as Record<string, unknown>;
  const read = readCommand(command);
  const isNumbered = typeof from === 'string' && /^[a-z0-9]{1,20}$/.test(from) && Number.isInteger(n);
  return read !== undefined && isNumbered ? { from, n: n as number, command: read } : undefined;
}

/** A command as it came over the wire; undefined when it is none. */
export function readCommand(given: unknown): LiveCommand | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { do: what, x, y, ...rest } = given as Record<string, unknown>;
  const isPoint = isWithin(x, liveWindow.width) && isWithin(y, liveWindow.height);
  const point = { x: Number(x), y: Number(y) };
  const text = (value: unknown, most = longestText): value is string =>
    typeof value === 'string' && value.length <= most;
  const one = <T extends string>(value: unknown, all: readonly T[]): value is T => all.includes(value as T);
  switch (what) {
    case 'look':
      return isPoint && one(rest['as'], ['press', 'read', 'table'] as const)
        ? { do: what, as: rest['as'], ...point }
        : undefined;
    case 'click':
      return isPoint ? { do: what, ...point, ...(rest['double'] === true ? { double: true } : {}) } : undefined;
    case 'hover':
    case 'absent':
    case 'signed_in':
      return isPoint ? { do: what, ...point } : undefined;
    case 'ask':
      return isPoint && text(rest['question'], longestQuestion) && rest['question'].trim() !== ''
        ? { do: what, question: rest['question'].trim(), ...point }
        : undefined;
    case 'answer':
      return rest['value'] === null || text(rest['value']) ? { do: what, value: rest['value'] } : undefined;
    case 'wheel': {
      const [dx, dy] = [Number(rest['dx']), Number(rest['dy'])];
      return isPoint && Math.abs(dx) <= 5_000 && Math.abs(dy) <= 5_000 ? { do: what, dx, dy, ...point } : undefined;
    }
    case 'read':
    case 'rows':
      return isPoint && text(rest['fact'], longestFact) ? { do: what, fact: rest['fact'], ...point } : undefined;
    case 'text':
      return text(rest['text']) ? { do: what, text: rest['text'] } : undefined;
    case 'key':
      return one(rest['key'], liveKeys) ? { do: what, key: rest['key'] } : undefined;
    case 'login':
      return one(rest['what'], loginParts) ? { do: what, what: rest['what'] } : undefined;
    case 'option':
      return text(rest['option'], 500) ? { do: what, option: rest['option'] } : undefined;
    case 'go':
      return text(rest['to'], 2_000) ? { do: what, to: rest['to'] } : undefined;
    case 'part':
      return one(rest['part'], ['login', ...phases] as const) ? { do: what, part: rest['part'] } : undefined;
    case 'decide':
      return one(rest['decision'], decisions) && Number.isInteger(rest['request'])
        ? { do: what, request: Number(rest['request']), decision: rest['decision'] }
        : undefined;
    case 'allow':
      return text(rest['origin'], 300) && one(rest['as'], ['assets', 'portal'] as const)
        ? { do: what, origin: rest['origin'], as: rest['as'] }
        : undefined;
    case 'rehearse':
      return { do: what, stepwise: rest['stepwise'] === true };
    case 'next':
    case 'run':
    case 'again':
    case 'close':
      return { do: what };
    default:
      return undefined;
  }
}

function isWithin(value: unknown, most: number): boolean {
  return typeof value === 'number' && value >= 0 && value <= most;
}

/** How a request that was let through is recorded. */
export function useOf(decision: Exclude<Decision, 'leave'>): RequestUse {
  return decision === 'send' || decision === 'hold' ? 'write' : decision;
}

interface ReadMoment {
  /** It makes a page, as a link or a form does, and is not asked for by a script or as a part of one. */
  readonly isPage: boolean;
  readonly part: RecordedPart;
  readonly setup: Pick<StudioSetup, 'samples' | 'taskType'>;
}

/**
 * Whether the address of a GET says that the portal stores something by it, by a word or by a value that only the write has.
 * A page that is opened to add or update something is a form.
 */
export function saysStoring(address: string, { isPage, part, setup }: ReadMoment): boolean {
  if (!isPage && plainPart.test(address)) return false;
  const [path = '', search = ''] = address.split('?');
  const query = [...new URLSearchParams(search)];
  const { stores, changes, opensForms } = storing;
  if (says(path, stores) || query.some(([name, value]) => says(name, stores) && !/^(?:|0|false|no)$/i.test(value)))
    return true;
  if (part === 'login') return false;
  const acts = isPage ? changes : [...changes, ...opensForms];
  if (query.length === 0) return !isPage && says(path, changes);
  if (says(path, acts)) return true;
  const { mark, ...others } = writtenSamples(part, setup);
  // Pages are searched for the mark before and after the write.
  const written = isPage || mark === undefined ? others : { ...others, mark };
  return query.some(
    ([name, value]) =>
      (isOperationField(name) && says(value, [...stores, ...acts])) ||
      (value.length > 1 && sampleOf(value, written) !== undefined),
  );
}

/** A file of an application with no more than its version. */
const plainPart =
  /\.(?:css|gif|ico|jpe?g|m?js|png|svg|webp|woff2?)(?:\?(?:(?:_|hash|rev|t|v|ver|version)=)?[\w.-]*)?$/i;

function says(text: string, phrases: readonly string[]): boolean {
  const words = text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return phrases.some((phrase) => ` ${words.join(' ')} `.includes(` ${phrase} `));
}

/** What is given to the write alone; numbers of records are looked for as well. */
function writtenSamples(part: RecordedPart, { samples, taskType }: ReadMoment['setup']): Samples {
  if (!isWriting(taskType) || (part !== 'prepare' && part !== 'submit')) return {};
  const given = [...(phaseInputs[taskType].prepare ?? []), ...(phaseInputs[taskType].submit ?? [])];
  const names = given.map(({ name }) => name).filter((name) => !/(?:^pro|_number|_id|_file)$/.test(name));
  return Object.fromEntries(names.flatMap((name) => (samples[name] === undefined ? [] : [[name, samples[name]]])));
}
