/** What a sweep over tasks and deliveries found and mended. */
export interface SweepReport {
  readonly restartedTasks: number;
  readonly restartedDeliveries: number;
  readonly restartedNotifications: number;
  /** Tasks whose run waited for an approval without a record. */
  readonly begunAgain: number;
  /** Runs of tasks and deliveries without a record. */
  readonly endedRuns: number;
  /** Deliveries in line for an endpoint that had slots to spare. */
  readonly releasedDeliveries: number;
  /** Tasks that had waited for a playbook that fits their portal. */
  readonly resumedTasks: number;
  readonly removedDeliveries: number;
  /** Starts in the outbox. */
  readonly waitingStarts: number;
}
