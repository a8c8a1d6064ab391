/** The same items as a mail, a Slack message and a Teams card. Every text in them is data: it is escaped here. */
import type { NotificationItem } from './rule.ts';

/** An item whose link is complete. */
export interface LinkedItem extends Omit<NotificationItem, 'service' | 'path'> {
  readonly url: string;
}

/** A digest of more names the others by number. */
const shownItems = 20;
const longestText = 500;

/** One line: what comes from a portal must not make lines of its own. */
export function plainLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
}

/** The title of a message: of one item its own, of a digest how many there are. */
function messageTitle(items: readonly LinkedItem[]): string {
  const [first] = items;
  return items.length === 1 && first !== undefined ? plainLine(first.title) : `${items.length} notifications`;
}

function more(items: readonly LinkedItem[]): string | null {
  const left = items.length - shownItems;
  return left > 0 ? `and ${left} more in the console` : null;
}

interface MailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const htmlCharacters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const htmlText = (text: string): string => plainLine(text).replace(/[&<>"']/g, (found) => htmlCharacters[found] ?? '');

export function mailMessage(items: readonly LinkedItem[]): MailMessage {
  const shown = items.slice(0, shownItems);
  const rest = more(items);
  const text = shown.map(({ title, facts, url, action }) =>
    [plainLine(title), ...facts.map(({ label, text }) => `${label}: ${plainLine(text)}`), `${action}: ${url}`].join(
      '\n',
    ),
  );
  const html = shown.map(
    ({ title, facts, url, action }) =>
      `<h2 style="font-size:16px">${htmlText(title)}</h2><p>${facts
        .map(({ label, text }) => `${htmlText(label)}: ${htmlText(text)}`)
        .join('<br>')}</p><p><a href="${htmlText(url)}">${htmlText(action)}</a></p>`,
  );
  return {
    subject: messageTitle(items),
    text: `${[...text, ...(rest === null ? [] : [rest])].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${html.join('<hr>')}${rest === null ? '' : `<p>${rest}</p>`}</body></html>`,
  };
}

/** What the service worker of the console shows. */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

/** Of 4,096 bytes that a push service takes, with what the encryption adds. */
const longestPushLine = 200;
const shownPushFacts = 4;

/** @param withDetails whether facts, which may be amounts and names, are shown where anybody may look */
export function pushMessage(items: readonly LinkedItem[], withDetails: boolean): PushMessage {
  const [first] = items;
  const cut = (line: string): string => Array.from(line).slice(0, longestPushLine).join('');
  const facts = withDetails && items.length === 1 ? (first?.facts ?? []).slice(0, shownPushFacts) : [];
  return {
    title: cut(messageTitle(items)),
    body:
      facts.length > 0
        ? facts.map(({ label, text }) => cut(plainLine(`${label}: ${text}`))).join('\n')
        : (first?.action ?? ''),
    url: first?.url ?? '',
  };
}

/** Slack's three characters: without them there is no link, no mention and no command. */
const slackText = (text: string): string =>
  plainLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The body for an incoming webhook of Slack; `text` is what a push preview shows. */
export function slackMessage(items: readonly LinkedItem[]): object {
  // Each `verbatim`: what looks like an address or a channel is not made into a link.
  const markdown = (text: string): object => ({ type: 'mrkdwn', text, verbatim: true });
  const rest = more(items);
  return {
    text: slackText(messageTitle(items)),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      ...items.slice(0, shownItems).flatMap(({ title, facts, url, action }) => [
        {
          type: 'section',
          text: markdown(
            [
              `*${slackText(title).replaceAll('*', '∗')}*`,
              ...facts.map(({ label, text }) => `${slackText(label)}: ${slackText(text)}`),
            ].join('\n'),
          ),
        },
        { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: action }, url }] },
      ]),
      ...(rest === null ? [] : [{ type: 'section', text: markdown(rest) }]),
    ],
  };
}

/** The body for an incoming webhook of Teams (Workflows): text runs, which know no Markdown. */
export function teamsMessage(items: readonly LinkedItem[]): object {
  const run = (text: string, weight: 'Default' | 'Bolder' = 'Default'): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: plainLine(text), weight }],
  });
  const rest = more(items);
  return {
    type: 'message',
    summary: messageTitle(items),
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            ...items.slice(0, shownItems).map(({ title, facts, url, action }) => ({
              type: 'Container',
              separator: true,
              items: [
                run(title, 'Bolder'),
                ...facts.map(({ label, text }) => run(`${label}: ${text}`)),
                { type: 'ActionSet', actions: [{ type: 'Action.OpenUrl', title: action, url }] },
              ],
            })),
            ...(rest === null ? [] : [run(rest)]),
          ],
        },
      },
    ],
  };
}
