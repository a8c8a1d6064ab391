/** The login of the sandbox when nobody sets another; it opens nothing but the sandbox. */

import type { Account } from './framework/application.ts';

export const sandboxAccount: Account = { username: 'lk.dispatch', password: 'linehaul-sandbox' };
