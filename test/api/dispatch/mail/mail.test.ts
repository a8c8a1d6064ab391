import assert from 'node:assert/strict';
import { listQuarantine, readQuarantined } from '../../../../store/mails.ts';
import { until } from '../../../support/wait.ts';
import { certificateFile, type MailBench, openMailBench, registered } from './mail-bench.ts';

let count = 0;
const nextPro = (): string => String(8_000_000_000 + (count += 1));

describe('the mail channel', () => {
  let bench: MailBench;
  before(async () => (bench = await openMailBench()));
  after(() => bench.close());

  const lastRow = async (): Promise<Awaited<ReturnType<MailBench['rows']>>[number] | undefined> =>
    (await bench.rows()).at(-1);
  /** The reply that belongs to a message id. */
  const replyTo = (messageId: string): ReturnType<typeof until<MailBench['replies'][number]>> =>
    until(() => bench.replies.find((reply) => reply.inReplyTo === messageId), { what: `a reply to ${messageId}` });

  it('queues a task out of key: value lines, channel email, requested by who wrote', async () => {
    const pro = nextPro();
    const messageId = '<one@acme.example>';
    const sent = await bench.send({
      messageId,
      subject: 'POD please',
      references: ['<start@acme.example>'],
      text: `task_type: pull_pod\nPRO: ${pro}\nclient_ref: WO-7\n\n-- \nAnn Lee\nAcme: freight`,
    });
    assert.equal(sent.code, 250, sent.text);
    const [id] = (await lastRow())?.task_ids ?? [];
    const { json: task } = await bench.api.call('GET', `/api/tasks/${id}`);
    assert.deepEqual(
      [task.channel, task.requested_by, task.params, task.client_ref],
      ['email', { email: registered }, { pro }, 'WO-7'],
    );
    const reply = await replyTo(messageId);
    assert.equal(reply.subject, 'Re: POD please');
    assert.deepEqual(reply.references, ['<start@acme.example>', messageId]);
    assert.equal(reply.headers.get('auto-submitted'), 'auto-replied');
    assert.match(
      reply.text ?? '',
      new RegExp(
        `^1 task was accepted\\. Its page shows .+:\n\nPull proof of delivery: PRO ${pro} \\(${id}\\)\nhttps://dispatch.example/tasks/${id}\\?k=`,
      ),
    );
  });

  it('takes one JSON task, and keeps who asked where the mail says so', async () => {
    const task = {
      task_type: 'pull_pod',
      params: { pro: nextPro() },
      requested_by: { name: 'Ann', email: 'ann@acme.example' },
    };
    assert.equal((await bench.send({ text: `${JSON.stringify(task, null, 2)}\n-- \nAnn` })).code, 250);
    const [id] = (await lastRow())?.task_ids ?? [];
    assert.deepEqual((await bench.api.call('GET', `/api/tasks/${id}`)).json.requested_by, task.requested_by);
  });

  it('reads the text of a mail that has only HTML, line by line, as its writer saw it', async () => {
    const pro = nextPro();
    const html = `<html><head><title>task</title><style>p { margin: 0 }</style></head><body>
      <div style="display:none">client_ref: unseen</div><p>task_type:&nbsp;<b>pull_pod</b></p>
      <table><tr><td>pro</td><td>: <a href="tel:${pro}">${pro}</a></td></tr></table>
      <ul><li>client_ref: A &amp; B<br>instruction: the POD, please</li></ul>
      <p>-- <br>Ann Lee, Acme: freight</p><blockquote>pro: 1</blockquote></body></html>`;
    const sent = await bench.send({ html });
    assert.equal(sent.code, 250, sent.text);
    const [id] = (await lastRow())?.task_ids ?? [];
    const { json: task } = await bench.api.call('GET', `/api/tasks/${id}`);
    assert.deepEqual([task.params, task.client_ref, task.instruction], [{ pro }, 'A & B', 'the POD, please']);
    const json = JSON.stringify({ task_type: 'pull_pod', params: { pro: nextPro() } }, null, 1);
    await bench.send({ html: `<pre>${json}</pre>` });
    assert.equal((await lastRow())?.task_ids.length, 1);
  });

  it('reads the plain text of a mail that has both', async () => {
    const pro = nextPro();
    await bench.send({ text: `task_type: pull_pod\npro: ${pro}`, html: '<p>task_type: pull_pod</p><p>pro: 1</p>' });
    const [id] = (await lastRow())?.task_ids ?? [];
    assert.deepEqual((await bench.api.call('GET', `/api/tasks/${id}`)).json.params, { pro });
  });

  it('takes a CSV attachment; the reply lists tasks with links and refusals with lines', async () => {
    const messageId = '<csv@acme.example>';
    const sent = await bench.send({
      messageId,
      subject: 'Réclamations',
      text: 'See the file.',
      attachments: [
        { filename: 'tasks.csv', content: `task_type;pro\r\npull_pod;${nextPro()}\r\npull_pod;412708839\r\n` },
        { filename: 'logo.png', content: 'x', contentType: 'image/png', contentDisposition: 'inline', cid: 'logo' },
      ],
    });
    assert.equal(sent.code, 250, sent.text);
    const reply = await replyTo(messageId);
    assert.equal(reply.subject, 'Re: Réclamations');
    assert.match(
      reply.text ?? '',
      /1 task was accepted\..+:\n\nline 2: Pull proof of delivery: PRO \d{10} \(tsk_\S+\)\nhttps:\/\//,
    );
    assert.match(
      reply.text ?? '',
      /Not queued:\n\n- line 3: PRO must be exactly 10 digits\n- line 3: pro has 9 digits/,
    );
  });

  it('asks by a link about what is not clear, and queues what its writer confirms, once', async () => {
    const messageId = '<unclear@acme.example>';
    const pro = nextPro();
    const before = await bench.stored();
    const sent = await bench.send({
      messageId,
      text: `Hi,\ntask_type: pull_pod\npro: ${pro}\npro: ${nextPro()}\nThanks`,
    });
    assert.match(sent.text, /^250 .*the reply asks/);
    const text = (await replyTo(messageId)).text ?? '';
    assert.match(text, /- pro appears 2 times with different values/);
    assert.match(text, new RegExp(`1\\)\n {2}task_type: pull_pod\n {2}pro: ${pro}\n`));
    const [, path = ''] = /https:\/\/dispatch\.example(\/mail\/ml_\S+)/.exec(text) ?? [];
    const address = new URL(path, bench.api.url);
    const page = await fetch(address);
    assert.equal(page.status, 200);
    const markup = await page.text();
    assert.match(markup, /Nothing was queued yet/);
    assert.equal(markup.match(/Queue this task/g)?.length, 2);
    assert.equal(await bench.stored(), before, 'opening the page queues nothing');
    const press = (choice: string, k = address.searchParams.get('k') ?? ''): Promise<Response> =>
      fetch(new URL(address.pathname, address), {
        method: 'POST',
        body: new URLSearchParams({ k, choice }),
        redirect: 'manual',
      });
    assert.equal((await press('0', 'x')).status, 404);
    assert.equal((await press('7')).status, 400);
    for (const choice of ['0', '0', '1']) assert.equal((await press(choice)).status, 303);
    assert.equal(await bench.stored(), before + 1);
    const row = await lastRow();
    assert.deepEqual([row?.status, row?.reason, row?.task_ids.length], ['taken', null, 1]);
    const { json: task } = await bench.api.call('GET', `/api/tasks/${row?.task_ids[0]}`);
    assert.deepEqual([task.channel, task.requested_by, task.params], ['email', { email: registered }, { pro }]);
    assert.match(await (await fetch(address)).text(), /Request confirmed/);
    assert.equal((await fetch(new URL(`${address.pathname}?k=1`, address))).status, 404);
  });

  it('takes what was forwarded as asked for by its forwarder', async () => {
    const pro = nextPro();
    const json = JSON.stringify({
      task_type: 'pull_pod',
      params: { pro },
      requested_by: { email: 'joe@customer.example' },
    });
    const eml = `From: joe@customer.example\r\nSubject: POD\r\n\r\n${json}\r\n`;
    const attachment = { filename: 'POD.eml', content: eml, contentType: 'message/rfc822' };
    await bench.send({
      messageId: '<fwd@acme.example>',
      subject: 'Fwd: POD',
      text: 'Please process.',
      attachments: [attachment],
    });
    const [id] = (await lastRow())?.task_ids ?? [];
    assert.deepEqual((await bench.api.call('GET', `/api/tasks/${id}`)).json.requested_by, { email: registered });
  });

  it('answers every finding to the sender, and keeps the mail in the quarantine', async () => {
    const messageId = '<wrong@acme.example>';
    const before = await bench.stored();
    const sent = await bench.send({ messageId, subject: 'x', text: 'task_typ: pull_pod\nHello there\npro: 1' });
    assert.equal(sent.code, 250);
    const reply = await replyTo(messageId);
    assert.match(
      reply.text ?? '',
      /^Nothing was queued:\n\n- line 1: "task_typ" is not known; did you mean task_type\?\n- PRO must be exactly/,
    );
    assert.match(reply.text ?? '', /takes\s+no approvals/);
    assert.equal(await bench.stored(), before);
    const [kept] = await listQuarantine(bench.api.database.pool, bench.api.senderId, 1);
    assert.deepEqual([kept?.reason, kept?.fromAddress, kept?.messageId], ['invalid_content', registered, messageId]);
    assert.match(
      String((await readQuarantined(bench.api.database.pool, kept?.id ?? ''))?.content),
      /task_typ: pull_pod/,
    );
  });

  it('handles one mail once, whatever number of times it comes', async () => {
    const mail = { messageId: '<twice@acme.example>', text: `task_type: pull_pod\npro: ${nextPro()}` };
    assert.equal((await bench.send(mail)).code, 250);
    await replyTo(mail.messageId);
    const before = await bench.rows();
    const again = await bench.send(mail);
    assert.match(again.text, /250.*already handled/);
    assert.deepEqual(await bench.rows(), before);
    const side = { messageId: '<side@acme.example>', text: `task_type: pull_pod\npro: ${nextPro()}` };
    const answers = await Promise.all([1, 2, 3].map(() => bench.send(side)));
    assert.ok(answers.every(({ code }) => code === 250));
    assert.equal((await bench.rows()).length, before.length + 1);
  });

  it('gives the same content in another mail the first task', async () => {
    const text = `task_type: pull_pod\npro: ${nextPro()}`;
    await bench.send({ text });
    const first = (await lastRow())?.task_ids;
    await bench.send({ messageId: '<other@acme.example>', text });
    assert.deepEqual((await lastRow())?.task_ids, first);
    assert.match((await replyTo('<other@acme.example>')).text ?? '', /asked for before, now queued/);
  });

  describe('who may write', () => {
    const text = 'task_type: pull_pod\npro: 8999999999';
    const refused: [string, () => Promise<{ code: number; text: string }>, string, RegExp][] = [
      [
        'an address that is not registered',
        () => bench.send({ from: 'eve@acme.example', text }),
        'not_registered',
        /not registered/,
      ],
      ['an unsigned mail', () => bench.send({ text }, false), 'not_authentic', /DKIM or SPF/],
      [
        'SPF of another domain than that of From',
        () => bench.send({ text, envelope: { from: 'x@other.example', to: bench.to } }, false),
        'not_authentic',
        /DKIM or SPF/,
      ],
      [
        'more DKIM signatures than any mail has',
        () =>
          bench.sendRaw(
            `${'DKIM-Signature: v=1; a=rsa-sha256; d=broken.example; s=a; h=from; bh=AA==; b=AA==\r\n'.repeat(1000)}From: ${registered}\r\n\r\n${text}`,
          ),
        'not_authentic',
        /DKIM or SPF/,
      ],
      [
        'a head without end',
        () => bench.sendRaw(`From: ${registered}\r\n${'X-A: b\r\n'.repeat(30_000)}\r\n${text}`),
        'not_authentic',
        /DKIM or SPF/,
      ],
      [
        'two From addresses',
        () =>
          bench.send({ from: `${registered}, eve@evil.example`, text, envelope: { from: registered, to: bench.to } }),
        'bad_from',
        /exactly one From/,
      ],
      [
        'two From headers',
        () => bench.sendRaw(`From: ${registered}\r\nFrom: eve@evil.example\r\nSubject: x\r\n\r\n${text}`),
        'bad_from',
        /exactly one From/,
      ],
      [
        'a registered address as a name only',
        () => bench.send({ from: { name: registered, address: 'eve@evil.example' }, text }),
        'not_registered',
        /not registered/,
      ],
    ];
    for (const [what, send, reason, sentence] of refused)
      it(`refuses ${what} with 550, without a reply, and keeps it in the quarantine`, async () => {
        const before = await bench.stored();
        const sent = await send();
        assert.equal(sent.code, 550, sent.text);
        assert.match(sent.text, sentence);
        assert.deepEqual([(await lastRow())?.status, (await lastRow())?.reason], ['refused', reason]);
        assert.equal(await bench.stored(), before);
        assert.equal((await bench.api.database.pool.query('select 1 from mail_replies')).rowCount, 0);
      });

    it('takes SPF of a domain below that of From, as bounce addresses have', async () => {
      const mail = { text: `task_type: pull_pod\npro: ${nextPro()}` };
      const sent = await bench.send({ ...mail, envelope: { from: 'bounce@spf.acme.example', to: bench.to } }, false);
      assert.equal(sent.code, 250, sent.text);
    });

    it('asks to come again when the records cannot be read', async () => {
      const sent = await bench.send({ text, envelope: { from: 'x@broken.example', to: bench.to } }, false);
      assert.equal(sent.code, 451, sent.text);
    });

    it('lets no forged mail keep the real one out', async () => {
      const messageId = '<wanted@acme.example>';
      assert.equal((await bench.send({ messageId, from: registered, text: 'x' }, false)).code, 550);
      assert.equal((await bench.send({ messageId, text: `task_type: pull_pod\npro: ${nextPro()}` })).code, 250);
      assert.equal((await lastRow())?.status, 'taken');
    });

    it('has only senders as recipients, and is no relay', async () => {
      for (const to of [
        'snd_0@in.lanes.example',
        'postmaster@in.lanes.example',
        'a@elsewhere.example',
        "'@in.lanes.example",
      ])
        assert.equal((await bench.sendRaw('Subject: x\r\n\r\nx', { to })).code, 550);
    });
  });

  const dropped: [string, string, Parameters<MailBench['send']>[0]][] = [
    ['a bounce', 'bounce', { envelope: { from: '', to: '' } }],
    ['an absence note', 'automatic_answer', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a mailing list', 'bulk', { headers: { 'List-Id': '<all.acme.example>' } }],
    ['bulk mail', 'bulk', { headers: { Precedence: 'bulk' } }],
    ['our own reply', 'own_mail', { headers: { 'X-Lanekeeper-Reply': 'ml_1' } }],
    [
      'a mail that goes round',
      'loop',
      { headers: Array.from({ length: 31 }, () => ({ key: 'Received', value: 'by x; now' })) },
    ],
  ];
  for (const [what, reason, options] of dropped)
    it(`drops ${what} with its reason and answers nothing`, async () => {
      const before = [await bench.stored(), bench.replies.length];
      const envelope = options.envelope ? { envelope: { from: '', to: bench.to } } : {};
      const sent = await bench.send({ ...options, ...envelope, text: `task_type: pull_pod\npro: ${nextPro()}` });
      assert.equal(sent.code, 250, sent.text);
      assert.deepEqual([(await lastRow())?.status, (await lastRow())?.reason], ['dropped', reason]);
      assert.deepEqual([await bench.stored(), bench.replies.length], before);
    });

  it('takes mail over STARTTLS with the certificate of the deployment', async () => {
    const secure = await openMailBench({ MAIL_TLS_KEY_FILE: certificateFile, MAIL_TLS_CERT_FILE: certificateFile });
    try {
      const sent = await secure.sendOverTls({ text: `task_type: pull_pod\npro: ${nextPro()}` });
      assert.equal(sent.code, 250, sent.text);
      assert.equal((await secure.rows())[0]?.status, 'taken');
      assert.equal((await secure.send({ text: `task_type: pull_pod\npro: ${nextPro()}` })).code, 250);
    } finally {
      await secure.close();
    }
    const plain = await bench.sendOverTls({ text: 'x' });
    assert.match(plain.text, /STARTTLS/, 'without a certificate it is not offered');
  });

  it('drops an automatic answer that lost its headers, and answers the person who replies to one', async () => {
    const body = { text: 'I am out of the office until Monday.' };
    const sent = await bench.send({ ...body, messageId: '<away@acme.example>', subject: 'Réponse automatique : POD' });
    assert.match(sent.text, /^250 .*dropped/);
    assert.deepEqual([(await lastRow())?.status, (await lastRow())?.reason], ['dropped', 'automatic_answer']);
    await bench.send({ ...body, messageId: '<back@acme.example>', subject: 'RE: Automatic reply: POD' });
    await replyTo('<back@acme.example>');
    assert.ok(!bench.replies.some(({ inReplyTo }) => inReplyTo === '<away@acme.example>'));
  });

  it('refuses content that is no task with 550 where no relay is set, because no reply could be sent', async () => {
    const silent = await openMailBench({ MAIL_RELAY_URL: '' });
    try {
      const wrong = await silent.send({ text: 'task_type: pull_pod\npro: 1' });
      assert.equal(wrong.code, 550);
      assert.match(wrong.text, /PRO must be exactly 10 digits/);
      const odd = await silent.send({ text: `${'é'.repeat(3000)}: x\n\nHello` });
      assert.match(odd.text, /550 5\.7\.1 [\x20-\x7e]{1,450}$/);
      assert.deepEqual(
        (await silent.rows()).map(({ status, reason }) => [status, reason]),
        [
          ['refused', 'invalid_content'],
          ['refused', 'invalid_content'],
        ],
      );
      assert.equal((await silent.send({ text: `task_type: pull_pod\npro: ${nextPro()}` })).code, 250);
    } finally {
      await silent.close();
    }
  });

  it("counts only the sender's own mail against its rate", async () => {
    const limited = await openMailBench({ DISPATCH_RATE_PER_MINUTE: '1', DISPATCH_RATE_BURST: '2' });
    try {
      for (let sent = 0; sent < 10; sent += 1) {
        assert.equal((await limited.send({ text: 'x' }, false)).code, 550);
        assert.equal((await limited.send({ from: 'eve@acme.example', text: 'x' }, false)).code, 550);
        assert.equal((await limited.send({ text: 'x', headers: { Precedence: 'bulk' } }, false)).code, 250);
      }
      const own = (): Promise<{ code: number }> => limited.send({ text: `task_type: pull_pod\npro: ${nextPro()}` });
      assert.deepEqual([(await own()).code, (await own()).code, (await own()).code], [250, 250, 451]);
    } finally {
      await limited.close();
    }
  });

  it('takes unsigned mail from this machine where the deployment says so', async () => {
    const relaxed = await openMailBench({ MAIL_RELAX_ON_LOOPBACK: 'true' });
    try {
      assert.equal((await relaxed.send({ text: `task_type: pull_pod\npro: ${nextPro()}` }, false)).code, 250);
      assert.equal((await relaxed.send({ from: 'eve@acme.example', text: 'x' }, false)).code, 550);
    } finally {
      await relaxed.close();
    }
  });
});
