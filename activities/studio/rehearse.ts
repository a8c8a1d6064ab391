/** Rehearses the recipes of a recording in a browser of its own, and shows how far each came. */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { type Phase, phases } from '../../domain/dispatch/playbook/needed-facts.ts';
import type { LiveState } from '../../domain/dispatch/studio/live.ts';
import { recordingText } from '../../domain/dispatch/studio/yaml-text.ts';
import type { PortalCredentials } from '../../portals/credentials.ts';
import { type LiveView, openLiveView } from '../../portals/live-view.ts';
import { OwnFaultError } from '../../portals/own-lag.ts';
import { checkPlaybook } from '../../portals/playbooks/findings.ts';
import type { RehearsalResult } from '../../portals/rehearsal.ts';
import type { LedRehearsal, ReachedStep } from '../../portals/studio/stepwise.ts';
import { noteRehearsed, readRecording } from '../../store/recordings.ts';
import type { Work } from './record.ts';
import { hiddenPicture } from './shown-picture.ts';

/** A rehearsal begins again after so many attempts that our own processes failed at, and then asks the person. */
const mostOwnFaults = 8;

export interface Rehearsed {
  readonly state: LiveState;
  /** Whether the person wants the next one step by step; absent when they go back to the recording. */
  readonly again?: boolean;
}

/** Rehearses every recipe; resolves when the person goes back to the recording or wants another rehearsal. */
export async function rehearsing(
  given: Work,
  credentials: PortalCredentials | null,
  stepwise: boolean,
  before: LiveState,
): Promise<Rehearsed> {
  const { pool, row, signal, commands, shown, settings } = given;
  const { leadRehearsal, stepsOf } = await import('../../portals/studio/stepwise.ts');
  let led: LedRehearsal | undefined;
  let notices = before.notices;
  const stateNow = (): LiveState => ({
    ...before,
    heard,
    notices,
    rehearsal: led?.state() ?? null,
    held: null,
    options: null,
    chosen: null,
  });
  const show = (): void => void shown.show(null, stateNow);
  const leave = new AbortController();
  let again: boolean | undefined;
  let heard = before.heard;
  commands.hear(({ from, n, command }) => {
    if (n <= (heard[from] ?? 0)) return;
    heard = { ...heard, [from]: n };
    show();
    if (command.do === 'next' || command.do === 'run' || command.do === 'again') led?.lead(command.do);
    else if (command.do === 'close') leave.abort(new RehearsalLeft('left'));
    else if (command.do === 'rehearse') {
      again = command.stepwise;
      leave.abort(new RehearsalLeft('left'));
    }
  });
  const both = AbortSignal.any([signal, leave.signal]);
  const read = async (): Promise<ReturnType<typeof checkPlaybook>> => {
    const now = await readRecording(pool, row.id);
    return checkPlaybook(now === undefined ? '' : recordingText(now), 'recording', settings);
  };
  const checked = await read();
  if ('findings' in checked)
    return { state: { ...before, heard, changes: before.changes + 1, rehearsal: notBegun(checked.findings) } };
  try {
    let { playbook } = checked;
    const { taskType, samples } = row.setup;
    const planned = phases.filter((name) => playbook.capabilities[taskType]?.[name] !== undefined);
    const { rehearse } = await import('../../portals/rehearsal.ts');
    const stage = {
      browsers: given.browsers,
      // It signs in by the steps of the playbook, every time.
      session: {
        credentials: async () => credentials ?? { username: '', password: '' },
        load: async () => null,
        save: async () => {},
        ...(given.session.oneTimeCode === undefined
          ? {}
          : { oneTimeCode: given.session.oneTimeCode.bind(given.session) }),
      },
    };
    /** One attempt at a recipe. */
    const attempt = async (phase: Phase, leading: LedRehearsal): Promise<RehearsalResult> => {
      let view: Promise<LiveView> | undefined;
      try {
        return await rehearse(
          {
            playbook,
            taskType,
            phase,
            inputs: { ...samples, pod_file: 'pod.pdf' },
            previews: true,
            sink: noSink,
            signal: both,
            stepTimeoutMs: given.stepTimeoutMs,
            follower: leading.follower,
            onOpened(window) {
              view = openLiveView(window, {
                leastMs: 90,
                quality: 55,
                onFrame: (jpeg) => shown.show(jpeg ?? hiddenPicture, stateNow),
              });
              view.catch(() => undefined);
            },
          },
          stage,
        );
      } finally {
        await stopped(view);
      }
    };
    for (const phase of planned) {
      const stepsNow = (text: LoadedPlaybook): ReturnType<typeof stepsOf> =>
        stepsOf(text, text.capabilities[taskType]?.[phase] ?? []);
      let from: ReachedStep = { stepwise, step: 0 };
      let result: RehearsalResult | undefined;
      for (let failures = 0; result === undefined;) {
        const leading = leadRehearsal({
          phase,
          steps: stepsNow(playbook),
          from,
          signal: both,
          reread: async () => {
            const fresh = await read();
            return 'playbook' in fresh ? stepsNow(fresh.playbook) : undefined;
          },
          onState: show,
        });
        led = leading;
        try {
          result = await attempt(phase, leading);
        } catch (error) {
          failures += 1;
          if (!(error instanceof OwnFaultError) || both.aborted || failures > mostOwnFaults) throw error;
          // It says nothing about the playbook or the portal: the steps that the person has gone through are repeated without them.
          notices = [`The rehearsal of ${phase} began again, because ${error.message}.`];
          from = leading.reached();
          const fresh = await read();
          if ('playbook' in fresh) ({ playbook } = fresh);
        }
      }
      const { lines, isGood } = outcomeOf(result, phase);
      // Who reads that it finished may store it at once.
      if (isGood) await noteRehearsed(pool, row.id, phase, playbook.digest);
      led?.ended(lines, !isGood);
      if (!isGood) break;
    }
    await until(both);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!leave.signal.aborted) {
      const { message } = error as Error;
      const isOurs = error instanceof OwnFaultError;
      led?.ended([isOurs ? `It says nothing about the portal: ${message}.` : `It ended: ${message}`], true);
      await until(both).catch(() => undefined);
    }
    signal.throwIfAborted();
  }
  const state = { ...stateNow(), changes: before.changes + 1 };
  return again === undefined ? { state } : { state, again };
}

