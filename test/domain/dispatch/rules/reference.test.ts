/** docs/rules.md is the printed rules. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionLabels } from '../../../../domain/dispatch/guard/task-gate.ts';
import { wordingsOfReason } from '../../../../domain/dispatch/rules/adjustment-reasons.ts';
import { answerClaimTable } from '../../../../domain/dispatch/rules/answer-claim.ts';
import { fileDisputeTable } from '../../../../domain/dispatch/rules/file-dispute.ts';
import { podToDisputeTable } from '../../../../domain/dispatch/rules/pod-to-dispute.ts';
import { byHand } from '../../../../domain/dispatch/ending.ts';
import { correctionAmountTable, correctionTable } from '../../../../domain/dispatch/rules/tms-correction.ts';
import { type PortalAction, portalActions } from '../../../../domain/dispatch/task.ts';

describe('docs/rules.md', () => {
  it('is what the tables print (write rulesReference() there after a change of a rule)', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/rules.md'), 'utf8');
    assert.equal(page, rulesReference());
  });
});

// Prints every rule as the Markdown page docs/rules.md, from the same rows that decide.

/** What of a table its page shows; the functions of its rows stay out, so tables of any case fit. */
interface PrintableTable {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly PrintableRow[];
  readonly otherwise: PrintableRow;
}
interface PrintableRow {
  readonly name: string;
  readonly facts: string;
  readonly decision: string;
  readonly sentence: string;
}

const tables: readonly PrintableTable[] = [
  podToDisputeTable,
  fileDisputeTable,
  answerClaimTable,
  correctionTable,
  correctionAmountTable,
];

function rulesReference(): string {
  return [
    '# Decision rules',
    '',
    'How facts lead to a decision, task type by task type. The rows are read from top to bottom and the first that',
    'matches decides. Places such as `{invoice}` are filled with the facts when a sentence goes to the record.',
    'Business days are Monday to Friday, without the `holidays` that the playbook names ([playbooks](playbooks.md)).',
    'This page is printed from the tables in `domain/dispatch/rules`; a test holds the two together.',
    '',
    ...tables.flatMap(tableLines),
    ...wordingLines(),
    ...portalActionLines(),
  ].join('\n');
}

function tableLines({ title, about, rows, otherwise }: PrintableTable): string[] {
  const printed = [...rows, otherwise].map(
    ({ name, facts, decision, sentence }, index) =>
      `| ${index + 1} | \`${name}\` | ${cell(facts)} | ${cell(decision)} | ${cell(sentence)} |`,
  );
  return [
    `## ${title}`,
    '',
    about,
    '',
    '| | Rule | Facts | Decision | Sentence for the record |',
    '|---|---|---|---|---|',
    ...printed,
    '',
  ];
}

function wordingLines(): string[] {
  const rows = Object.entries(wordingsOfReason).map(
    ([reason, wordings]) => `| ${reason} | ${wordings.map((words) => `"${words}"`).join(', ')} |`,
  );
  return [
    "## Dispute reason from the auditor's wording",
    '',
    'Used by file_dispute when no reason code was given. A wording that names none of these, or several reasons, is',
    'left to a person.',
    '',
    '| Reason | Wording contains |',
    '|---|---|',
    ...rows,
    '',
  ];
}

function portalActionLines(): string[] {
  return [
    '## portal_action',
    '',
    'Every action ends `escalated` / `guard_stopped`; no browser is opened.',
    '',
    ...portalActions.flatMap(actionLines),
  ];
}

function actionLines(action: PortalAction): string[] {
  const { who, why, how } = byHand[action];
  const steps = how.map((step, index) => `${index + 1}. ${step}`);
  return [`### ${actionLabels[action]} (\`${action}\`)`, '', `${why} Decided and done by ${who}:`, '', ...steps, ''];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
