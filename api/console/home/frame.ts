/** What every part of the home page is shown with. */
import type { TemporalUi } from '../../../temporal/ui-links.ts';

export interface HomeFrame {
  readonly now: Date;
  /** The address of a page on one of the services. */
  readonly link: (service: 'dispatch' | 'lanes', path: string) => string;
  readonly ui: TemporalUi;
  /** How long a portal that is away is tried again. */
  readonly portalPatienceMs: number;
}

export const number = (value: number): string => value.toLocaleString('en-US');
