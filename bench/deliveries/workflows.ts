/** The workflows of the measurement: the product's delivery, and the least that a workflow with an activity can be. */
import { proxyActivities } from '@temporalio/workflow';

export { delivery } from '../../workflows/delivery.ts';

const { nothing } = proxyActivities<{ nothing(): Promise<void> }>({
  startToCloseTimeout: '1 minute',
  retry: { maximumAttempts: 1 },
});

export async function bare(): Promise<void> {
  await nothing();
}
