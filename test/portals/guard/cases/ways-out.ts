/** Ways by which a page gets a request out without the robot's doing: what is stopped, and what reaches nobody. */
import type { GuardCase } from '../guard-case.ts';
import { byAddress } from './ways-out/by-address.ts';
import { byRequest } from './ways-out/by-request.ts';
import { byWindow } from './ways-out/by-window.ts';
import { byPart } from './ways-out/by-part.ts';
import { byInput } from './ways-out/by-input.ts';
import { asCase } from './ways-out/way-out.ts';

export const wayOutCases: readonly GuardCase[] = [...byAddress, ...byRequest, ...byWindow, ...byPart, ...byInput].map(
  asCase,
);
