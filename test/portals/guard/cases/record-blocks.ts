/** What the cases of a record are built from: its number and another's, its page, and the step that reads from it. */
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';

export const here = '0412708839';
export const other = '0412708893';
export const record: RecordPlace = { heading: 'Shipment {{pro}}' };
export const openRecord: Step = { do: 'go', to: '/records/{{pro}}', next: 'record' };
export const readWeight: Step = {
  do: 'read_fields',
  target: { role: 'table', name: 'Details' },
  fields: { Weight: 'weight' },
};
export const script = (text: string): string => `<script>${text}</script>`;
export const style = (text: string): string => `<style>${text}</style>`;
