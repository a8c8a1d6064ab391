/** A body that the API takes for each operation, as the description has them. */
import { eventExamples } from '../../../api/lanes/events.ts';
import { importExamples } from '../../../api/lanes/import.ts';
import { routeExamples } from '../../../api/lanes/fast-path.ts';
import { auditExamples } from '../../../api/lanes/pending-audits.ts';
import { webhookExamples } from '../../../api/lanes/webhooks.ts';
import { webhookDeliveryExamples } from '../../../api/lanes/webhook-deliveries.ts';

export const requestExamples = {
  ...eventExamples,
  ...importExamples,
  ...routeExamples,
  ...auditExamples,
  ...webhookExamples,
  ...webhookDeliveryExamples,
};
