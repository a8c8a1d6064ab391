/** The workflows of the bundle; their names here are their types in the engine. */
export { canaries, canary } from './canary.ts';
export { closeWeeks } from './close-weeks.ts';
export { delivery } from './delivery.ts';
export { ingest, ingestShard } from './ingest.ts';
export { notification } from './notification.ts';
export { settle } from './settle.ts';
export { sweep } from './sweep.ts';
export { task } from './task.ts';
export { timeStamp } from './time-stamp.ts';
