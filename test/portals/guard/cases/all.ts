/** The table of the guard: every case, in the order in which it is printed. */
import type { GuardCase } from '../guard-case.ts';
import { controlCases } from './controls.ts';
import { nameCases } from './names.ts';
import { wayOutCases } from './ways-out.ts';
import { writeCases } from './writes.ts';

export const guardCases: readonly GuardCase[] = [...nameCases, ...controlCases, ...wayOutCases, ...writeCases];
