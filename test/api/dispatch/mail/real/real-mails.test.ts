import assert from 'node:assert/strict';
import { checkTaskInput } from '../../../../../commands/dispatch/check-task-input.ts';
import { readMail } from '../../../../../api/dispatch/mail/read-mail.ts';
import { readBody } from '../../../../../api/dispatch/mail/understand-mail.ts';
import { readCsv } from '../../../../../commands/dispatch/import-tasks.ts';
import { foreignMails } from './foreign-mails.ts';
import { languageMails } from './language-mails.ts';
import { moreMails } from './more-mails.ts';
import { realMails } from './mails.ts';

describe('mails as people send them', () => {
  for (const { what, raw, becomes } of [...realMails, ...moreMails, ...foreignMails, ...languageMails])
    it(`${typeof becomes === 'string' ? { file: 'accepts', ask: 'asks about', none: 'refuses' }[becomes] : 'accepts'} ${what}`, async () => {
      const content = await readMail(Buffer.from(raw));
      assert.ok('texts' in content, JSON.stringify(content));
      if (content.csv !== null) {
        const file = await readCsv(content.csv, 100);
        const taken = 'code' in file ? 'none' : content.unread.length > 0 ? 'ask' : 'file';
        return assert.equal(taken, becomes, JSON.stringify([content.unread, file]));
      }
      const body = readBody(content);
      if ('input' in body && content.unread.length === 0) {
        if (becomes === 'none') return assert.ok('findings' in checkTaskInput(body.input, { allowLoopback: false }));
        assert.ok('input' in checkTaskInput(body.input, { allowLoopback: false }), JSON.stringify(body));
        const { task_type, params } = body.input as { task_type: string; params: object };
        assert.deepEqual({ task_type, ...params }, becomes);
      } else if (!('findings' in body)) {
        assert.equal(becomes, 'ask', JSON.stringify(body));
        if ('input' in body) return;
        const valid = (input: unknown): boolean => 'input' in checkTaskInput(input, { allowLoopback: false });
        assert.ok('alternatives' in body && body.alternatives.some((tasks) => tasks.every(valid)));
      } else assert.equal(becomes, 'none', JSON.stringify(body));
    });
});
