/** The pages and acts of deliveries and webhooks, on both services. */
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { getDelivery, postRecover, postRetry } from './delivery-page.ts';
import { getDeliveryExport, getDeliveryList } from './list.ts';
import {
  getNewWebhook,
  getWebhook,
  getWebhookList,
  postWebhook,
  postWebhookDeletion,
  postWebhookEdit,
  postWebhookRotation,
  postWebhookTest,
} from './webhooks.ts';

export const deliveryRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/deliveries', needs: 'viewer', handle: getDeliveryList },
  { method: 'get', path: '/console/deliveries/export.csv', needs: 'viewer', handle: getDeliveryExport },
  { method: 'post', path: '/console/deliveries/recover', needs: 'recoverDeliveries', handle: postRecover },
  { method: 'get', path: '/console/deliveries/webhooks', needs: 'viewer', handle: getWebhookList },
  { method: 'post', path: '/console/deliveries/webhooks', needs: 'manageWebhooks', handle: postWebhook },
  { method: 'get', path: '/console/deliveries/webhooks/new', needs: 'manageWebhooks', handle: getNewWebhook },
  { method: 'get', path: '/console/deliveries/webhooks/:id', needs: 'viewer', handle: getWebhook },
  { method: 'post', path: '/console/deliveries/webhooks/:id/edit', needs: 'manageWebhooks', handle: postWebhookEdit },
  { method: 'post', path: '/console/deliveries/webhooks/:id/test', needs: 'manageWebhooks', handle: postWebhookTest },
  {
    method: 'post',
    path: '/console/deliveries/webhooks/:id/rotate',
    needs: 'manageWebhooks',
    handle: postWebhookRotation,
  },
  {
    method: 'post',
    path: '/console/deliveries/webhooks/:id/delete',
    needs: 'manageWebhooks',
    handle: postWebhookDeletion,
  },
  {
    method: 'get',
    path: '/console/deliveries/events',
    needs: 'viewer',
    // The schemas of both services are loaded when somebody looks.
    handle: (deps) => async (ctx) => (await import('./event-catalogue.ts')).sendEventCatalogue(deps, ctx),
  },
  { method: 'get', path: '/console/deliveries/:id', needs: 'viewer', handle: getDelivery },
  { method: 'post', path: '/console/deliveries/:id/retry', needs: 'retryDelivery', handle: postRetry },
];
