/** Addresses of the studio. */
export const recordingsPath = '/console/administration/recordings';
export const recordingPath = (id: string): string => `${recordingsPath}/${id}`;
