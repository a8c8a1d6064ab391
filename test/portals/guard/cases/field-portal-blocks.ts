/** What the pages of field portals have in common. */
import type { ChooseStep } from '../../../../domain/dispatch/playbook/step.ts';
import { saveBody } from './building-blocks.ts';

export const group = 'field portals';
const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
export const status = `<p role=status></p><script>${done}</script>`;
export const chooseReason: ChooseStep = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
export const inRow = { within: { row: '0412708839' } };

export const oneSave = [`POST /save ${saveBody}`];
