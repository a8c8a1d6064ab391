/** What lies on and around a control, and what of it counts. */
import type { GuardCase } from '../../guard-case.ts';
import { attributeCases } from './attributes.ts';
import { displayedCases } from './displayed.ts';
import { frameCases } from './frames.ts';
import { applicationPartCases } from './parts-of-applications.ts';
import { placeCases } from './places.ts';
import { toldElsewhereCases } from './told-elsewhere.ts';

export const contextCases: readonly GuardCase[] = [
  ...placeCases,
  ...attributeCases,
  ...displayedCases,
  ...frameCases,
  ...toldElsewhereCases,
  ...applicationPartCases,
];
