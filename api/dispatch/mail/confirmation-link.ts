/** The link with which the writer of a mail confirms what was understood: for this mail only, for a week. */
import { capabilityHolds, capabilityToken } from '../../../process/task-links.ts';
import type { DispatchDeps } from '../deps.ts';

export const confirmationDays = 7;

type LinkDeps = Pick<DispatchDeps, 'baseUrl' | 'deploymentSecret' | 'now'>;

/** Of another kind than the token of a task, so that neither opens the other. */
const subject = (mailId: string): string => `confirm ${mailId}`;

export function confirmationUrl(deps: LinkDeps, mailId: string): string {
  const { deploymentSecret } = deps;
  const token = capabilityToken({ deploymentSecret, linkDays: confirmationDays, now: deps.now() }, subject(mailId));
  return `${deps.baseUrl()}/mail/${mailId}?k=${token}`;
}

export function confirmationHolds(deps: LinkDeps, mailId: string, token: string): boolean {
  return capabilityHolds(deps.deploymentSecret, subject(mailId), token, deps.now());
}
