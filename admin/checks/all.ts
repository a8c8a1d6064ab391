/** Every check of `admin doctor`. */
export { checkBlobs } from './blobs.ts';
export { checkDatabase } from './database.ts';
export { checkDeploymentSecret } from './settings.ts';
export { checkEngine } from './engine.ts';
export { checkIssuer } from './issuer.ts';
export { checkBrowser, checkDisk } from './host.ts';
export { checkMail } from './mail.ts';
export { checkSettings } from './settings.ts';
