/** Sixty mails as people send them, with what each must come to: a task, a question, or a refusal with its reasons. */
import { apple, gmail, html, mail, multipart, outlook, outlookHtml, part, text } from './programs.ts';

export interface RealMail {
  readonly what: string;
  readonly raw: string;
  /** The params of the task with its type; `file`: the rows of its CSV file; `ask`: nothing without a confirmation; `none`: findings. */
  readonly becomes: Readonly<Record<string, unknown>> | 'file' | 'ask' | 'none';
}

const P = '4471180293';
const Q = '0412708839';
const pod = `task_type: pull_pod\npro: ${P}`;
const podTask = { task_type: 'pull_pod', pro: P };
const earlier = `task_type: pull_pod\npro: ${Q}`;
const english = 'Hi Ann,\n\nWhich PRO is it? Last week we did this one:\n\n';
const disclaimer =
  'CONFIDENTIALITY NOTICE: This e-mail and any attachments are for the sole use of the intended\nrecipient(s) and may contain confidential and privileged information. If you are not the intended\nrecipient, please do not read, copy or forward it, contact the sender and destroy all copies.';
const dispute = 'task_type: file_dispute\ninvoice_number: 8800412375\nreason_code: ACC\namount: 95.00';
const disputeTask = { task_type: 'file_dispute', invoice_number: '8800412375', reason_code: 'ACC', amount: '95.00' };
const head = (labels: readonly [string, string, string, string], subject: string): string =>
  `${labels[0]} Joe Poe <joe@customer.example>\n${labels[1]} Friday, November 20, 2026 4:12 PM\n${labels[2]} Ann Lee <ops@acme.example>\n${labels[3]} ${subject}`;
const en = ['From:', 'Sent:', 'To:', 'Subject:'] as const;
const es = ['De:', 'Enviado el:', 'Para:', 'Asunto:'] as const;
const fr = ['De :', 'Envoyé :', 'À :', 'Objet :'] as const;
const de = ['Von:', 'Gesendet:', 'An:', 'Betreff:'] as const;
const gmailForward = (body: string, from = 'From'): string =>
  `---------- Forwarded message ---------\n${from}: Joe Poe <joe@customer.example>\nDate: Fri, Nov 20, 2026 at 4:12 PM\nSubject: POD\nTo: Ann Lee <ops@acme.example>\n\n\n${body}`;
const attached = (inner: string, own: string, disposition = 'attachment; filename="POD.eml"'): string =>
  multipart('mixed', [
    part('text/plain', own),
    `Content-Type: message/rfc822\r\nContent-Disposition: ${disposition}\r\n\r\n${inner}`,
  ]);
const inner = (body: string, subject = 'POD'): string =>
  `From: Joe <joe@customer.example>\r\nTo: ops@acme.example\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n${body}`;

