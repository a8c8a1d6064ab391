/** What pages of several kinds of drawn fields have in common. */
import type { ChooseStep, ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, shown } from './building-blocks.ts';

export const group = 'drawn fields';
export const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
export const chooseReason: ChooseStep = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
export const pickReason = (target: ClickStep['target']): readonly Step[] => [
  open,
  { do: 'click', effect: 'read', target },
  { do: 'click', effect: 'read', target: { role: 'option', name: 'Weight change' } },
  shown,
];
export const openList = `const opens = (list) => list.addEventListener('click', () => { list.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; });
  document.querySelector('li').onclick = done;`;
export const entries = '<ul role=listbox hidden><li role=option>Weight change</li></ul><p role=status></p>';
