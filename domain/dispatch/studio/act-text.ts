/** What a person did, as they read it in the list of steps. */
import { targetText } from '../playbook/target.ts';
import type { RecordedAct, RecordedPart, StudioSetup } from './acts.ts';
import { bestTarget, readTarget } from './recorded-target.ts';
import { samplesOf } from './templates.ts';

export const partNames: Readonly<Record<RecordedPart, string>> = {
  login: 'Sign-in',
  steps: 'Steps',
  look: 'Look (what is on file)',
  prepare: 'Prepare (preview)',
  submit: 'Submit (the write)',
  probe: 'Probe (look again)',
};

export function actText(act: RecordedAct, setup: StudioSetup): string {
  const targetOf = act.did === 'read' ? readTarget : bestTarget;
  const name = 'on' in act ? targetText(targetOf(act.on, samplesOf(act.part, setup))) : '';
  switch (act.did) {
    case 'go':
      return `Open ${act.to.address}`;
    case 'fill':
      return `Fill ${name} with ${act.value.slice(0, 80)}`;
    case 'choose':
      return `Choose ${[act.option].flat().join(', ')} in ${name}`;
    case 'click':
      return `${act.double === true ? 'Double-click' : 'Click'} ${name}`;
    case 'hover':
      return `Move the mouse over ${name}`;
    case 'ask':
      return `Ask a person for ${name}: “${act.question}”`;
    case 'press':
      return `Press ${act.key} in ${name}`;
    case 'scroll':
      return `Scroll to ${name}`;
    case 'upload':
      return `Upload the proof into ${name}`;
    case 'read':
      return `Read ${act.fact} from ${name}: “${act.on.text.slice(0, 80)}”`;
    case 'read_rows':
      return `Read ${act.fact} from ${name}`;
    case 'read_none':
      return `${act.fact} is empty when the portal says “${act.on.text.slice(0, 80)}”`;
    case 'download':
      return `Download ${act.address}`;
    case 'absent':
      return `Nothing is there when the portal says “${act.on.text.slice(0, 80)}”`;
    case 'signed_in':
      return `Signed in when ${name} is shown`;
    case 'leave':
      return `Leave out ${act.request.method} ${act.request.address.split('?')[0]}`;
    case 'close':
    default:
      return 'Close the window';
  }
}
