/** The foreign signer and verifier of document 1's signature header. */
import type * as WebhooksMethods from '@octokit/webhooks-methods';

/**
 * Loaded when first used: mocha requires test files, and a file that brings this import-only package along would be
 * loaded by import instead, with a second copy of every module and a second set of servers.
 */
const foreign = (): Promise<typeof WebhooksMethods> => import('@octokit/webhooks-methods');

/** Whether a signature is `sha256=` and the HMAC of the payload. */
export async function verifyDocumentSignature(secret: string, payload: string, signature: string): Promise<boolean> {
  return (await foreign()).verify(secret, payload, signature);
}

export async function signDocument(secret: string, payload: string): Promise<string> {
  return (await foreign()).sign(secret, payload);
}
