/** Every check of `admin doctor`. */
export { checkBlobs } from './services.ts';
export { checkDatabase } from './database.ts';
export { checkDeploymentSecret } from './settings.ts';
export { checkEngine } from './engine.ts';
export { checkIssuer } from './services.ts';
export { checkBrowser, checkDisk } from './host.ts';
export { checkMail } from './services.ts';
export { checkSettings } from './settings.ts';
