/** The logins of the sandbox when nobody sets others; they open nothing but the sandbox. */

import type { Account } from './framework/application.ts';

/** Of the TMS and the demo portal. */
export const sandboxAccount: Account = { username: 'lk.dispatch', password: 'linehaul-sandbox' };

/** Of the audit portal, which asks for a one-time code as well. */
export const sandboxAuditAccount: Account = {
  username: 'lk.audit',
  password: 'northgate-sandbox',
  totp_secret: 'LKSANDBOXAUDITTOTPSECRET234567AB',
};
