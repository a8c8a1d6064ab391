/** What the activities of the portal queue are asked and return: JSON, part of stored histories. */
import type { CanaryRun, CanaryStep, MetChange } from '../../domain/dispatch/portal-change.ts';
import type { Verdict } from '../../domain/dispatch/guard/verdict.ts';
import type { PhaseFacts } from '../../domain/dispatch/facts/reading.ts';
import type { PulledReceipt, Seen } from '../../domain/dispatch/writing/write-context.ts';
import type { WriteOrder } from '../../domain/dispatch/writing/order.ts';
import type { ShownPage } from '../../domain/dispatch/writing/shown-page.ts';
import type { Probe } from '../../domain/dispatch/writing/write-once.ts';
import type { IntentAnswer } from '../../store/portal-intents.ts';
import type { NotBegun, PhaseRequest } from './portal-run.ts';

export type PullRequest = PhaseRequest;

/** What came between us and the portal, or between the portal and what was asked of it. */
export type PortalTrouble =
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'stopped'; readonly verdict: Verdict }
  | ({ readonly kind: 'changed' } & MetChange)
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfterMs: number | null }
  | NotBegun;

export interface Absent {
  readonly kind: 'absent';
  readonly what: string;
  readonly words: string;
}

/** The result of a read of a portal. Small: files are named, their bytes lie in the blob store. */
export type PullResult =
  /** A document came back and was checked: what is wrong with it (domain/dispatch/pod), and what it says. */
  | {
      readonly kind: 'pulled';
      readonly file: string;
      readonly findings: readonly string[];
      readonly notes: readonly string[];
      /** For a task that continues with it. */
      readonly receipt: PulledReceipt;
    }
  | Absent
  | PortalTrouble;

/** `page`: what people are shown who decide by it. */
export type LookResult = { readonly kind: 'seen'; readonly seen: Seen; readonly page?: ShownPage } | PortalTrouble;

export type PrepareResult =
  | { readonly kind: 'previewed'; readonly facts: PhaseFacts; readonly page?: ShownPage }
  | Absent
  | PortalTrouble;

export interface SubmitRequest {
  readonly taskId: string;
  readonly playbookId: string;
  readonly order: WriteOrder;
  /** Which click this is: 1, or 2 after the first was shown to have left nothing. */
  readonly submit: number;
}

export type SubmitResult =
  /** The portal said that it took the write; `number` is the one it named. */
  | { readonly kind: 'accepted'; readonly number: string | null }
  /** The request may have left, and no clear answer came back. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** The click was not allowed; nothing was written by this run. */
  | {
      readonly kind: 'not_allowed';
      readonly answer:
        | Exclude<IntentAnswer, { kind: 'opened' }>
        | { readonly kind: 'other_playbook' }
        /** The approval is not there, or what it shows is not what it was bound to. */
        | { readonly kind: 'not_approved'; readonly why: string };
    }
  /** `clicked`: the click was allowed before this happened, so it may have been made. */
  | ((Absent | PortalTrouble) & { readonly clicked: boolean });

export interface ProbeRequest {
  readonly taskId: string;
  readonly playbookId: string;
  readonly order: WriteOrder;
}

/** The canary of a portal, on its own record. */
export interface CanaryActivities {
  listCanaries(): Promise<CanaryRun[]>;
  runCanary(run: CanaryRun): Promise<CanaryStep>;
}

export type ProbeResult =
  | { readonly kind: 'probed'; readonly probe: Probe }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'busy' };

export interface PortalActivities {
  pullDocument(request: PullRequest): Promise<PullResult>;
  lookUpRecord(request: PhaseRequest): Promise<LookResult>;
  prepareWrite(request: PhaseRequest): Promise<PrepareResult>;
  submitWrite(request: SubmitRequest): Promise<SubmitResult>;
  probeWrite(request: ProbeRequest): Promise<ProbeResult>;
}
