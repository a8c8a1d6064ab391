/** Messages of success that say otherwise elsewhere, and what only sounds so. */
import type { GuardCase } from '../guard-case.ts';
import { sent, unknown, works } from './shown-outcome-case.ts';

/** What speaks against a message that confirms, and what does not. */
const against: Record<string, readonly [hostile: string, honest: string, fact?: string]> = {
  'a message that another one takes back': [
    `const box = say('Correction COR-77 saved'); setTimeout(() => { box.remove(); say('Save failed: the period is closed', 'alert'); }, 150)`,
    `say('Correction COR-77 saved'); setTimeout(() => say('Draft saved by itself', 'note'), 150)`,
  ],
  'a message beside a notice that refuses': [
    `say('Could not save: the period is closed', 'alert'); say('Correction COR-77 saved')`,
    `say('Do not close this window for 10 seconds', 'alert'); say('Correction COR-77 saved')`,
  ],
  'a message of two acts': [
    `say('Correction COR-77 saved, bill voided')`,
    `say('Correction COR-77 saved, bill updated')`,
    'COR-77 saved, bill updated',
  ],
  'a message that is struck out': [
    `say('').innerHTML = '<del>Correction COR-77 saved</del>'`,
    `say('').innerHTML = '<ins>Correction COR-77 saved</ins>'`,
  ],
  'a message of what will be': [
    `say('Correction COR-77 will be saved after approval')`,
    `say('Correction COR-77 was saved after approval')`,
    'COR-77 was saved after approval',
  ],
  'a message of a trial': [
    `say('Correction COR-77 saved (preview only)')`,
    `say('Correction COR-77 saved (2 lines)')`,
    'COR-77 saved (2 lines)',
  ],
  'a message of what was undone': [
    `say('Correction COR-77 saved, then reversed')`,
    `say('Correction COR-77 saved, then sent')`,
    'COR-77 saved, then sent',
  ],
  'a message with one amount, which is another': [
    `say('Correction COR-77 saved: USD 520.00')`,
    `say('Correction COR-77 saved. The invoice is now USD 520.00')`,
    'COR-77 saved. The invoice is now USD 520.00',
  ],
  'a message with the amount in money without cents': [
    `say('Correction COR-77 saved: KWD 250.00')`,
    `say('Correction COR-77 saved: EUR 250.00')`,
    'COR-77 saved: EUR 250.00',
  ],
  'a message that asks': [
    `say('Correction COR-77 saved? No: the period is closed')`,
    `say('Correction COR-77 saved. Anything else? Call us')`,
    'COR-77 saved. Anything else? Call us',
  ],
  'a message of a part of the lines': [
    `say('Correction COR-77 saved, 1 of 2 lines rejected')`,
    `say('Correction COR-77 saved, 2 of 2 lines accepted')`,
    'COR-77 saved, 2 of 2 lines accepted',
  ],
  'a message of a draft': [
    `say('Correction COR-77 saved as draft, it needs to be submitted')`,
    `say('Correction COR-77 saved and submitted')`,
    'COR-77 saved and submitted',
  ],
  'a message that turns into another one': [
    `const box = say('Correction COR-77 saved'); setTimeout(() => { box.textContent = 'Correction COR-77 rejected'; }, 150)`,
    `const box = say('Correction COR-77 saved'); setTimeout(() => { box.remove(); say('Rates were updated'); }, 150)`,
  ],
  'a message beside a dialog that refuses': [
    `say('Correction COR-77 saved'); form.insertAdjacentHTML('afterend', '<dialog open>Could not be saved: the period is closed</dialog>')`,
    `say('Correction COR-77 saved'); form.insertAdjacentHTML('afterend', '<dialog open>Print a copy?</dialog>')`,
  ],
  'a message of what is still to be done': [
    `say('Correction COR-77 saved. It must be submitted in the outbox.')`,
    `say('Correction COR-77 saved. We will review it within 5 business days.')`,
    'COR-77 saved. We will review it within 5 business days.',
  ],
  'a message with a word that none needs': [
    `say('Correction COR-77 saved locally')`,
    `say('Correction COR-77 was saved successfully on 11/27/2026')`,
    'COR-77 was saved successfully on 11/27/2026',
  ],
};
export const spokenAgainst: readonly GuardCase[] = Object.entries(against).flatMap(
  ([name, [hostile, honest, number]]) => [
    unknown({ name, start: sent(hostile) }),
    works({
      name: `${name}, where it is honest`,
      start: sent(honest),
      ...(number === undefined ? {} : { facts: { number } }),
    }),
  ],
);
