/** Pins (D74): a step, a queue or the whole workspace stays at a lane or below it. */
import type { Finding } from '../../domain/sentence.ts';
import { eventLimits } from '../../domain/lanes/event-schema.ts';
import { type Pin, type PinChange, type WantedPin, findSamePin } from '../../domain/lanes/pin.ts';
import { newId } from '../../process/ids.ts';
import type { RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { readIdlePin, readPins } from '../../store/lanes/pins.ts';
import { type Refusal, refusal } from '../refusal.ts';
import { type LanesCommands, submitted } from './deps.ts';

/** More are a sign of somebody who should set rules. */
const pinsPerWorkspace = 1_000;
export const reasonLimit = 500;

/** Who pins: the name that is in the lane change, and the actor of the audit log. */
interface Pinning {
  readonly by: string;
  readonly actor: string;
}

type PinDeps = Pick<LanesCommands, 'pool' | 'ingest' | 'routes' | 'now'>;

/**
 * The same pin again, after an answer that got lost, is the one that is there.
 * @param wanted one without findings
 */
export async function setPin(
  deps: PinDeps,
  workspace: WorkspaceRef,
  wanted: WantedPin,
  { by, actor }: Pinning,
): Promise<{ readonly pin: Pin; readonly answer: RecordAnswer } | Refusal> {
  const pins = await readPins(deps.pool, workspace.no);
  const same = findSamePin(pins, { ...wanted, by });
  if (same === undefined && pins.length >= pinsPerWorkspace)
    return refusal('invalid_request', `a workspace has at most ${pinsPerWorkspace} pins; remove one first`);
  const idle = await readIdlePin(deps.pool, workspace.no, wanted);
  // As where a lane, a route or evidence is asked for.
  const code = idle?.path === 'until' ? 'invalid_request' : 'not_found';
  if (idle !== undefined) return refusal(code, idle.sentence, { field: idle.path });
  const pin: Pin = same ?? { id: newId('pin'), ...wanted, by, at: deps.now().getTime() };
  const answer = await submitPin(deps, workspace, { add: pin }, actor);
  // An attempt whose answer got lost may have succeeded: then its pin is the one that exists.
  return { pin: findSamePin(await readPins(deps.pool, workspace.no), pin) ?? pin, answer };
}

/** @returns false where there is no such pin */
export async function removePin(
  deps: PinDeps,
  workspace: WorkspaceRef,
  id: string,
  { by, actor }: Pinning,
): Promise<boolean> {
  if (!(await readPins(deps.pool, workspace.no)).some((pin) => pin.id === id)) return false;
  await submitPin(deps, workspace, { remove: id, by }, actor);
  return true;
}

const submitPin = (deps: PinDeps, workspace: WorkspaceRef, pin: PinChange, actor: string): Promise<RecordAnswer> =>
  submitted(deps, workspace, { kind: 'pin', pin, actor });

/** What is wrong with a pin, as sentences. */
export function pinFindings(given: {
  readonly queue: unknown;
  readonly step: unknown;
  readonly lane: unknown;
  readonly reason: unknown;
}): Finding[] {
  const { queue, step, lane, reason } = given;
  const findings: Finding[] = [];
  const isName = (value: unknown): boolean =>
    value === null || (typeof value === 'string' && isShort(value, eventLimits.id));
  if (!isName(queue)) findings.push({ path: 'queue', sentence: 'queue must be the id of a queue' });
  if (!isName(step)) findings.push({ path: 'step', sentence: 'step must be the id of a step' });
  if (step !== null && queue === null) findings.push({ path: 'queue', sentence: 'step needs its queue' });
  if (lane !== 'shadow' && lane !== 'assist')
    findings.push({ path: 'lane', sentence: 'lane must be one of shadow, assist' });
  if (typeof reason !== 'string' || reason.trim() === '' || !isShort(reason, reasonLimit))
    findings.push({ path: 'reason', sentence: `reason must be 1 to ${reasonLimit} printable characters` });
  return findings;
}

/** In characters: the length of a text counts an emoji twice. */
const isShort = (text: string, most: number): boolean =>
  text.length <= 2 * most && new RegExp(`^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]{1,${most}}$`, 'u').test(text);
