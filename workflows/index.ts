/** The workflows of the bundle; their names here are their types in the engine. */
export { delivery } from './delivery.ts';
export { sweep } from './sweep.ts';
export { task } from './task.ts';
