/** Which steps show the page that people decide by: the preview, or the record where a task has no preview. */
import { maySend } from '../domain/dispatch/playbook/language.ts';
import type {
  LoadedPlaybook,
  ReadFieldsStep,
  ReadRowsStep,
  ReadStep,
  Step,
} from '../domain/dispatch/playbook/language.ts';
import type { Phase } from '../domain/dispatch/playbook/needed-facts.ts';
import type { TaskType } from '../domain/dispatch/task.ts';

/** Of several decisive steps the one of the highest weight counts, and of equals the last; 0 is not decisive. */
export type Weight = 0 | 1 | 2;

/** Judges each step as it is done, given the one after it. */
export type DecisiveSteps = (step: Step, next: Step | undefined) => Weight;

/**
 * A preview counts when it has been read, so that the picture is of what the facts are from. Where nothing is
 * previewed, the page counts whose fields were read: the record itself, and not a list that was searched.
 */
export function decisiveSteps(
  { capabilities }: Pick<LoadedPlaybook, 'capabilities'>,
  taskType: TaskType,
  phase: Phase,
): DecisiveSteps {
  const isPreview = phase === 'prepare';
  if (!isPreview && (phase !== 'look' || capabilities[taskType]?.prepare !== undefined)) return () => 0;
  let previewed = false;
  let readsFields = false;
  return (step, next) => {
    if (maySend(step) && step.effect === 'preview') {
      previewed = true;
      return isPreview ? 2 : 0;
    }
    if (!isReading(step)) {
      readsFields = false;
      return 0;
    }
    readsFields ||= step.do === 'read_fields';
    // One picture for all that is read in a row.
    if (next !== undefined && isReading(next)) return 0;
    return (isPreview ? previewed : readsFields) ? 2 : 1;
  };
}

export function isReading(step: Step): step is ReadStep | ReadFieldsStep | ReadRowsStep {
  return step.do === 'read' || step.do === 'read_fields' || step.do === 'read_rows';
}
