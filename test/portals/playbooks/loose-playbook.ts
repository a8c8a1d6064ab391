/** A playbook as YAML has it, to be changed into what the schema does not allow. */

/** A playbook as YAML has it: the changes below make what the schema does not allow. */
// oxlint-disable-next-line no-explicit-any
export type Loose = any;
export const write = {
  do: 'click',
  effect: 'write',
  target: { role: 'button', name: 'Save' },
  expects: [
    {
      method: 'POST',
      path: '/shipments/{{pro}}/notes',
      content: 'form',
      fields: ['text', 'reference'],
      constraints: [{ field: 'reference', equals: '{{mark}}' }],
    },
  ],
  dialog: 'none',
  limit: 'none',
  next: 'shipment',
};
export const addWrite = (playbook: Loose, change: object): void => {
  playbook.capabilities.tms_correction.submit.push({ ...write, ...change });
};

/** What was changed, and the sentence that refuses it. */
export type RefusedPlaybook = readonly [what: string, change: (playbook: Loose) => void, sentence: RegExp];
