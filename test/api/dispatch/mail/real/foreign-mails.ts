/** Mails of programs beyond those of the first sets: Notes, Zimbra, GMX, help desks, phones behind Exchange. */
import type { RealMail } from './mails.ts';
import { html, mail, multipart, part, text } from './programs.ts';

const P = '4471180293';
const Q = '0412708839';
const pod = `task_type: pull_pod\npro: ${P}`;
const podTask = { task_type: 'pull_pod', pro: P };
const earlier = `task_type: pull_pod\npro: ${Q}`;
const lines = (body: string): string => body.replaceAll('\n', '<br>\n');
const file = (type: string, disposition: string, content: string | Buffer): string =>
  `Content-Type: ${type}\r\nContent-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`;
const inCharset = (charset: string, bytes: Buffer): string =>
  `Content-Type: text/plain; charset="${charset}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`;

const wordTable = (rows: readonly (readonly string[])[]): string => {
  const cell = (value: string): string =>
    `<td width="200" valign="top">\n<p class="MsoNormal">${value}<o:p></o:p></p>\n</td>`;
  const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n');
  return `<table class="MsoTableGrid" border="1" cellspacing="0" cellpadding="0">${body}</table>`;
};

export const foreignMails: readonly RealMail[] = [
  {
    what: 'a reply in Notes',
    raw: mail(
      'Re: POD',
      text(
        `Joe,\n\n${pod}\n\nAnn Lee\n\n\n\nFrom:\tJoe Poe/Customer\nTo:\tAnn Lee/Acme@Acme\nDate:\t11/20/2026 04:12 PM\nSubject:\tPOD\n\n\n\n${earlier}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in an old Notes, with the labels on lines of their own',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nAnn\n\n\n\n\n"Joe Poe" <joe@customer.example> \n11/20/2026 04:12 PM\n\nTo\n"Ann Lee" <ops@acme.example>\ncc\n\nSubject\nPOD\n\n\n\n\n\n\n${earlier}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward in Notes',
    raw: mail(
      'Fw: POD',
      text(
        `Please process.\n\nAnn\n----- Forwarded by Ann Lee/Acme on 11/23/2026 09:05 AM -----\n\nFrom:\tJoe Poe/Customer\nTo:\tAnn Lee/Acme@Acme\nDate:\t11/20/2026 04:12 PM\nSubject:\tPOD\n\n\n\n${pod}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward in Notes, German',
    raw: mail(
      'WG: POD',
      text(
        `----- Weitergeleitet von Anna Lehmann/Acme am 23.11.2026 09:05 -----\n\nVon:        Joe Poe <joe@customer.example>\nAn:        Anna Lehmann/Acme@Acme\nDatum:        20.11.2026 16:12\nBetreff:        POD\n\n\n\n${pod}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Zimbra',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\n----- Original Message -----\nFrom: "Joe Poe" <joe@customer.example>\nTo: "ops" <ops@acme.example>\nSent: Friday, November 20, 2026 4:12:33 PM\nSubject: POD\n\n${earlier}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Zimbra, French, HTML alone',
    raw: mail(
      'Re: POD',
      html(
        `<html><body><div style="font-family: arial"><div>Bonjour,</div><div>${lines(pod)}</div><div><br></div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>De: </b>"Joe Poe" &lt;joe@customer.example&gt;<br><b>À: </b>"ops" &lt;ops@acme.example&gt;<br><b>Envoyé: </b>Vendredi 20 Novembre 2026 16:12:33<br><b>Objet: </b>POD<br></div><br><div data-marker="__QUOTED_TEXT__">${lines(earlier)}</div></div></body></html>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in GMX, with the date first',
    raw: mail(
      'Aw: POD',
      html(
        `<html><body><div>Hallo Joe,</div><div>${lines(pod)}</div><div>Gruß, Anna</div><div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Freitag, 20. November 2026 um 16:12 Uhr<br/><b>Von:</b>&nbsp;&quot;Joe Poe&quot; &lt;joe@customer.example&gt;<br/><b>An:</b>&nbsp;ops@acme.example<br/><b>Betreff:</b>&nbsp;POD</div><div name="quoted-content">${lines(earlier)}</div></div></body></html>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward whose gateway tagged the subject',
    raw: mail(
      '[EXTERNAL] FW: POD',
      text(
        `Ann\n\nFrom: Joe Poe <joe@customer.example>\nSent: Friday, November 20, 2026 4:12 PM\nTo: Ann Lee <ops@acme.example>\nSubject: POD\n\n${pod}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward of a forward',
    raw: mail(
      'FW: Fwd: POD',
      text(
        `FYI\n\nFrom: Bob <bob@acme.example>\nSent: Friday, November 20, 2026 5:00 PM\nTo: Ann Lee <ops@acme.example>\nSubject: Fwd: POD\n\n---------- Forwarded message ---------\nFrom: Joe Poe <joe@customer.example>\nDate: Fri, Nov 20, 2026 at 4:12 PM\nSubject: POD\nTo: Bob <bob@acme.example>\n\n${pod}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'an answer above the line of a help desk',
    raw: mail(
      'Re: [Ticket 4711] POD',
      text(
        `${pod}\n\nAnn\n\n##- Please type your reply above this line -##\n\nYour request (4711) has been updated.\n\nJoe Poe (Customer)\nNov 20, 2026, 4:12 PM CST\n\n${earlier}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'the footer of a mailing list',
    raw: mail(
      '[freight] POD',
      text(
        `${pod}\n\nAnn\n_______________________________________________\nfreight mailing list -- freight@lists.acme.example\nTo unsubscribe send an email to freight-leave@lists.acme.example\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a file of a Mac, in two forks',
    raw: mail(
      'PODs',
      multipart('mixed', [
        part('text/plain', 'Hi,\n\nplease see the file.\n\nAnn'),
        'Content-Type: multipart/appledouble; boundary="fork"\r\nContent-Disposition: attachment\r\n\r\n' +
          `--fork\r\n${file('application/applefile; name="pods.csv"', 'attachment; filename="pods.csv"', Buffer.from('0005160700020000', 'hex'))}\r\n` +
          `--fork\r\n${file('text/csv; name="pods.csv"', 'attachment; filename="pods.csv"', `task_type,pro\npull_pod,${P}\n`)}\r\n--fork--`,
      ]),
    ),
    becomes: 'file',
  },
  {
    what: 'a file from a phone behind Exchange, which adds files of what is left',
    raw: mail(
      'PODs',
      multipart('mixed', [
        part('text/plain', 'Please process.'),
        file('text/csv; name="pods.csv"', 'attachment; filename="pods.csv"', `task_type,pro\npull_pod,${P}\n`),
        file(
          'text/plain; name="ATT00001.txt"',
          'attachment; filename="ATT00001.txt"',
          '\r\n\r\nSent from my iPhone\r\n',
        ),
      ]),
    ),
    becomes: 'file',
  },
  {
    what: 'words in such a file that take the request back',
    raw: mail(
      'PODs',
      multipart('mixed', [
        part('text/plain', 'Please process.'),
        file('text/csv; name="pods.csv"', 'attachment; filename="pods.csv"', `task_type,pro\npull_pod,${P}\n`),
        file('text/plain; name="ATT00001.txt"', 'attachment; filename="ATT00001.txt"', 'Do not run the last two.\r\n'),
      ]),
    ),
    becomes: 'ask',
  },
  {
    what: 'a file whose name is coded as RFC 2231 has it',
    raw: mail(
      'PODs',
      multipart('mixed', [
        part('text/plain', 'Guten Tag,\n\nanbei die Aufträge.\n\nMfG'),
        file(
          'application/octet-stream',
          "attachment; filename*=UTF-8''Auftr%C3%A4ge.csv",
          `task_type;pro\npull_pod;${P}\n`,
        ),
      ]),
    ),
    becomes: 'file',
  },
  {
    what: 'a file whose name is coded as programs do it',
    raw: mail(
      'PODs',
      multipart('mixed', [
        part('text/plain', 'Siehe Anhang'),
        file(
          'application/vnd.ms-excel; name="=?UTF-8?Q?Auftr=C3=A4ge.csv?="',
          'attachment; filename="=?UTF-8?Q?Auftr=C3=A4ge.csv?="',
          `sep=;\r\ntask_type;pro\r\npull_pod;${P}\r\n`,
        ),
      ]),
    ),
    becomes: 'file',
  },
  {
    what: 'a file of Excel in UTF-16',
    raw: mail(
      'PODs',
      multipart('mixed', [
        part('text/plain', 'See attached'),
        file(
          'text/csv; name="pods.csv"',
          'attachment; filename="pods.csv"',
          Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`task_type\tpro\r\npull_pod\t${P}\r\n`, 'utf16le')]),
        ),
      ]),
    ),
    becomes: 'none',
  },
  {
    what: 'the formatting that Outlook sends as winmail.dat',
    raw: mail(
      'POD',
      multipart('mixed', [
        part('text/plain', `${pod}\n\nAnn`),
        file(
          'application/ms-tnef; name="winmail.dat"',
          'attachment; filename="winmail.dat"',
          Buffer.from('789f3e220100010690080004000000000001000100', 'hex'),
        ),
      ]),
    ),
    becomes: podTask,
  },
  {
    what: 'the formatting of Outlook with a file in it',
    raw: mail(
      'POD',
      multipart('mixed', [
        part('text/plain', `${pod}\n\nAnn`),
        file(
          'application/ms-tnef; name="winmail.dat"',
          'attachment; filename="winmail.dat"',
          Buffer.from(
            '789f3e22010001069008000400000000000100010002029006000e000000000000000000000000000000000000000000',
            'hex',
          ),
        ),
      ]),
    ),
    becomes: 'ask',
  },
  {
    what: 'an invitation beside the lines',
    raw: mail(
      'POD',
      multipart('mixed', [
        part('text/plain', pod),
        file('text/calendar; name="invite.ics"', 'attachment; filename="invite.ics"', 'BEGIN:VCALENDAR'),
      ]),
    ),
    becomes: podTask,
  },
  {
    what: 'a document beside the lines that no sentence speaks of',
    raw: mail(
      'POD',
      multipart('mixed', [
        part('text/plain', `${pod}\n\nThis e-mail and any attachments are confidential.`),
        file('application/pdf; name="bol.pdf"', 'attachment; filename="bol.pdf"', '%PDF-1.4'),
      ]),
    ),
    becomes: podTask,
  },
  {
    what: 'a document beside the lines that a sentence points to',
    raw: mail(
      'POD',
      multipart('mixed', [
        part('text/plain', `Please see attached.\n\n${pod}`),
        file('application/pdf; name="bol.pdf"', 'attachment; filename="bol.pdf"', '%PDF-1.4'),
      ]),
    ),
    becomes: 'ask',
  },
  {
    what: 'a workbook beside the lines',
    raw: mail(
      'POD',
      multipart('mixed', [
        part('text/plain', pod),
        file('application/vnd.ms-excel; name="pods.xls"', 'attachment; filename="pods.xls"', 'rows'),
      ]),
    ),
    becomes: 'ask',
  },
  {
    what: 'rows pasted from a spreadsheet, HTML alone',
    raw: mail(
      'POD',
      html(
        `<p>Hi,</p><table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse'><tr height=20><td height=20 width=64>task_type</td><td width=64>pro</td></tr><tr height=20><td>pull_pod</td><td align=right>${P}</td></tr></table><p>Ann</p>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a table of Word with a paragraph in each cell, HTML alone',
    raw: mail(
      'Correction',
      html(
        `<p class="MsoNormal">Hello,<o:p></o:p></p>${wordTable([
          ['task_type', 'tms_correction'],
          ['pro', Q],
          ['reason_code', 'CC'],
          ['changes.billed_class', '92.5'],
          ['note', 'density 9.8 per inspection'],
        ])}<p class="MsoNormal">Best regards,<o:p></o:p></p><p class="MsoNormal">Ann<o:p></o:p></p>`,
      ),
    ),
    becomes: {
      task_type: 'tms_correction',
      pro: Q,
      reason_code: 'CC',
      changes: { billed_class: '92.5' },
      note: 'density 9.8 per inspection',
    },
  },
  {
    what: 'a table of Word whose note has two paragraphs',
    raw: mail(
      'Correction',
      html(
        wordTable([
          ['task_type', 'tms_correction'],
          ['pro', Q],
          ['reason_code', 'CC'],
          ['changes.billed_class', '92.5'],
          ['note', 'density 9.8</p><p>per inspection'],
        ]),
      ),
    ),
    becomes: 'ask',
  },
  {
    what: 'columns and a row in a table of Word',
    raw: mail(
      'POD',
      html(
        wordTable([
          ['task_type', 'pro'],
          ['pull_pod', P],
        ]),
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a page that a table lays out, with an empty column at its side',
    raw: mail(
      'POD',
      html(
        `<table><tr><td width=20>&nbsp;</td><td><p>Hi,</p><div>task_type: pull_pod</div><div>pro: ${P}</div><p>Ann</p></td></tr></table>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'an iPhone with Yahoo, which runs the lines of its plain text together',
    raw: mail(
      'Pod',
      multipart('alternative', [
        part('text/plain', ` Hello,\ntask_type: pull_podpro: ${P}\nThank you\n\nSent from Yahoo Mail for iPhone\n`),
        part(
          'text/html',
          `Hello,<div><br></div><div>task_type: pull_pod</div><div>pro: ${P}</div><div><br></div><div>Thank you<br><br><p class="yahoo-signature__ios"><a href="https://mail.onelink.me/1">Sent from Yahoo Mail for iPhone</a></p></div>`,
        ),
      ]),
    ),
    becomes: podTask,
  },
  {
    what: 'lines run together where the HTML takes the request back',
    raw: mail(
      'Pod',
      multipart('alternative', [
        part('text/plain', `task_type: pull_podpro: ${P}\n`),
        part('text/html', `<div>task_type: pull_pod</div><div>pro: ${P}</div><div>Please hold off.</div>`),
      ]),
    ),
    becomes: 'ask',
  },
  {
    what: 'plain text that asks for another record than the HTML',
    raw: mail(
      'Pod',
      multipart('alternative', [
        part('text/plain', pod),
        part('text/html', `<div>task_type: pull_pod</div><div>pro: ${Q}</div>`),
      ]),
    ),
    becomes: 'ask',
  },
  {
    what: 'a note that the plain text wraps and the HTML sets in bold',
    raw: mail(
      'Correction',
      multipart('alternative', [
        part(
          'text/plain',
          `task_type: tms_correction\npro: ${Q}\nreason_code: CC\nchanges.billed_class: 92.5\nnote: density 9.8 per the inspection of the terminal at Reno on the 18th, by\n*Luis*\n`,
        ),
        part(
          'text/html',
          `<div>task_type: tms_correction</div><div>pro: ${Q}</div><div>reason_code: CC</div><div>changes.billed_class: 92.5</div><div>note: density 9.8 per the inspection of the terminal at Reno on the 18th, by <b>Luis</b></div>`,
        ),
      ]),
    ),
    becomes: {
      task_type: 'tms_correction',
      pro: Q,
      reason_code: 'CC',
      changes: { billed_class: '92.5' },
      note: 'density 9.8 per the inspection of the terminal at Reno on the 18th, by *Luis*',
    },
  },
  {
    what: 'a note below its key',
    raw: mail(
      'Correction',
      text(
        `task_type: tms_correction\npro: ${Q}\nreason_code: CC\nchanges.billed_class: 92.5\nnote:\ndensity 9.8 per inspection\n`,
      ),
    ),
    becomes: 'ask',
  },
  {
    what: 'a request that a help desk passes on, below its line for answers',
    raw: mail(
      '[Request received] POD (Ticket #48213)',
      text(
        `##- Please type your reply above this line -##\n\nHello,\n\n${pod}\n\nKind regards,\nJoanna\nAcme Support\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'an answer to a help desk in which nothing was written',
    raw: mail(
      'Re: [Ticket 4711] POD',
      text(
        `\n\n##- Please type your reply above this line -##\n\nYour request (4711) has been updated.\n\n${earlier}\n`,
      ),
    ),
    becomes: 'ask',
  },
  {
    what: 'rows pasted from a spreadsheet, plain',
    raw: mail('POD', text(`Hi,\n\ntask_type\tpro\npull_pod\t${P}\n\nAnn`)),
    becomes: podTask,
  },
  {
    what: 'keys in capitals with dots after them',
    raw: mail('POD', text(`TASK TYPE......: PULL POD\nPRO NUMBER.....: ${P}\n`)),
    becomes: podTask,
  },
  {
    what: 'Russian in windows-1251',
    raw: mail(
      'POD',
      inCharset(
        'windows-1251',
        Buffer.concat([
          Buffer.from('c7e4f0e0e2f1f2e2f3e9f2e5', 'hex'),
          Buffer.from(`!\r\n\r\ntask_type: pull_pod\r\npro: ${P}\r\n\r\n`),
          Buffer.from('d120f3e2e0e6e5ede8e5ec', 'hex'),
          Buffer.from(',\r\nAnna\r\n'),
        ]),
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'Chinese with a full-width colon in GB 18030',
    raw: mail(
      'POD',
      inCharset(
        'gb18030',
        Buffer.concat([
          Buffer.from('c4fabac3a3ac', 'hex'),
          Buffer.from('\r\n\r\ntask_type'),
          Buffer.from('a3ba', 'hex'),
          Buffer.from('pull_pod\r\npro'),
          Buffer.from('a3ba', 'hex'),
          Buffer.from(`${P}\r\n\r\n`),
          Buffer.from('d0bbd0bb', 'hex'),
          Buffer.from('\r\n'),
        ]),
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'Japanese in ISO-2022-JP, 7 bit',
    raw: mail(
      'POD',
      `Content-Type: text/plain; charset="iso-2022-jp"\r\nContent-Transfer-Encoding: 7bit\r\n\r\n\u001b$B$*@$OC$K$J$j$^$9!#\u001b(B\r\n\r\ntask_type: pull_pod\r\npro: ${P}\r\n`,
    ),
    becomes: 'ask',
  },
  {
    what: 'quoted-printable that breaks in the middle of names and numbers',
    raw: mail(
      'POD',
      `Content-Type: text/html; charset=us-ascii\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><p>task_=\r\ntype: pull=5Fp=\r\nod<br>pro: 44711=\r\n80293</p></body></html>`,
    ),
    becomes: podTask,
  },
  {
    what: 'a request that is taken back, Italian',
    raw: mail('POD', text(`Buongiorno,\n\n${pod}\n\nPer favore non elaborare, è stato annullato.\n`)),
    becomes: 'ask',
  },
  {
    what: 'a request that is taken back, Portuguese',
    raw: mail('POD', text(`Olá,\n\n${pod}\n\nPor favor, não processem ainda.\n`)),
    becomes: 'ask',
  },
  {
    what: 'a deadline, a verb of ours without a question mark, and the terms of business below',
    raw: mail(
      'POD',
      text(
        `Hi,\n\nCan you run this before end of day\n\n${pod}\n\nAppreciate it!\nRosa Diaz\n"Moving freight, building trust" since 1987\n\nAll shipments are subject to our terms and conditions. Rates quoted are valid for 30 days.\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a phone that is not in English',
    raw: mail('POD', text(`${pod}\n\nCordialement\nLuc\n\nEnvoyé à partir de Yahoo Mail pour Android`)),
    becomes: podTask,
  },
  {
    what: 'a service that is not to be added',
    raw: mail('Liftgate', text(`Please do not add a liftgate charge to PRO ${P}.\n\nNote: not used\n\nBrianna`)),
    becomes: 'ask',
  },
  {
    what: 'numbers above tasks that do not count up',
    raw: mail('Two', text(`1)\n${pod}\n\n3)\n${earlier}\n\nThanks\nMo`)),
    becomes: 'ask',
  },
];
