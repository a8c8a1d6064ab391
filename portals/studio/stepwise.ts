/** A rehearsal that a person leads: it waits before each step, and where a step failed until its target was corrected. */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../domain/dispatch/playbook/step.ts';
import type { RehearsalState } from '../../domain/dispatch/studio/live.ts';
import type { StepFollower } from '../interpreter.ts';
import { ChangedSignal } from '../run-signals.ts';
import { stepText } from '../step-text.ts';

export interface LedRehearsal {
  readonly follower: StepFollower;
  state(): RehearsalState;
  /** Where one that has to begin again goes on waiting for the person. */
  reached(): ReachedStep;
  /** What a person said: one step, all of them, or the failed one again with the playbook as it is now. */
  lead(command: 'next' | 'run' | 'again'): void;
  ended(lines: readonly string[], failed: boolean): void;
}

export interface ReachedStep {
  readonly stepwise: boolean;
  /** The steps before this one are done without a word of the person. */
  readonly step: number;
}

interface LedRehearsalParts {
  readonly phase: string;
  readonly steps: readonly Step[];
  readonly from: ReachedStep;
  readonly signal: AbortSignal;
  /** The same recipe of the playbook as it is now; undefined while it has findings. */
  readonly reread: () => Promise<readonly Step[] | undefined>;
  readonly onState: () => void;
}

/** Steps of both branches, in the order of the file. */
function flatSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) =>
    step.do === 'when' ? [step, ...flatSteps(step.steps), ...flatSteps(step.otherwise)] : [step],
  );
}

/** The steps of a recipe after those of the login. */
export function stepsOf(playbook: LoadedPlaybook, recipe: readonly Step[]): Step[] {
  return [...flatSteps(playbook.login.steps), ...flatSteps(recipe)];
}

export function leadRehearsal(parts: LedRehearsalParts): LedRehearsal {
  const { phase, signal, onState } = parts;
  /** As the run has them; it goes on with those of the playbook as it is now. */
  const begun = [...parts.steps];
  let known = begun;
  const placeOf = (step: Step): number => Math.max(begun.indexOf(step), known.indexOf(step));
  let isStepwise = parts.from.stepwise;
  let wake: ((command: 'next' | 'run' | 'again') => void) | undefined;
  let state: RehearsalState = {
    phase,
    step: 0,
    steps: known.map((step) => stepText(step, {}, true)),
    state: 'running',
    lines: [],
  };
  const set = (change: Partial<RehearsalState>): void => {
    state = { ...state, ...change };
    onState();
  };

  async function word(): Promise<'next' | 'run' | 'again'> {
    signal.throwIfAborted();
    let stop = (): void => {};
    try {
      return await new Promise((resolve, reject) => {
        wake = resolve;
        stop = () => reject(signal.reason as Error);
        signal.addEventListener('abort', stop, { once: true });
      });
    } finally {
      wake = undefined;
      signal.removeEventListener('abort', stop);
    }
  }

  /** The step at the same place of the playbook as it is now. */
  async function now(step: Step): Promise<Step | undefined> {
    const fresh = await parts.reread();
    const index = placeOf(step);
    if (fresh === undefined || fresh.length !== known.length || fresh[index]?.do !== step.do) return undefined;
    known = [...fresh];
    set({ steps: known.map((each) => stepText(each, {}, true)) });
    return fresh[index];
  }

  return {
    follower: {
      async before(step) {
        const index = placeOf(step);
        if (index < 0) return step;
        const waits = isStepwise && index >= parts.from.step;
        set({ step: index, state: waits ? 'waiting' : 'running', lines: [] });
        if (waits && (await word()) === 'run') isStepwise = false;
        set({ state: 'running' });
        // The branches of a question are taken as they were when it was asked.
        return step.do === 'when' ? step : (known[index] ?? step);
      },
      async failed(step, error) {
        if (placeOf(step) < 0) return undefined;
        const said =
          error instanceof ChangedSignal ? `expected ${error.expected}; found ${error.found}` : error.message;
        let lines = [`${stepText(step, {}, true)}: ${said}`];
        for (;;) {
          set({ state: 'failed', lines });
          if ((await word()) !== 'again') return undefined;
          const instead = await now(step);
          if (instead !== undefined) {
            set({ state: 'running', lines: [] });
            return instead;
          }
          lines = [
            'The playbook has findings, or other steps than this rehearsal began with. Correct the target of this step, or start the rehearsal again.',
          ];
        }
      },
    },
    state: () => state,
    reached: () => ({ stepwise: isStepwise, step: Math.max(state.step, parts.from.step) }),
    lead(command) {
      // Said while a step is done, it holds for the next one.
      if (wake === undefined && command === 'run') isStepwise = false;
      wake?.(command);
    },
    ended: (lines, failed) => set({ state: failed ? 'failed' : 'ended', lines }),
  };
}
