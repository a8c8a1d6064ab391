/** The end of what `npm start` prints: a box with the addresses, the keys and what to do next. */
export interface StartSummary {
  readonly seconds: number;
  readonly consoleUrl: string;
  /** One-time link; null once there is an administrator. */
  readonly firstAdminUrl: string | null;
  readonly dispatchUrl: string;
  readonly lanesUrl: string;
  /** File with the keys of the trial. */
  readonly keysFile: string;
  /** null: the engine runs elsewhere, and nothing says where its pages are. */
  readonly temporalUiUrl: string | null;
  readonly sandbox: readonly { readonly name: string; readonly url: string }[];
  readonly receiverUrl: string;
  /** Sentences about ports that were in use. */
  readonly moved: readonly string[];
  readonly failures: readonly TrialFailure[];
}

/** A trial that did not end as expected. */
export interface TrialFailure {
  readonly what: string;
  readonly why: string;
  readonly advice: string;
}

/** @param columns of the terminal; undefined where the output is no terminal */
export function summaryBox(summary: StartSummary, columns?: number): string {
  return boxed(summaryLines(summary), columns).join('\n');
}

function summaryLines(summary: StartSummary): string[] {
  const { firstAdminUrl: link, temporalUiUrl, sandbox, failures, moved } = summary;
  const row = (name: string, value: string): string => `${name.padEnd(22)}${value}`;
  const row2 = (name: string, value: string | null): string[] => (value === null ? [] : [row(name, value)]);
  const steps = [
    link === null
      ? 'Sign in to the console.'
      : 'Open the link of the first administrator and choose a password. It works once.',
    'Submit a task of your own: README.md, "Your first task in five minutes".',
    'Walk through the product: docs/tour.md (ten minutes).',
  ];
  return [
    `Lanekeeper is serving (started in ${summary.seconds.toFixed(1)} s); Ctrl-C stops`,
    '',
    row('Console', summary.consoleUrl),
    ...row2('First administrator', link),
    row('Dispatch API', summary.dispatchUrl),
    row('Lanes API', summary.lanesUrl),
    row('Keys', summary.keysFile),
    ...row2('Temporal UI', temporalUiUrl),
    ...sandbox.map(({ name, url }) => row(name, url)),
    row('Received webhooks', summary.receiverUrl),
    ...(moved.length === 0 ? [] : ['', ...moved]),
    ...failures.flatMap(({ what, why, advice }) => ['', `${what} did not end as expected: ${why}`, advice]),
    '',
    'Next steps',
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ].flatMap((line) => line.split('\n'));
}

/** With sides only where every line fits: a link must stay whole, so that it can be copied. */
function boxed(lines: readonly string[], columns = Infinity): string[] {
  const width = Math.max(...lines.map((line) => line.length));
  if (width + 4 > columns) {
    const rule = '─'.repeat(Math.max(1, columns - 1));
    return [rule, ...lines, rule];
  }
  const rule = '─'.repeat(width + 2);
  return [`┌${rule}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${rule}┘`];
}
