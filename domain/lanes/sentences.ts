/** How figures and counts read in the sentences of reviews, moves and routes. */
import type { Lane } from './event.ts';

/** Lane names begin with a capital in sentences (D44). */
export function laneName(lane: Lane): string {
  return lane === 'shadow' ? 'Shadow' : lane === 'assist' ? 'Assist' : 'Auto';
}

type Move = { readonly from: Lane; readonly to: Lane };

/** How the reason of a move begins. */
export function moveLead({ from, to }: Move): string {
  return `${laneName(from)} to ${laneName(to)}: `;
}

/** `98.5 %`, `100 %`. */
export function percent(share: number): string {
  return `${trimmed((share * 100).toFixed(1))} %`;
}

/** A share beside the bar that it misses: with as many decimals as it takes to distinguish them. */
export function percentBeside(share: number, bar: number): string {
  const [its, bars] = [share * 100, bar * 100];
  for (let digits = 1; digits < 10; digits++)
    if (its.toFixed(digits) !== bars.toFixed(digits)) return `${trimmed(its.toFixed(digits))} %`;
  return percent(share);
}

/** A figure with up to `digits` decimals: `0.9497`, `12`. */
export function figure(value: number, digits = 4): string {
  return trimmed(value.toFixed(digits));
}

/** A figure beside the bar that it misses: with as many decimals as it takes to distinguish them. */
export function figureBeside(value: number, bar: number): string {
  for (let digits = 3; digits < 12; digits++)
    if (value.toFixed(digits) !== bar.toFixed(digits)) return trimmed(value.toFixed(digits));
  return String(value);
}

/** `1 week`, `3 weeks`. */
export function counted(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`;
}

/** `2026-W07`. */
export function weekName(number: number): string {
  return `${Math.floor(number / 100)}-W${String(number % 100).padStart(2, '0')}`;
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
