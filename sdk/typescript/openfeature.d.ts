import type { Routes } from './index.js';

export interface ResolutionDetails<T> {
  readonly value: T;
  readonly variant?: string;
  readonly reason?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly flagMetadata?: Readonly<Record<string, string | number | boolean>>;
}
type Context = { readonly targetingKey?: string; readonly [feature: string]: unknown };

/** Has the form of a `Provider` of `@openfeature/server-sdk`; cast it where the context types differ. */
export function lanekeeperProvider(routes: Routes): {
  readonly metadata: { readonly name: string };
  readonly runsOn: 'server';
  initialize(): Promise<void>;
  onClose(): Promise<void>;
  resolveStringEvaluation(flagKey: string, value: string, context?: Context): Promise<ResolutionDetails<string>>;
  resolveBooleanEvaluation(flagKey: string, value: boolean, context?: Context): Promise<ResolutionDetails<boolean>>;
  resolveNumberEvaluation(flagKey: string, value: number, context?: Context): Promise<ResolutionDetails<number>>;
  resolveObjectEvaluation(flagKey: string, value: object, context?: Context): Promise<ResolutionDetails<object>>;
};
