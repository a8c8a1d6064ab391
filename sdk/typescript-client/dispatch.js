/** Made by `npm run docs` from the OpenAPI description; changes here are lost. */
import { ApiClient, rowsOf } from './http.js';

/** Method, path, whether it may be sent again when nobody knows if it arrived, and the names of its query. */
const operations = {
  queueTasks: ['POST', '/api/tasks', true, []],
  listTasks: ['GET', '/api/tasks', true, ['status', 'task_type', 'outcome_reason', 'client_ref', 'limit', 'cursor']],
  getTask: ['GET', '/api/tasks/{id}', true, []],
  runTaskAgain: ['POST', '/api/tasks/{id}/again', true, []],
  cancelTask: ['POST', '/api/tasks/{id}/cancel', true, []],
  decideApproval: ['POST', '/api/tasks/{id}/approvals/{approval_id}', false, []],
  askRequester: ['POST', '/api/tasks/{id}/approvals/{approval_id}/questions', false, []],
  answerQuestion: ['POST', '/api/tasks/{id}/questions/{question_id}', false, []],
  revokeTaskLinks: ['POST', '/api/tasks/{id}/revoke-links', true, []],
  listPlaybooks: ['GET', '/api/playbooks', true, []],
  getDescription: ['GET', '/api/openapi.json', true, []],
  listDeliveries: ['GET', '/api/deliveries', true, ['task_id', 'status', 'event', 'since', 'until', 'key', 'endpoint', 'limit', 'cursor']],
  getDelivery: ['GET', '/api/deliveries/{id}', true, []],
  getEndpoint: ['GET', '/api/endpoint', true, []],
  setEndpoint: ['POST', '/api/endpoint', true, []],
  testEndpoint: ['POST', '/api/endpoint/test', false, []],
  rotateEndpointSecret: ['POST', '/api/endpoint/rotate-secret', false, []],
  retryDelivery: ['POST', '/api/deliveries/{id}/retry', false, []],
  recoverDeliveries: ['POST', '/api/deliveries/recover', true, []],
  getEvidenceFile: ['GET', '/evidence/{id}/{file}', true, []],
  getEvidenceKeys: ['GET', '/.well-known/evidence-keys.json', true, []],
};

export class DispatchClient extends ApiClient {
  queueTasks(args) {
    return this.call(operations.queueTasks, args);
  }

  listTasks(args) {
    return this.call(operations.listTasks, args);
  }

  getTask(args) {
    return this.call(operations.getTask, args);
  }

  runTaskAgain(args) {
    return this.call(operations.runTaskAgain, args);
  }

  cancelTask(args) {
    return this.call(operations.cancelTask, args);
  }

  decideApproval(args) {
    return this.call(operations.decideApproval, args);
  }

  askRequester(args) {
    return this.call(operations.askRequester, args);
  }

  answerQuestion(args) {
    return this.call(operations.answerQuestion, args);
  }

  revokeTaskLinks(args) {
    return this.call(operations.revokeTaskLinks, args);
  }

  listPlaybooks(args) {
    return this.call(operations.listPlaybooks, args);
  }

  getDescription(args) {
    return this.call(operations.getDescription, args);
  }

  listDeliveries(args) {
    return this.call(operations.listDeliveries, args);
  }

  getDelivery(args) {
    return this.call(operations.getDelivery, args);
  }

  getEndpoint(args) {
    return this.call(operations.getEndpoint, args);
  }

  setEndpoint(args) {
    return this.call(operations.setEndpoint, args);
  }

  testEndpoint(args) {
    return this.call(operations.testEndpoint, args);
  }

  rotateEndpointSecret(args) {
    return this.call(operations.rotateEndpointSecret, args);
  }

  retryDelivery(args) {
    return this.call(operations.retryDelivery, args);
  }

  recoverDeliveries(args) {
    return this.call(operations.recoverDeliveries, args);
  }

  getEvidenceFile(args) {
    return this.call(operations.getEvidenceFile, args);
  }

  getEvidenceKeys(args) {
    return this.call(operations.getEvidenceKeys, args);
  }

  /** Every row of a list, page by page. */
  rows(list, member, args) {
    return rowsOf((given) => this[list](given), member, args);
  }
}
