/** A list of steps that the lint reads: the login, or a phase of a capability. */
import type { TaskType } from '../task.ts';
import type { Step } from './language.ts';
import type { Phase } from './needed-facts.ts';

export interface Recipe {
  readonly where: string;
  /** The login, or the phase of a capability. */
  readonly kind: 'login' | Phase;
  readonly taskType: TaskType | null;
  /** Values that its templates may use, beside the account's in the login. */
  readonly values: readonly string[];
  readonly steps: readonly Step[];
}
