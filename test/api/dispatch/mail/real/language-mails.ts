/** Replies and forwards of Outlook, Gmail, Apple Mail and others in further languages, and sentences beside a request that turn it. */
import type { RealMail } from './mails.ts';
import { mail, text } from './programs.ts';

const P = '4471180293';
const pod = `task_type: pull_pod\npro: ${P}`;
const podTask = { task_type: 'pull_pod', pro: P };
const earlier = 'task_type: pull_pod\npro: 0412708839';
const quoted = (words: string): string => words.replace(/^/gm, '> ');
const outlookHead = (from: string, sent: string, to: string, subject: string): string =>
  `${from} Joe Poe <joe@customer.example>\n${sent} 20.11.2026 16:12\n${to} Ann Lee <ops@acme.example>\n${subject} POD`;

interface Outlook {
  readonly language: string;
  readonly head: string;
  readonly hello: string;
  readonly bye: string;
  readonly re: string;
  readonly fw: string;
}

const outlooks: readonly Outlook[] = [
  {
    language: 'Italian',
    head: outlookHead('Da:', 'Inviato:', 'A:', 'Oggetto:'),
    hello: 'Buongiorno,',
    bye: 'Cordiali saluti',
    re: 'R: POD',
    fw: 'I: POD',
  },
  {
    language: 'Portuguese',
    head: outlookHead('De:', 'Enviada em:', 'Para:', 'Assunto:'),
    hello: 'Prezados,',
    bye: 'Atenciosamente',
    re: 'RES: POD',
    fw: 'ENC: POD',
  },
  {
    language: 'Dutch',
    head: outlookHead('Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'),
    hello: 'Beste collega,',
    bye: 'Met vriendelijke groet',
    re: 'RE: POD',
    fw: 'FW: POD',
  },
  {
    language: 'Polish',
    head: outlookHead('Od:', 'Wysłano:', 'Do:', 'Temat:'),
    hello: 'Dzień dobry,',
    bye: 'Pozdrawiam',
    re: 'ODP: POD',
    fw: 'PD: POD',
  },
  {
    language: 'Swedish',
    head: outlookHead('Från:', 'Skickat:', 'Till:', 'Ämne:'),
    hello: 'Hej,',
    bye: 'Med vänlig hälsning',
    re: 'SV: POD',
    fw: 'VB: POD',
  },
  {
    language: 'Danish',
    head: outlookHead('Fra:', 'Sendt:', 'Til:', 'Emne:'),
    hello: 'Hej Joe,',
    bye: 'Venlig hilsen',
    re: 'SV: POD',
    fw: 'VS: POD',
  },
  {
    language: 'Czech',
    head: outlookHead('Od:', 'Odesláno:', 'Komu:', 'Předmět:'),
    hello: 'Dobrý den,',
    bye: 'S pozdravem',
    re: 'RE: POD',
    fw: 'FW: POD',
  },
  {
    language: 'Finnish',
    head: outlookHead('Lähettäjä:', 'Lähetetty:', 'Vastaanottaja:', 'Aihe:'),
    hello: 'Hei,',
    bye: 'Ystävällisin terveisin',
    re: 'VS: POD',
    fw: 'VL: POD',
  },
  {
    language: 'Turkish',
    head: outlookHead('Kimden:', 'Gönderildi:', 'Kime:', 'Konu:'),
    hello: 'Merhaba,',
    bye: 'Saygılarımla',
    re: 'YNT: POD',
    fw: 'İLT: POD',
  },
  {
    language: 'Russian',
    head: outlookHead('От:', 'Отправлено:', 'Кому:', 'Тема:'),
    hello: 'Добрый день,',
    bye: 'С уважением',
    re: 'RE: POD',
    fw: 'FW: POD',
  },
  {
    language: 'Chinese',
    head: outlookHead('发件人:', '发送时间:', '收件人:', '主题:'),
    hello: '您好,',
    bye: '谢谢',
    re: '答复: POD',
    fw: '转发: POD',
  },
  {
    language: 'Japanese',
    head: outlookHead('差出人:', '送信日時:', '宛先:', '件名:'),
    hello: 'お世話になっております。',
    bye: 'よろしくお願いいたします。',
    re: 'RE: POD',
    fw: 'FW: POD',
  },
];

