/** Sixty more mails: other programs, odd charsets, HTML that carries more than it shows, and words around the lines. */
import type { RealMail } from './mails.ts';
import { html, mail, multipart, part, text } from './programs.ts';

const P = '4471180293';
const Q = '0412708839';
const pod = `task_type: pull_pod\npro: ${P}`;
const podTask = { task_type: 'pull_pod', pro: P };
const earlier = `task_type: pull_pod\npro: ${Q}`;
const quoted = (words: string): string => words.replace(/^/gm, '> ');
const claim = 'task_type: answer_claim\nclaim_id: CLM-2026-000042';
const claimTask = { task_type: 'answer_claim', claim_id: 'CLM-2026-000042' };
const fix = `task_type: tms_correction\npro: ${P}\nreason_code: WC\nbilled_weight: 1420\nnote: Scale ticket 8841`;
const fixTask = {
  task_type: 'tms_correction',
  pro: P,
  reason_code: 'WC',
  note: 'Scale ticket 8841',
  changes: { billed_weight: 1420 },
};
/** A part in another charset than UTF-8; mails of tests are sent as Latin-1 bytes where they are not ASCII. */
const inCharset = (charset: string, bytes: Buffer, type = 'text/plain'): string =>
  `Content-Type: ${type}; charset="${charset}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}`;
const latin = (body: string): Buffer => Buffer.from(body.replaceAll('\n', '\r\n'), 'latin1');
const lines = (body: string): string => body.replaceAll('\n', '<br>\n');
const owaHead = (labels: readonly string[]): string =>
  `<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>${labels[0]}</b> Joe Poe &lt;joe@customer.example&gt;<br><b>${labels[1]}</b> Friday, November 20, 2026 4:12 PM<br><b>${labels[2]}</b> Ann Lee &lt;ops@acme.example&gt;<br><b>${labels[3]}</b> POD</font><div>&nbsp;</div></div>`;
const cell = (words: string): string => `<td style="padding:4px;border:1px solid #ccc"><span>${words}</span></td>`;