async function stopped(view: Promise<LiveView> | undefined): Promise<void> {
  await (await view?.catch(() => undefined))?.stop();
}

class RehearsalLeft extends Error {
  readonly code = 'rehearsal_left';
}

/** @throws the signal's reason */
function until(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function notBegun(findings: readonly string[]): LiveState['rehearsal'] {
  return {
    phase: '',
    step: 0,
    steps: [],
    state: 'failed',
    lines: ['The playbook has findings; correct them first.', ...findings.slice(0, 5)],
  };
}

/** What a rehearsal shows is its picture; nothing of it is kept. */
const noSink = {
  async file(name: string, bytes: Buffer, mediaType: string) {
    return { file: name, sha256: '', bytes: bytes.length, media_type: mediaType };
  },
  async record(events: readonly unknown[]) {
    return events.map((_, index) => index);
  },
};

/** The result of a rehearsal, as sentences. */
function outcomeOf(
  result: RehearsalResult,
  phase: string,
): { readonly lines: readonly string[]; readonly isGood: boolean } {
  switch (result.kind) {
    case 'finished': {
      const facts = Object.entries(result.facts).map(([name, value]) => `${name}: ${value.slice(0, 200)}`);
      const documents = result.downloads.map(
        ({ name, bytes }) => `${name}: ${bytes.length.toLocaleString('en-US')} bytes`,
      );
      const { why } = result.reading;
      const stop = why === null ? [] : [`A task would stop here, because ${why}.`];
      return { lines: [`${phase} finished.`, ...facts, ...documents, ...stop], isGood: why === null };
    }
    case 'held_back':
      return {
        lines: [`${phase} reached its write, which was not sent: ${result.request}`, ...result.fields],
        isGood: true,
      };
    case 'absent':
      return { lines: [`The portal does not have ${result.what}: “${result.words}”`], isGood: false };
    case 'refused':
      return { lines: [`The portal refused: “${result.words}”`], isGood: false };
    case 'stopped':
      return { lines: [`The guard stopped it: ${result.verdict.reason} (${result.verdict.subject})`], isGood: false };
    case 'changed':
      return { lines: [`On ${result.page}: expected ${result.expected}; found ${result.found}`], isGood: false };
    case 'unavailable':
    case 'uncertain':
    default:
      return { lines: [result.reason], isGood: false };
  }
}