export const realMails: readonly RealMail[] = [
  // Greetings, signatures and disclaimers.
  { what: 'a greeting and thanks', raw: mail('POD', text(`Hi team,\n\n${pod}\n\nThanks,\nAnn`)), becomes: podTask },
  {
    what: 'prose, a signature with a phone and a disclaimer, without a separator',
    raw: mail(
      'POD',
      text(
        `Good morning,\n\nCould you please pull the POD for this one? The customer is waiting for it.\n\n${pod}\n\nBest regards,\n\nAnn Lee\nFreight Claims | Acme Freight\nTel: (555) 123-4567\nwww.acme.example\n\n${disclaimer}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'an external banner above',
    raw: mail(
      'POD',
      text(
        `CAUTION: This email originated from outside of the organization. Do not click links or open attachments\nunless you recognize the sender.\n\n${pod}\n\nRegards\nAnn`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'Spanish words around',
    raw: mail(
      'Petición',
      text(
        `Buenos días:\n\nPor favor, necesitamos el comprobante de entrega.\n\n${pod}\n\nMuchas gracias y un saludo,\nAna López\nTeléfono: 555 123 456\n\nAntes de imprimir este mensaje, piense en el medio ambiente.`,
        'quoted-printable',
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'French words around',
    raw: mail(
      'Preuve de livraison',
      text(
        `Bonjour,\n\nPourriez-vous récupérer la preuve de livraison ?\n\n${pod}\n\nCordialement,\nAnne Leroy\nTél. : 01 23 45 67 89\n\nCe message est confidentiel et réservé à son destinataire. Si vous n'êtes pas le destinataire, ne le copiez pas.`,
        'base64',
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'German words around',
    raw: mail(
      'Ablieferbeleg',
      text(
        `Sehr geehrte Damen und Herren,\n\nwir haben den Ablieferbeleg noch nicht erhalten.\n\n${pod}\n\nMit freundlichen Grüßen\nAnna Lehmann\nTelefon: +49 30 123456\nGeschäftsführer: Karl Müller, Amtsgericht Berlin, HRB 12345\n\nDiese E-Mail ist vertraulich. Wenn Sie nicht der richtige Adressat sind, löschen Sie sie bitte.`,
        'quoted-printable',
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a dash signature',
    raw: mail('POD', text(`Hello\n${pod}\n-- \nAnn Lee\nNote: out on Friday\nPRO: 24/7 support`)),
    becomes: podTask,
  },
  { what: 'a phone signature', raw: mail('POD', text(`${pod}\n\nSent from my iPhone`)), becomes: podTask },
  {
    what: 'Outlook mobile',
    raw: mail('POD', text(`${pod}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>`)),
    becomes: podTask,
  },
  {
    what: 'a note that is a disclaimer',
    raw: mail(
      'POD',
      text(
        `Hi,\n\n${pod}\n\nAnn\n\nNOTE: This message contains confidential information for the intended recipient only.`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a polite offer of help',
    raw: mail(
      'POD',
      text(
        `Hello,\n\nplease process this:\n\n${pod}\n\nIf you have any questions, please don't hesitate to call me.\n\nKind regards,\nAnn`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a statement with a negation',
    raw: mail(
      'POD',
      text(
        `Hi,\nwe have not received the POD for this shipment yet and the customer asks every day.\n\n${pod}\n\nThx\nAnn`,
      ),
    ),
    becomes: podTask,
  },
  // How programs write the lines.
  { what: 'Gmail, both parts', raw: mail('POD', gmail(`Hi,\n\n${pod}\n\nThanks!\nAnn`)), becomes: podTask },
  {
    what: 'Outlook, both parts',
    raw: mail('POD', outlook(`Hi team,\n\n${pod}\n\nThanks,\nAnn Lee`)),
    becomes: podTask,
  },
  {
    what: 'Outlook, HTML only, base64',
    raw: mail('POD', html(outlookHtml(`Hi team,\n\n${pod}\n\nThanks,\nAnn Lee`), 'base64')),
    becomes: podTask,
  },
  { what: 'Apple Mail', raw: mail('POD', apple(`Hi,\n\n${pod}\n\nBest,\nAnn`)), becomes: podTask },
  {
    what: 'bold keys in Gmail’s plain text',
    raw: mail('POD', text(`*task_type:* pull_pod\n*PRO*: ${P}`)),
    becomes: podTask,
  },
  {
    what: 'a bulleted list',
    raw: mail('POD', text(`Hi,\n\n- Task type: Pull POD\n- PRO #: ${P}.\n\nThanks`)),
    becomes: podTask,
  },
  {
    what: 'a table in HTML',
    raw: mail(
      'POD',
      html(
        `<html><body><p>Hello,</p><table border="1"><tr><td>Task type</td><td>pull_pod</td></tr><tr><td>PRO number</td><td>${P}</td></tr></table><p>Thanks, Ann</p></body></html>`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a table whose plain text has no lines',
    raw: mail(
      'POD',
      multipart('alternative', [
        part('text/plain', `Hello,\n\nTask type\n\npull_pod\n\nPRO number\n\n${P}\n`),
        part(
          'text/html',
          `<p>Hello,</p><table><tr><td>Task type</td><td>pull_pod</td></tr><tr><td>PRO number</td><td>${P}</td></tr></table>`,
        ),
      ]),
    ),
    becomes: podTask,
  },
  {
    what: 'a phone link that Outlook made of a PRO',
    raw: mail('POD', text(`task_type: pull_pod\npro: ${P}<tel:${P}>\n`)),
    becomes: podTask,
  },
  {
    what: 'no-break spaces and marks that nobody sees',
    raw: mail('POD', text(`\ufefftask_type:\u00a0pull_pod\u200b\npro:\u00a0${P}`, 'base64')),
    becomes: podTask,
  },
  {
    what: 'a dispute with a picture of a logo',
    raw: mail(
      'Dispute',
      multipart('related', [
        html(`<p>Hi,</p><p>${dispute.replaceAll('\n', '<br>')}</p><p>Regards<br>Ann<br><img src="cid:l"></p>`),
        'Content-Type: image/png; name="image001.png"\r\nContent-ID: <l>\r\nContent-Transfer-Encoding: base64\r\n\r\naGk=',
      ]),
    ),
    becomes: disputeTask,
  },
  {
    what: 'a note that the program broke into lines',
    raw: mail(
      'Correction',
      text(
        `task_type: tms_correction\npro: ${P}\nreason_code: WC\nbilled_weight: 1420\nnote: Certified scale ticket 5521 from the terminal in Houston shows\n1,420 pounds\n\nThanks, Ann`,
      ),
    ),
    becomes: {
      task_type: 'tms_correction',
      pro: P,
      reason_code: 'WC',
      note: 'Certified scale ticket 5521 from the terminal in Houston shows 1,420 pounds',
      changes: { billed_weight: 1420 },
    },
  },
  {
    what: 'JSON between a greeting and a signature',
    raw: mail('POD', text(`Hi,\n\n{\n  "task_type": "pull_pod",\n  "params": { "pro": "${P}" }\n}\n\nThanks,\nAnn`)),
    becomes: podTask,
  },
  {
    what: 'a signed mail',
    raw: mail(
      'POD',
      multipart('signed', [
        part('text/plain', `${pod}\n\nAnn`),
        'Content-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Disposition: attachment; filename=smime.p7s\r\nContent-Transfer-Encoding: base64\r\n\r\nMIIB',
      ]),
    ),
    becomes: podTask,
  },
  {
    what: 'an answer below a quote',
    raw: mail(
      'Re: POD',
      text(
        `On 20/11/2026 16:12, Joe Poe wrote:\n> Hi Ann,\n> which one?\n> ${earlier.replace('\n', '\n> ')}\n\nThis one:\n\n${pod}\n\nAnn`,
      ),
    ),
    becomes: podTask,
  },
  // Replies.
  {
    what: 'a reply in Gmail, English',
    raw: mail(
      'Re: POD',
      gmail(`${pod}\n\nThanks`, {
        attribution: 'On Fri, Nov 20, 2026 at 4:12 PM Joe Poe <joe@customer.example> wrote:',
        quoted: english + earlier,
      }),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Gmail, Spanish',
    raw: mail(
      'Re: POD',
      gmail(`Hola,\n\n${pod}`, {
        attribution: 'El vie, 20 nov 2026 a las 16:12, Joe Poe (<joe@customer.example>) escribió:',
        quoted: earlier,
      }),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Gmail, French',
    raw: mail(
      'Re: POD',
      gmail(`Bonjour,\n\n${pod}`, {
        attribution: 'Le ven. 20 nov. 2026 à 16:12, Joe Poe <joe@customer.example> a écrit :',
        quoted: earlier,
      }),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Gmail, German',
    raw: mail(
      'Re: POD',
      gmail(`Hallo,\n\n${pod}\n\nVG Anna`, {
        attribution: 'Am Fr., 20. Nov. 2026 um 16:12 Uhr schrieb Joe Poe <joe@customer.example>:',
        quoted: earlier,
      }),
    ),
    becomes: podTask,
  },
  {
    what: 'an introduction of a quote over two lines',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nOn Fri, Nov 20, 2026 at 4:12 PM Joe Poe, Customer Service Representative\n<joe@customer.example> wrote:\n\n> ${earlier.replace('\n', '\n> ')}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook, English',
    raw: mail('RE: POD', outlook(`Hi Joe,\n\n${pod}\n\nRegards,\nAnn`, `${head(en, 'POD')}\n\n${earlier}\n\nThanks`)),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook, Spanish',
    raw: mail('RE: POD', outlook(`Buenas tardes,\n\n${pod}\n\nSaludos`, `${head(es, 'POD')}\n\n${earlier}`)),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook, French',
    raw: mail('RE: POD', outlook(`Bonjour,\n\n${pod}\n\nBien à vous`, `${head(fr, 'POD')}\n\n${earlier}`)),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook, German',
    raw: mail(
      'AW: POD',
      outlook(
        `Hallo Joe,\n\n${pod}\n\nViele Grüße`,
        `${head(de, 'POD')}\n\n${earlier}`,
        '-----Ursprüngliche Nachricht-----\n',
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in old Outlook, plain',
    raw: mail('RE: POD', text(`${pod}\n\n-----Original Message-----\n${head(en, 'POD')}\n\n${earlier}`)),
    becomes: podTask,
  },
  {
    what: 'a reply in Outlook on a phone',
    raw: mail(
      'Re: POD',
      text(
        `${pod}\n\nGet Outlook for Android<https://aka.ms/x>\n________________________________\n${head(en, 'POD')}\n\n${earlier}`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Apple Mail, English',
    raw: mail(
      'Re: POD',
      apple(
        `Hi Joe,\n\n${pod}\n\nBest,\nAnn`,
        'On Nov 20, 2026, at 4:12 PM, Joe Poe <joe@customer.example> wrote:',
        earlier,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Apple Mail, Spanish',
    raw: mail('Re: POD', apple(pod, 'El 20 nov 2026, a las 16:12, Joe Poe <joe@customer.example> escribió:', earlier)),
    becomes: podTask,
  },
  {
    what: 'a reply in Apple Mail, French',
    raw: mail(
      'Re: POD',
      apple(
        `${pod}\n\nEnvoyé de mon iPhone`,
        'Le 20 nov. 2026 à 16:12, Joe Poe <joe@customer.example> a écrit :',
        earlier,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a reply in Apple Mail, German',
    raw: mail(
      'Aw: POD',
      apple(
        `${pod}\n\nVon meinem iPhone gesendet`,
        'Am 20.11.2026 um 16:12 schrieb Joe Poe <joe@customer.example>:',
        earlier,
      ),
    ),
    becomes: podTask,
  },
  // Forwards.
  {
    what: 'a forward in Gmail',
    raw: mail('Fwd: POD', gmail('', { forwarded: gmailForward(`Hi Ann,\n\n${pod}\n\nThanks,\nJoe`) })),
    becomes: podTask,
  },
  {
    what: 'a forward in Gmail, German, with a word above',
    raw: mail('Fwd: POD', gmail('FYI, bitte bearbeiten.\n\nDanke', { forwarded: gmailForward(pod, 'Von') })),
    becomes: podTask,
  },
  {
    what: 'a forward in Outlook, English',
    raw: mail(
      'FW: POD',
      outlook('Please process the request below.\n\nThanks,\nAnn', `${head(en, 'POD')}\n\nHi Ann,\n\n${pod}\n\nJoe`),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward in Outlook, Spanish',
    raw: mail('RV: POD', outlook('Hola, por favor procesar.\n\nGracias', `${head(es, 'POD')}\n\n${pod}`)),
    becomes: podTask,
  },
  {
    what: 'a forward in Outlook, French',
    raw: mail('TR: POD', outlook('Bonjour, merci de traiter.', `${head(fr, 'POD')}\n\n${pod}`)),
    becomes: podTask,
  },
  {
    what: 'a forward in Outlook, German',
    raw: mail('WG: POD', outlook('zur Bearbeitung', `${head(de, 'POD')}\n\n${pod}`)),
    becomes: podTask,
  },
  {
    what: 'a forward in Apple Mail',
    raw: mail(
      'Fwd: POD',
      text(
        `Please do this one.\n\n> Begin forwarded message:\n> \n> From: Joe Poe <joe@customer.example>\n> Subject: POD\n> Date: 20 November 2026 at 16:12:00 GMT\n> To: Ann Lee <ops@acme.example>\n> \n> ${pod.replace('\n', '\n> ')}\n`,
      ),
    ),
    becomes: podTask,
  },
  {
    what: 'a forward as an attachment',
    raw: mail('Fwd: POD', attached(inner(gmail(`Hi,\n\n${pod}\n\nThanks`)), 'See attached, please process.')),
    becomes: podTask,
  },
  {
    what: 'a forward as an attachment without a disposition',
    raw: mail('FW: POD', attached(inner(text(pod)), '', 'inline')),
    becomes: podTask,
  },
  // What is not clear.
  {
    what: 'a request that is taken back',
    raw: mail('POD', text(`${pod}\n\nPlease disregard this, we found it.\n\nAnn`)),
    becomes: 'ask',
  },
  {
    what: 'another number in the text',
    raw: mail('POD', text(`Hi,\n\n${pod}\n\nSorry, the right number is ${Q}.\n\nAnn`)),
    becomes: 'ask',
  },
  { what: 'a number given twice', raw: mail('POD', text(`${pod}\npro: ${Q}\n`)), becomes: 'ask' },
  { what: 'a mistyped key', raw: mail('POD', text(`task_typ: pull_pod\npro: ${P}`)), becomes: 'ask' },
  {
    what: 'a reply that only says yes',
    raw: mail('RE: POD', outlook('Yes please.', `${head(en, 'POD')}\n\n${pod}`)),
    becomes: 'ask',
  },
  { what: 'two tasks', raw: mail('PODs', text(`${pod}\n\ntask_type: pull_pod\npro: ${Q}`)), becomes: 'ask' },
  { what: 'a PRO with dashes', raw: mail('POD', text(`Hi,\ntask_type: pull_pod\npro: 447-1180-293`)), becomes: 'ask' },
  {
    what: 'a forward with another request above it',
    raw: mail('FW: POD', outlook(`task_type: pull_pod\npro: ${Q}`, `${head(en, 'POD')}\n\n${pod}`)),
    becomes: 'ask',
  },
  {
    what: 'a reply that quotes a forwarded request',
    raw: mail(
      'Re: Fwd: POD',
      text(
        `Thanks, got it.\n\nOn Fri, Nov 20, 2026 at 4:12 PM Joe Poe <joe@customer.example> wrote:\n> FYI\n> ---------- Forwarded message ---------\n> From: Bob <bob@customer.example>\n> Date: Thu, Nov 19, 2026\n> Subject: POD\n> To: Joe\n>\n> ${pod.replace('\n', '\n> ')}`,
      ),
    ),
    becomes: 'ask',
  },
  {
    what: 'a line that is struck through',
    raw: mail('POD', html(`<p>Hi,</p><p><s>task_type: pull_pod</s><br>pro: ${P}</p>`)),
    becomes: 'ask',
  },
  { what: 'a subject with another number', raw: mail(`POD of ${Q}`, text(pod)), becomes: 'ask' },
  { what: 'an unknown key among the lines', raw: mail('POD', text(`${pod}\nDeliver by: Friday`)), becomes: 'ask' },
  {
    what: 'words alone',
    raw: mail('POD', text(`Hi,\n\nplease send me the proof of delivery of our last shipment.\n\nThanks`)),
    becomes: 'none',
  },
];