export const moreMails: readonly RealMail[] = [
  // Replies of further programs.
  {
    what: 'a reply in Outlook on the web, HTML alone',
    raw: mail(
      'Re: POD',
      html(
        `<div dir="ltr">Hi Joe,</div><div><br></div><div>${lines(pod)}</div><div>Ann</div><div id="appendonsend"></div>${owaHead(['From:', 'Sent:', 'To:', 'Subject:'])}<div>${lines(earlier)}</div>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook on the web, Spanish',
    raw: mail(
      'Re: POD',
      html(
        `<div>Hola Joe,</div><div>${lines(pod)}</div><div>Saludos</div>${owaHead(['De:', 'Enviado:', 'Para:', 'Asunto:'])}<div>${lines(earlier)}</div>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook on the web, French',
    raw: mail(
      'RE: POD',
      html(
        `<div>Bonjour,</div><div>${lines(pod)}</div><div>Cordialement</div>${owaHead(['De&nbsp;:', 'Envoyé&nbsp;:', 'À&nbsp;:', 'Objet&nbsp;:'])}<div>${lines(earlier)}</div>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook on the web, German',
    raw: mail(
      'AW: POD',
      html(
        `<div>Hallo Joe,</div><div>${lines(pod)}</div><div>Beste Grüße</div>${owaHead(['Von:', 'Gesendet:', 'An:', 'Betreff:'])}<div>${lines(earlier)}</div>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook for Mac, with a time and an address in angles',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nAnn\n\nFrom: Joe Poe <joe@customer.example>\nDate: Friday, November 20, 2026 at 4:12 PM\nTo: Ann Lee <ops@acme.example>, "Billing, Acme" <billing@acme.example>\nCc: Bob <bob@customer.example>\nSubject: POD\n\n${earlier}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Thunderbird, English',
    raw: mail('Re: POD', text(`On 11/20/26 4:12 PM, Joe Poe wrote:\n${quoted(earlier)}\n\nHi,\n\n${pod}\n\nAnn\n`)),
    becomes: podTask,
  },
  {
    what: 'a reply in Thunderbird, German, below the quote',
    raw: mail(
      'Re: POD',
      text(
        `Am 20.11.26 um 16:12 schrieb Joe Poe:\n${quoted(`Welche Sendung?\n${earlier}`)}\n\nHallo,\n\n${pod}\n\nViele Grüße\nAnna\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Thunderbird, Spanish',
    raw: mail('Re: POD', text(`${pod}\n\nEl 20/11/26 a las 16:12, Joe Poe escribió:\n${quoted(earlier)}\n`)),
    becomes: podTask,
  },
  {
    what: 'a reply in Thunderbird, French',
    raw: mail('Re: POD', text(`${pod}\n\nLe 20/11/2026 à 16:12, Joe Poe a écrit :\n${quoted(earlier)}\n`)),
    becomes: podTask,
  },
  {
    what: 'a reply in Yahoo Mail',
    raw: mail(
      'Re: POD',
      text(
        ` Hi Joe,\n\n${pod}\n\nThanks, Ann\n\n    On Friday, November 20, 2026 at 04:12:33 PM CST, Joe Poe <joe@customer.example> wrote:  \n \n ${earlier.replace('\n', '\n ')}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Proton Mail',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nSent with Proton Mail secure email.\n\nOn Friday, November 20th, 2026 at 4:12 PM, Joe Poe <joe@customer.example> wrote:\n\n${quoted(earlier)}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply on a Samsung phone',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Joe Poe <joe@customer.example>\nDate: 11/20/26 4:12 PM (GMT-06:00)\nTo: Ann Lee <ops@acme.example>\nSubject: POD\n\n${earlier}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply on a Samsung phone, German',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nVon meinem Galaxy gesendet\n\n-------- Ursprüngliche Nachricht --------\nVon: Joe Poe <joe@customer.example>\nDatum: 20.11.26 16:12 (GMT+01:00)\nAn: Anna <ops@acme.example>\nBetreff: POD\n\n${earlier}`,
        'quoted-printable',
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Gmail on a phone, HTML alone',
    raw: mail(
      'Re: POD',
      html(
        `<div dir="auto">${lines(pod)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026, 4:12 PM Joe Poe &lt;<a href="mailto:joe@customer.example">joe@customer.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${lines(earlier)}</blockquote></div>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Apple Mail on a phone, HTML alone',
    raw: mail(
      'Re: POD',
      html(
        `<html><body dir="auto">${lines(pod)}<div><br></div><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On Nov 20, 2026, at 4:12&#8239;PM, Joe Poe &lt;joe@customer.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${lines(earlier)}</div></blockquote></body></html>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply through a help desk, with its line above',
    raw: mail(
      '[#4411] POD',
      text(
        `${pod}\n\nThanks\nAnn\n\n##- Please type your reply above this line -##\n\nYour request (4411) has been updated.\n\nJoe Poe, Nov 20, 2026, 4:12 PM CST:\n\nHi Ann`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Lotus Notes',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nRegards,\nAnn Lee\n\n\n\nFrom:   "Joe Poe" <joe@customer.example>\nTo:     "Ann Lee" <ops@acme.example>\nDate:   11/20/2026 04:12 PM\nSubject:        POD\n\n\n\n${earlier}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply to a reply, with two levels of quotes',
    raw: mail(
      'Re: Re: POD',
      text(
        `Sure:\n\n${pod}\n\nOn Mon, Nov 23, 2026 at 9:00 AM Joe Poe <joe@customer.example> wrote:\n\n> Please do.\n>\n> On Fri, Nov 20, 2026 at 4:12 PM Ann Lee <ops@acme.example> wrote:\n>\n>> ${earlier.replace('\n', '\n>> ')}\n`,
      ),
    ),
    becomes: podTask,
  },
  // Forwards.
  {
    what: 'a forward in Outlook on the web',
    raw: mail(
      'Fw: POD',
      html(
        `<div>Please process.</div><div><br></div>${owaHead(['From:', 'Sent:', 'To:', 'Subject:'])}<div>Hi Ann,</div><div>${lines(pod)}</div><div>Thanks, Joe</div>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward in Outlook, without a word above',
    raw: mail(
      'FW: POD',
      text(
        `From: Joe Poe <joe@customer.example>\nSent: Friday, November 20, 2026 4:12 PM\nTo: Ann Lee <ops@acme.example>\nSubject: POD\n\n${pod}\n\nJoe`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward in Thunderbird',
    raw: mail(
      'Fwd: POD',
      text(
        `Please do.\n\n\n-------- Forwarded Message --------\nSubject: POD\nDate: Fri, 20 Nov 2026 16:12:00 -0600\nFrom: Joe Poe <joe@customer.example>\nTo: Ann Lee <ops@acme.example>\n\n\n\n${claim}\n`,
      ),
    ),
    becomes: claimTask,
  },
  {
    what: 'a forward in Thunderbird, German',
    raw: mail(
      'Fwd: Anspruch',
      text(
        `-------- Weitergeleitete Nachricht --------\nBetreff: Anspruch\nDatum: Fri, 20 Nov 2026 16:12:00 +0100\nVon: Joe <joe@customer.example>\nAn: Anna <ops@acme.example>\n\n\n${claim}\n`,
      ),
    ),
    becomes: claimTask,
  },
  {
    what: 'a forward in Apple Mail, French',
    raw: mail(
      'TR: POD',
      text(
        `Merci de traiter.\n\n> Début du message réexpédié :\n> \n> De: Joe Poe <joe@customer.example>\n> Objet: POD\n> Date: 20 novembre 2026 à 16:12:00 UTC+1\n> À: Anne <ops@acme.example>\n> \n> ${pod.replace('\n', '\n> ')}\n`,
        'quoted-printable',
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward in Apple Mail, Spanish',
    raw: mail(
      'Fwd: POD',
      text(
        `Inicio del mensaje reenviado:\n\n> De: Joe Poe <joe@customer.example>\n> Asunto: POD\n> Fecha: 20 de noviembre de 2026, 16:12:00 CST\n> Para: Ana <ops@acme.example>\n> \n> ${pod.replace('\n', '\n> ')}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward of a forward',
    raw: mail(
      'Fwd: Fwd: POD',
      text(
        `See below.\n\n---------- Forwarded message ---------\nFrom: Bob <bob@customer.example>\nDate: Mon, Nov 23, 2026\nSubject: Fwd: POD\nTo: Ann\n\nFYI\n\n---------- Forwarded message ---------\nFrom: Joe <joe@customer.example>\nDate: Fri, Nov 20, 2026\nSubject: POD\nTo: Bob\n\n${pod}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward as an attachment, HTML inside, Latin-1',
    raw: mail(
      'WG: POD',
      multipart('mixed', [
        part('text/plain', 'Bitte bearbeiten.\n\nDanke'),
        `Content-Type: message/rfc822; name="POD.eml"\r\nContent-Disposition: attachment; filename="POD.eml"\r\n\r\nFrom: Joe <joe@customer.example>\r\nTo: ops@acme.example\r\nSubject: POD\r\nMIME-Version: 1.0\r\n${inCharset('iso-8859-1', latin(`<p>Grüße,</p><p>${lines(pod)}</p>`), 'text/html')}`,
      ]),
    ),
    becomes: podTask,
  },
  // Charsets and encodings.
  {
    what: 'Windows-1252, Spanish',
    raw: mail('Petición', inCharset('windows-1252', latin(`Buenos días,\n\n${pod}\n\nUn saludo,\nMaría Muñoz`))),
    becomes: podTask,
  },
  {
    what: 'ISO-8859-1, German',
    raw: mail('Beleg', inCharset('iso-8859-1', latin(`Guten Tag,\n\n${pod}\n\nMit freundlichen Grüßen\nJürgen`))),
    becomes: podTask,
  },
  {
    what: 'ISO-8859-15, French',
    raw: mail('Preuve', inCharset('iso-8859-15', latin(`Bonjour à tous,\n\n${pod}\n\nBien à vous,\nHélène`))),
    becomes: podTask,
  },
  {
    what: 'UTF-16',
    raw: mail('POD', inCharset('utf-16le', Buffer.from(`\ufeff${pod}\r\n`, 'utf16le'))),
    becomes: podTask,
  },
  {
    what: 'no charset named, UTF-8 all the same',
    raw: mail(
      'POD',
      `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`Hola, buenos días\n\n${pod}\n\nGracias`).toString('base64')}`,
    ),
    becomes: podTask,
  },
  {
    what: 'US-ASCII with quoted-printable breaks inside of a number',
    raw: mail(
      'POD',
      `Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\ntask_type: pull=\r\n_pod\r\npro: 44711=\r\n80293\r\n`,
    ),
    becomes: podTask,
  },
  {
    what: 'lines that end in a carriage return alone, in base64',
    raw: mail('POD', inCharset('utf-8', Buffer.from(pod.replace('\n', '\r')))),
    becomes: podTask,
  },
  {
    what: 'full-width letters and digits',
    raw: mail(
      'POD',
      text(`task_type： pull_pod\npro： ${P.replace(/\d/g, (d) => String.fromCharCode(0xff10 + Number(d)))}`),
    ),
    becomes: podTask,
  },
  // HTML alone.
  {
    what: 'a span for every word',
    raw: mail(
      'POD',
      html(
        `<p>Hi,</p><p>${pod
          .split('\n')
          .map((l) =>
            l
              .split(' ')
              .map((w) => `<span style="color:#1F497D">${w}</span>`)
              .join(' '),
          )
          .join('<br>')}</p>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a definition list',
    raw: mail('POD', html(`<dl><dt>Task type</dt><dd>pull_pod</dd><dt>PRO number</dt><dd>${P}</dd></dl>`)),
    becomes: podTask,
  },
  {
    what: 'a numbered list',
    raw: mail('POD', html(`<p>Hello,</p><ol><li>Task type: pull_pod</li><li>PRO: ${P}</li></ol><p>Thanks</p>`)),
    becomes: podTask,
  },
  {
    what: 'a table inside of a table, of a form',
    raw: mail(
      'POD request',
      html(
        `<table width="100%"><tr><td><table><tbody><tr>${cell('Task type')}${cell('pull_pod')}</tr><tr>${cell('PRO number')}${cell(P)}</tr></tbody></table></td></tr><tr><td><p>Sent by the order form</p></td></tr></table>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a hidden line before the text',
    raw: mail(
      'POD',
      html(`<div style="display:none;max-height:0;overflow:hidden">pro: ${Q}</div><p>${lines(pod)}</p>`),
    ),
    becomes: podTask,
  },
  {
    what: 'a signature with a logo, links and social icons',
    raw: mail(
      'POD',
      html(
        `<p>Hi,</p><p>${lines(pod)}</p><p>Best regards,</p><table><tr><td><img src="https://acme.example/logo.png" alt="Acme Freight"></td><td><b>Ann Lee</b><br>Billing Specialist<br><a href="tel:+15551234567">+1 (555) 123-4567</a> | <a href="mailto:ops@acme.example">ops@acme.example</a><br><a href="https://acme.example">acme.example</a><br><a href="https://linkedin.example">LinkedIn</a></td></tr></table>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a PRO that is a link to a tracking page',
    raw: mail('POD', html(`<p>task_type: pull_pod<br>pro: <a href="https://track.example/?pro=${P}">${P}</a></p>`)),
    becomes: podTask,
  },
  {
    what: 'entities for spaces and dashes',
    raw: mail('POD', html(`<p>task&#95;type:&nbsp;pull&#95;pod<br>pro:&ensp;${P}&zwnj;</p><p>&mdash;<br>Ann</p>`)),
    becomes: podTask,
  },
  // Words around.
  {
    what: 'an out-of-office note in the signature',
    raw: mail('POD', text(`Hi,\n\n${pod}\n\nRegards,\nAnn\n\n*** I will be on vacation Dec 24 - Jan 2 ***`)),
    becomes: podTask,
  },
  {
    what: 'a legal notice in Spanish',
    raw: mail(
      'POD',
      text(
        `Hola,\n\n${pod}\n\nSaludos,\nAna\n\nAVISO LEGAL: Este mensaje y sus archivos adjuntos van dirigidos exclusivamente a su destinatario y pueden contener información confidencial. Si no es usted el destinatario, no lo copie ni lo reenvíe.`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a legal notice in German',
    raw: mail(
      'POD',
      text(
        `Hallo,\n\n${pod}\n\nLG Anna\n\nAcme GmbH, Sitz der Gesellschaft: Berlin, Registergericht: Amtsgericht Charlottenburg, HRB 123456 B\nDiese E-Mail enthält vertrauliche Informationen.`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a legal notice in French',
    raw: mail(
      'POD',
      text(
        `Bonjour,\n\n${pod}\n\nCordialement,\nAnne\n\nPensez à l'environnement avant d'imprimer ce message. Ce message est strictement confidentiel.`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a greeting by first name and a line of small talk',
    raw: mail(
      'POD',
      text(
        `Good morning Joe,\n\nHope you had a great weekend! Here is one more for you.\n\n${pod}\n\nHave a great day,\nAnn`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a thank-you in the same line as a number of the signature',
    raw: mail('POD', text(`${pod}\n\nThanks in advance\nAnn Lee | Ext. 4417 | MC# 123456 | DOT 7654321`)),
    becomes: podTask,
  },
  {
    what: 'a closing in French with a title',
    raw: mail(
      'POD',
      text(
        `Bonjour Monsieur,\n\nVeuillez trouver ci-dessous notre demande.\n\n${claim}\n\nJe vous prie d'agréer, Monsieur, l'expression de mes salutations distinguées.\nAnne Leroy\nResponsable litiges`,
      ),
    ),
    becomes: claimTask,
  },
  {
    what: 'a closing in Spanish with thanks in advance',
    raw: mail(
      'Reclamación',
      text(
        `Estimado equipo:\n\nAdjunto los datos.\n\n${claim}\n\nMuchas gracias de antemano. Reciban un cordial saludo,\nAna`,
      ),
    ),
    becomes: claimTask,
  },
  {
    what: 'a correction with a note and a signature right below it',
    raw: mail('Correction', text(`Hi,\n\n${fix}\n\nThanks,\nAnn`)),
    becomes: fixTask,
  },
  {
    what: 'a correction in Outlook’s spaced plain text',
    raw: mail('Correction', text(`Hi,\n\n${fix.replaceAll('\n', '\n\n')}\n\nThanks,\n\nAnn\n`)),
    becomes: fixTask,
  },
  // What is not clear.
  {
    what: 'an answer in place of the quote that changes the number',
    raw: mail(
      'Re: POD',
      text(
        `On Fri, Nov 20, 2026 at 4:12 PM Joe Poe <joe@customer.example> wrote:\n> task_type: pull_pod\n> pro: ${Q}\n\nno, use ${P}\n`,
      ),
    ),
    becomes: 'ask',
  },
  {
    what: 'a request for tomorrow',
    raw: mail('POD', text(`Hi,\n\n${pod}\n\nPlease run it tomorrow, not today.\n\nAnn`)),
    becomes: 'ask',
  },
  {
    what: 'a request that waits for a word, German',
    raw: mail('POD', text(`Hallo,\n\n${pod}\n\nBitte erst bearbeiten, wenn ich mich melde.\n\nAnna`)),
    becomes: 'ask',
  },
  {
    what: 'a request that is taken back, French',
    raw: mail('POD', text(`Bonjour,\n\n${pod}\n\nMerci de ne pas traiter, c'est annulé.\n`)),
    becomes: 'ask',
  },
  {
    what: 'a request that is taken back, Spanish',
    raw: mail('POD', text(`Hola,\n\n${pod}\n\nPor favor, no lo tramiten todavía.\n`)),
    becomes: 'ask',
  },
  ...[
    ['text in the colour of the paper', `<div style="color: #FEFEFE">${lines(pod)}</div>`],
    ['text without a size', `<span style='font-size:0px'>${lines(pod)}</span>`],
    ['text that its style sheet hides', `<style>.q{display:none}</style><div class="q">${lines(pod)}</div>`],
    ['text without a height', `<div style="max-height:0;overflow:hidden">${lines(pod)}</div>`],
  ].map(([what = '', hidden = '']): RealMail => ({
    what,
    raw: mail('Lunch', html(`<p>Hi</p>${hidden}<p>see you at lunch</p>`)),
    becomes: 'none',
  })),
  {
    what: 'white text on a coloured ground, and classes that only phones hide',
    raw: mail(
      'POD',
      html(
        `<style>@media (max-width:600px){.q{display:none}}</style><table><tr><td bgcolor="#003366"><font color="white">Acme</font></td></tr></table><div class="q">${lines(pod)}</div>`,
      ),
    ),
    becomes: podTask,
  },
  { what: 'two numbers in one line', raw: mail('POD', text(`task_type: pull_pod\npro: ${P} / ${Q}`)), becomes: 'none' },
  {
    what: 'thanks that take the request back',
    raw: mail('POD', text(`${pod}\n\nThanks, please ignore this one.`)),
    becomes: 'ask',
  },
  {
    what: 'a greeting that takes the request back',
    raw: mail('POD', text(`Hi Ann, please hold off.\n\n${pod}`)),
    becomes: 'ask',
  },
  {
    what: 'a request to wait beside a word of disclaimers',
    raw: mail('POD', text(`${pod}\n\nPlease do not pull this one yet, the mailbox of the consignee had a virus.`)),
    becomes: 'ask',
  },
  {
    what: 'a request to wait before a disclaimer in its paragraph',
    raw: mail('POD', text(`${pod}\n\nHold off on this one. This e-mail is confidential.`)),
    becomes: 'ask',
  },
  {
    what: 'an amount in the text that is not the one in the lines',
    raw: mail(
      'Dispute',
      text(
        `task_type: file_dispute\ninvoice_number: 8800412375\nreason_code: ACC\namount: 95.00\n\nThe total is $ 195.00 by the way.`,
      ),
    ),
    becomes: 'ask',
  },
  {
    what: 'a picture of the request and no text',
    raw: mail(
      'POD',
      multipart('mixed', [
        part('text/plain', 'Please see attached.'),
        'Content-Type: image/png; name="scan.png"\r\nContent-Disposition: attachment; filename=scan.png\r\nContent-Transfer-Encoding: base64\r\n\r\naGk=',
      ]),
    ),
    becomes: 'none',
  },
];
