/** The ready task inputs of all portals of the sandbox, for `trial.json`, tests and tours. */
import { auditScenarios } from './audit/scenarios.ts';
import { scenarios, type ScenarioTask } from './tms/scenarios.ts';

/** Task inputs that work on the seeded data, by name. */
export function allScenarios(): Record<string, ScenarioTask> {
  return { ...scenarios(), ...auditScenarios() };
}
