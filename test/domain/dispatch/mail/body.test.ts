import assert from 'node:assert/strict';
import { readMailBody } from '../../../../domain/dispatch/mail/body.ts';
import type { MailBody } from '../../../../domain/dispatch/mail/body.ts';

const read = (text: string): MailBody => readMailBody(text, (json) => JSON.parse(json) as unknown);

describe('the text of a mail', () => {
  it('is read as key: value lines with the keys of the CSV columns', () => {
    assert.deepEqual(
      read(
        'Task Type: tms_correction\npro: 4471180293\nreason_code: AC\nchanges.add_accessorials: LFT|RES\nnote: Dock: two men',
      ),
      {
        input: {
          task_type: 'tms_correction',
          params: {
            pro: '4471180293',
            reason_code: 'AC',
            note: 'Dock: two men',
            changes: { add_accessorials: ['LFT', 'RES'] },
          },
        },
        hints: [],
      },
    );
  });

  it('ends at a signature and at quoted text', () => {
    for (const end of ['-- ', '--', '> On Monday you wrote'])
      assert.deepEqual(read(`task_type: pull_pod\n${end}\npro: 1`), {
        input: { task_type: 'pull_pod', params: {} },
        hints: [],
      });
  });

  it('keeps what a spreadsheet did to a number as a hint', () => {
    const body = read('task_type: pull_pod\npro: 4.47E+09');
    assert.match('hints' in body ? (body.hints[0] ?? '') : '', /a number that a spreadsheet shortened/);
  });

  it('takes one JSON task up to the signature', () => {
    assert.deepEqual(read(' {"task_type": "pull_pod"}\n-- \nAnn'), { input: { task_type: 'pull_pod' }, hints: [] });
  });

  const refused: [string, string, string[]][] = [
    ['nothing', ' \n\n', ['the mail has no text']],
    ['only a quote', '> pro: 1', ['the mail has no text']],
    ['a greeting', 'Hello,\ntask_type: pull_pod', ['line 1 is not "key: value"']],
    ['a key twice', 'task_type: pull_pod\npro: 1\nPRO: 2', ['key pro appears twice']],
    ['an unknown key', 'task_type: pull_pod\nporo: 1', ['key "poro" is not known; did you mean pro?']],
    ['no type', 'pro: 1', ['task_type is required, as a line "task_type: pull_pod"']],
    ['a line that goes on', `pro: ${'1'.repeat(20_000)}`, ['line 1 must have at most 20,000 characters']],
    ['too much text', 'pro: 1\n'.repeat(30_000), ['the text must have at most 200,000 characters']],
    ['half a JSON task', '{"task_type":', ['the text starts as JSON and is not JSON to its end']],
  ];
  for (const [what, text, findings] of refused)
    it(`is refused with ${what}`, () => {
      assert.deepEqual(read(text), { findings });
    });
});
