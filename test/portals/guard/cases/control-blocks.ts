/** What the cases of controls are built from: a page with one control, whose click would reach what is forbidden. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { onClick, open, pressAny, reading, shown } from './building-blocks.ts';

export const group = 'controls';
export const read = 'await fetch("/next")';
export const forbidden = /\/next/;
export const control = (html: string): string => onClick(read, html);
export const seen = (name: string, html: string, rule: RegExp, step: Step = pressAny): GuardCase =>
  reading(group, {
    name,
    start: control(html),
    steps: [open, step, shown],
    rule,
    forbidden,
    // What lies over a control stays there.
    ...(rule.source.includes('covered') ? { findMs: 400 } : {}),
  });
