/** Made by `npm run docs` from the OpenAPI description; changes here are lost. */
import { ApiClient, rowsOf } from './http.js';

/** Method, path, whether it may be sent again when nobody knows if it arrived, and the names of its query. */
const operations = {
  postEvents: ['POST', '/v1/events', true, ['close']],
  postEventsCsv: ['POST', '/v1/events/csv', true, ['close', 'decimal']],
  postImport: ['POST', '/v1/import/{adapter}', true, ['close']],
  closeWeeks: ['POST', '/v1/weeks/close', true, []],
  postRoute: ['POST', '/v1/route', true, ['explain']],
  listLanes: ['GET', '/v1/lanes', true, ['queue']],
  getLane: ['GET', '/v1/steps/{queue}/{step}', true, []],
  getEvidence: ['GET', '/v1/steps/{queue}/{step}/evidence', true, ['table']],
  listLedger: ['GET', '/v1/ledger', true, ['queue', 'step', 'limit', 'cursor']],
  listSettleQueue: ['GET', '/v1/settle-queue', true, ['limit', 'cursor']],
  listPendingAudits: ['GET', '/v1/pending-audits', true, ['queue', 'step', 'person', 'limit', 'cursor']],
  assignPendingAudit: ['POST', '/v1/pending-audits/assign', true, []],
  getRouteTable: ['GET', '/v1/routes', true, []],
  reportRouteAnswers: ['POST', '/v1/routes/answers', false, []],
  listPins: ['GET', '/v1/pins', true, ['state']],
  setPin: ['POST', '/v1/pins', false, []],
  removePin: ['DELETE', '/v1/pins/{id}', false, []],
  getSettler: ['GET', '/v1/settler', true, []],
  runSettler: ['POST', '/v1/settler/run', false, []],
  getStatus: ['GET', '/v1/status', true, []],
  getSchema: ['GET', '/v1/schema', true, []],
  getDescription: ['GET', '/v1/openapi.json', true, []],
  postWebhook: ['POST', '/v1/webhooks', false, []],
  listWebhooks: ['GET', '/v1/webhooks', true, []],
  changeWebhook: ['POST', '/v1/webhooks/{id}', false, []],
  deleteWebhook: ['DELETE', '/v1/webhooks/{id}', false, []],
  testWebhook: ['POST', '/v1/webhooks/{id}/test', false, []],
  rotateWebhookSecret: ['POST', '/v1/webhooks/{id}/rotate', false, []],
  listDeliveries: ['GET', '/v1/webhooks/deliveries', true, ['webhook_id', 'status', 'limit', 'cursor']],
  recoverDeliveries: ['POST', '/v1/webhooks/deliveries/recover', true, []],
  retryDelivery: ['POST', '/v1/webhooks/deliveries/{id}/retry', false, []],
};

export class LanesClient extends ApiClient {
  postEvents(args) {
    return this.call(operations.postEvents, args);
  }

  postEventsCsv(args) {
    return this.call(operations.postEventsCsv, args);
  }

  postImport(args) {
    return this.call(operations.postImport, args);
  }

  closeWeeks(args) {
    return this.call(operations.closeWeeks, args);
  }

  postRoute(args) {
    return this.call(operations.postRoute, args);
  }

  listLanes(args) {
    return this.call(operations.listLanes, args);
  }

  getLane(args) {
    return this.call(operations.getLane, args);
  }

  getEvidence(args) {
    return this.call(operations.getEvidence, args);
  }

  listLedger(args) {
    return this.call(operations.listLedger, args);
  }

  listSettleQueue(args) {
    return this.call(operations.listSettleQueue, args);
  }

  listPendingAudits(args) {
    return this.call(operations.listPendingAudits, args);
  }

  assignPendingAudit(args) {
    return this.call(operations.assignPendingAudit, args);
  }

  getRouteTable(args) {
    return this.call(operations.getRouteTable, args);
  }

  reportRouteAnswers(args) {
    return this.call(operations.reportRouteAnswers, args);
  }

  listPins(args) {
    return this.call(operations.listPins, args);
  }

  setPin(args) {
    return this.call(operations.setPin, args);
  }

  removePin(args) {
    return this.call(operations.removePin, args);
  }

  getSettler(args) {
    return this.call(operations.getSettler, args);
  }

  runSettler(args) {
    return this.call(operations.runSettler, args);
  }

  getStatus(args) {
    return this.call(operations.getStatus, args);
  }

  getSchema(args) {
    return this.call(operations.getSchema, args);
  }

  getDescription(args) {
    return this.call(operations.getDescription, args);
  }

  postWebhook(args) {
    return this.call(operations.postWebhook, args);
  }

  listWebhooks(args) {
    return this.call(operations.listWebhooks, args);
  }

  changeWebhook(args) {
    return this.call(operations.changeWebhook, args);
  }

  deleteWebhook(args) {
    return this.call(operations.deleteWebhook, args);
  }

  testWebhook(args) {
    return this.call(operations.testWebhook, args);
  }

  rotateWebhookSecret(args) {
    return this.call(operations.rotateWebhookSecret, args);
  }

  listDeliveries(args) {
    return this.call(operations.listDeliveries, args);
  }

  recoverDeliveries(args) {
    return this.call(operations.recoverDeliveries, args);
  }

  retryDelivery(args) {
    return this.call(operations.retryDelivery, args);
  }

  /** Every row of a list, page by page. */
  rows(list, member, args) {
    return rowsOf((given) => this[list](given), member, args);
  }
}