/** What introduces a quote in Gmail and Apple Mail. */
const introductions: Readonly<Record<string, string>> = {
  'Gmail, Italian': 'Il giorno ven 20 nov 2026 alle ore 16:12 Joe Poe <joe@customer.example> ha scritto:',
  'Gmail, Portuguese': 'Em sex., 20 de nov. de 2026 às 16:12, Joe Poe <joe@customer.example> escreveu:',
  'Gmail, Dutch': 'Op vr 20 nov 2026 om 16:12 schreef Joe Poe <joe@customer.example>:',
  'Gmail, Polish': 'pt., 20 lis 2026 o 16:12 Joe Poe <joe@customer.example> napisał(a):',
  'Gmail, Japanese': '2026年11月20日(金) 16:12 Joe Poe <joe@customer.example>:',
  'Apple Mail, Italian': 'Il giorno 20 nov 2026, alle ore 16:12, Joe Poe <joe@customer.example> ha scritto:',
  'Apple Mail, Dutch': 'Op 20 nov 2026, om 16:12 heeft Joe Poe <joe@customer.example> het volgende geschreven:',
  Roundcube: 'On 2026-11-20 16:12, Joe Poe wrote:',
  Fastmail: 'On Fri, Nov 20, 2026, at 4:12 PM, Joe Poe wrote:',
  'Thunderbird, Dutch': 'Op 20-11-2026 om 16:12 schreef Joe Poe:',
  'Thunderbird, Italian': 'Il 20/11/26 16:12, Joe Poe ha scritto:',
  'KMail, without an address': 'On Friday, 20 November 2026 16:12:33 CET Joe Poe wrote:',
};

export const languageMails: readonly RealMail[] = [
  ...outlooks.flatMap(({ language, head, hello, bye, re, fw }): RealMail[] => [
    {
      what: `a reply in Outlook, ${language}`,
      raw: mail(
        re,
        text(
          `${hello}\n\n${pod}\n\n${bye}\nAnn\n\n________________________________\n${head}\n\n${earlier}`,
          'quoted-printable',
        ),
      ),
      becomes: podTask,
    },
    {
      what: `a forward in Outlook, ${language}`,
      raw: mail(fw, text(`${hello}\n\n${bye}\nAnn\n\n${head}\n\n${pod}`, 'base64')),
      // Danes forward with the letters with which Finns answer.
      becomes: language === 'Danish' ? 'ask' : podTask,
    },
  ]),
  ...Object.entries(introductions).map(([program, introduction]): RealMail => ({
    what: `a reply in ${program}`,
    raw: mail('Re: POD', text(`${pod}\n\n${introduction}\n\n${quoted(earlier)}\n`, 'quoted-printable')),
    becomes: podTask,
  })),
  ...[
    'Could you cancel this?',
    'Can you get rid of this one?',
    'Could you give this one a rest?',
    'Could you get me an update on this request?',
    'Can you run this past Dana?',
    'Could you get this one taken down?',
    'Could you please take this one off your list?',
    'Would it be possible to push this to Monday?',
    'Can you check with me first before running it?',
    'Can you tell me who ran this one?',
    '¿Podrían esperar con esta?',
    'Pouvez-vous laisser celle-ci de côté ?',
    'Könnten Sie diese Anfrage bitte löschen?',
    'Would you remove this one from the list?',
    '¿Pueden anular esta solicitud?',
    'Könnten Sie das bitte stornieren?',
    'This is what we sent you last week, any news?',
    'I need to find out if we still need this.',
    'Please run this one on Friday.',
    'Run it Monday.',
    'The revised bill came.',
    'All shipments are subject to our terms and conditions, and please hold this one.',
    'Our office is closed for the holiday. Please keep this one back.',
    'Attach it once the consignee has confirmed.',
  ].map((words) => ({
    what: `a request beside ${JSON.stringify(words)}`,
    raw: mail('POD', text(`Hi,\n\n${words}\n\n${pod}\n\nRosa\n`)),
    becomes: 'ask' as const,
  })),
  {
    what: 'a request that is taken back, Dutch',
    raw: mail('POD', text(`Hallo,\n\n${pod}\n\nGraag nog niet verwerken.\n`)),
    becomes: 'ask',
  },
  {
    what: 'a request that is taken back, Polish',
    raw: mail('POD', text(`Dzień dobry,\n\n${pod}\n\nProszę jeszcze nie realizować.\n`)),
    becomes: 'ask',
  },
];
