/** What the pages of younger means have in common. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import { press } from './building-blocks.ts';

const size = 'width:200px;height:40px;box-sizing:border-box;';
export const go = `<form action=/next id=f><button id=b style="${size}">Continue</button></form>`;
export const pressOn: ClickStep = { ...press, next: 'next' };
