/** The state of the settler of a workspace, as the API, the console and the command line show it (D41). */
import { capMicros, dollars, whyOff } from './policy.ts';
import { type ItemOutcome, type RunEnding, endingSentences } from './run.ts';

export interface SettlerRun {
  readonly id: string;
  readonly requestedBy: string;
  readonly model: string;
  readonly limit: number;
  /** Items that waited for it at its start. */
  readonly found: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Null while it runs. */
  readonly ending: RunEnding | null;
  readonly fates: Readonly<Record<ItemOutcome, number>>;
  readonly bookedMicros: number;
}

/** How the settler's verdicts compare with what people decided without seeing them. */
export interface SettlerAgreement {
  /** Verdicts kept back until a person has decided. */
  readonly asked: number;
  /** Of these, decided by a person. */
  readonly answered: number;
  /** Of these, decided as the settler would have. */
  readonly agreed: number;
}

export interface SettlerState {
  readonly on: boolean;
  readonly killed: boolean;
  /** Booked on this UTC day. */
  readonly bookedMicros: number;
  readonly lastRun: SettlerRun | undefined;
  /** Over all runs. */
  readonly agreement: SettlerAgreement;
}

/** What the deployment has of the model. */
export interface SettlerModelName {
  readonly hasCredential: boolean;
  readonly model: string;
}

export type ShownSettler = ReturnType<typeof showSettler>;

/** The members of D41 and no others; what people thought of its verdicts is with the last run. */
export function showSettler(state: SettlerState, { hasCredential, model }: SettlerModelName) {
  const { on, killed, bookedMicros, lastRun, agreement } = state;
  const reason = whyOff({ hasCredential, model, on, killed });
  return {
    enabled: reason === null,
    reason,
    model: model === '' ? null : model,
    spent_today_usd: dollars(bookedMicros),
    cap_usd: dollars(capMicros),
    killed,
    last_run: lastRun === undefined ? null : showRun(lastRun, agreement),
  };
}

function showRun(run: SettlerRun, { asked, answered, agreed }: SettlerAgreement) {
  return {
    id: run.id,
    requested_by: run.requestedBy,
    model: run.model,
    limit: run.limit,
    found: run.found,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    ending: run.ending,
    ending_reason: run.ending === null ? null : endingSentences[run.ending],
    ...run.fates,
    spent_usd: dollars(run.bookedMicros),
    agreement: { asked, answered, agreed, rate: answered === 0 ? null : agreed / answered },
  };
}
