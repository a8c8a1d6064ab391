/** Why a trial failed, and what to do about it. */
const seeLogs = 'See worker.log and dispatch.log in the folder logs of the data folder.';

export class TrialError extends Error {
  readonly code = 'trial_failed';
  /** What the person who started it can do, as sentences. */
  readonly advice: string;
  constructor(message: string, advice: string = seeLogs) {
    super(message);
    this.name = 'TrialError';
    this.advice = advice;
  }
}
