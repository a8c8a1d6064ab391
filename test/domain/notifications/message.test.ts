import assert from 'node:assert/strict';
import { type LinkedItem, pushMessage } from '../../../domain/notifications/message.ts';

const item: LinkedItem = {
  event: 'approval_requested',
  at: '2026-11-26T05:00:00.000Z',
  title: 'Approval requested: PRO 0412708839',
  facts: [
    { label: 'Net change', text: '+$482.77' },
    { label: 'Asked by', text: 'Bea\nOrtiz' },
  ],
  action: 'Review and decide',
  url: 'https://dispatch.example/console/approvals/apr_1',
};

describe('a push message', () => {
  it('shows no fact unless the deployment allows it', () => {
    const { title, url } = item;
    assert.deepEqual(pushMessage([item], false), { title, body: 'Review and decide', url });
    assert.deepEqual(pushMessage([item], true), { title, body: 'Net change: +$482.77\nAsked by: Bea Ortiz', url });
  });

  it('fits what a push service takes, whatever a portal wrote', () => {
    const facts = Array.from({ length: 50 }, () => ({ label: '€'.repeat(400), text: '😀'.repeat(400) }));
    const long = pushMessage([{ ...item, title: '😀'.repeat(600), facts }], true);
    assert.ok(Buffer.byteLength(JSON.stringify(long)) < 3_900, String(Buffer.byteLength(JSON.stringify(long))));
  });
});
