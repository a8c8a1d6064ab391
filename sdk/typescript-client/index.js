export { DispatchClient } from './dispatch.js';
export { LanesClient } from './lanes.js';
export { ApiError, ConnectionError } from './http.js';
export { waitForTask } from './wait-for-task.js';
export { signInbound, verifyWebhook, WebhookError } from './webhooks.js';
