/** Addresses of pages that other pages link to. */
export const deliveriesPath = '/console/deliveries';

export const deliveryPath = (deliveryId: string): string => `${deliveriesPath}/${deliveryId}`;

/** The deliveries of one sender or hook. */
export function ownerPath(ownerId: string): string {
  return `${deliveriesPath}?${new URLSearchParams({ owner: ownerId }).toString()}`;
}

export const webhooksPath = `${deliveriesPath}/webhooks`;
export const webhookPath = (hookId: string): string => `${webhooksPath}/${hookId}`;

/** Addresses of the pages of administration. */
export const administrationPath = '/console/administration';
export const sendersPath = `${administrationPath}/senders`;
export const senderPath = (senderId: string): string => `${sendersPath}/${senderId}`;
export const workspacesPath = `${administrationPath}/workspaces`;
export const workspacePath = (workspaceId: string): string => `${workspacesPath}/${workspaceId}`;
export const keyPath = (keyId: string): string => `${administrationPath}/keys/${keyId}`;
export const portalsPath = `${administrationPath}/portals`;
export const portalPath = (playbookId: string): string => `${portalsPath}/${playbookId}`;
export const versionPath = (playbookId: string, version: string): string =>
  `${portalPath(playbookId)}/versions/${version}`;
/** The page of a version that shows the result of a rehearsal as soon as it is there. */
export const rehearsalPath = (playbookId: string, version: string, askedAt: Date): string =>
  `${versionPath(playbookId, version)}?rehearsal=${askedAt.getTime()}`;
export const notificationsPath = `${administrationPath}/notifications`;
export const auditPath = `${administrationPath}/audit`;

export const administrationCrumb = { text: 'Administration', href: administrationPath };

/** Addresses of the studio. */
export const recordingsPath = '/console/administration/recordings';
export const recordingPath = (id: string): string => `${recordingsPath}/${id}`;
