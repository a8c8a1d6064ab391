// The thread that checks DKIM and SPF and parses MIME for mail-reader. Plain JavaScript without a loader, as the thread
// that opens PDFs. It looks nothing up itself: DNS questions go to the process, which bounds them.
import { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { authenticate } from 'mailauth';
import { simpleParser } from 'mailparser';
import { textOfHtml } from './html-text.js';

/** Caps on the body, checked in one pass before the parser starts. */
const caps = {
  boundaryLines: 200,
  multiparts: 30,
  embedded: 10,
  lineBytes: 200_000,
  headBytes: 128_000,
  files: 10,
  mails: 3,
};

/** Handed to the parser at once. */
const pieceBytes = 32_768;

/** DNS questions without an answer yet. */
const asked = new Map();
let questions = 0;

parentPort.on('message', (message) => {
  if (message.dns !== undefined) answerQuestion(message);
  else void work(message);
});

async function work({ id, kind, mail }) {
  const raw = Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.byteLength);
  try {
    const answer = kind === 'check' ? await check(id, { ...mail, raw }) : await read(raw, true);
    parentPort.postMessage({ id, answer });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) });
  }
}

/** What the signatures and the sending address prove; which of it counts is decided by the process. */
async function check(id, { raw, ip, helo, sender }) {
  const { dkim, spf } = await authenticate(raw, {
    ip,
    helo,
    sender,
    minBitLength: 1024,
    disableArc: true,
    disableBimi: true,
    disableDmarc: true,
    resolver: (name, type) => lookUp(id, name, type),
  });
  return {
    spf: spf === false ? 'none' : spf.status.result,
    signatures: (dkim.results ?? [])
      .filter(({ status }) => status.result === 'pass')
      .map(({ signature, signingDomain, selector, rr, status, signingHeaders }) => ({
        value: signature ?? '',
        domain: signingDomain.toLowerCase(),
        selector: selector.toLowerCase(),
        keyRecord: rr ?? null,
        aligned: Boolean(status.aligned),
        signedFrom: signingHeaders.headers.filter((line) => /^from[ \t]*:/i.test(line)),
      })),
  };
}

function lookUp(id, name, type) {
  questions += 1;
  const dns = questions;
  return new Promise((resolve, reject) => {
    asked.set(dns, { resolve, reject });
    parentPort.postMessage({ id, dns, name, type });
  });
}

function answerQuestion({ dns, records, code }) {
  const waiting = asked.get(dns);
  asked.delete(dns);
  if (code === undefined) waiting?.resolve(records);
  else waiting?.reject(Object.assign(new Error(code), { code }));
}

/** @param outer false for a mail that is attached to another one; what is attached to that in turn is a file */
async function read(raw, outer) {
  const finding = beyondCaps(raw);
  if (finding !== null) return { finding };
  const parsed = await simpleParser(Readable.from(pieces(raw)), {
    ignoreEmbedded: true,
    // HTML is read within limits of our own.
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    maxHeadSize: caps.headBytes,
    maxChildNodes: caps.boundaryLines,
  }).catch(() => null);
  if (!parsed) return { finding: 'the mail is not well-formed' };
  const plain = parsed.text?.trim() ? parsed.text : null;
  const htmlText = parsed.html ? textOfHtml(parsed.html) : '';
  const mails = outer ? parsed.attachments.filter(isMail) : [];
  const forwarded = await Promise.all(mails.slice(0, caps.mails).map((file) => read(file.content, false)));
  return {
    subject: parsed.subject ?? null,
    plain,
    // Null: more HTML than is read.
    htmlText,
    // The plain text does not show what the HTML strikes through.
    struck: /<(?:s|strike|del)[\s>]|line-through/i.test(parsed.html || ''),
    forwarded,
    fileCount: parsed.attachments.length,
    files: parsed.attachments
      .filter((file) => !outer || !isMail(file))
      .slice(0, caps.files + 1)
      .map((file) => ({
        contentType: file.contentType,
        filename: file.filename ?? null,
        inline: file.related || file.contentDisposition === 'inline',
        content: file.content,
      })),
  };
}

/** The parser makes an object of each line of a piece before the first one is read: of a whole mail they are costly to keep. */
function* pieces(raw) {
  for (let at = 0; at < raw.length; at += pieceBytes) yield raw.subarray(at, at + pieceBytes);
}

/** A mail that was forwarded as a file. */
function isMail(file) {
  return file.contentType === 'message/rfc822' || /\.eml$/i.test(file.filename ?? '');
}

function beyondCaps(raw) {
  if (count(raw, '\n--', caps.boundaryLines)) return 'the mail has too many parts';
  for (let start = 0; start < raw.length;) {
    const end = raw.indexOf('\n', start);
    if ((end === -1 ? raw.length : end) - start > caps.lineBytes)
      return `a line of the mail is longer than ${caps.lineBytes.toLocaleString('en-US')} bytes`;
    start = end === -1 ? raw.length : end + 1;
  }
  const text = raw.toString('latin1');
  if (matches(text, /boundary\*?[0-9*]{0,4}[ \t]{0,20}=/gi, caps.multiparts))
    return 'the mail has too many parts within parts';
  if (matches(text, /\ncontent-type[ \t]{0,20}:\s{0,20}message\//gi, caps.embedded))
    return 'the mail has too many mails in it';
  return null;
}

function count(raw, bytes, most) {
  let found = 0;
  for (let at = raw.indexOf(bytes); at !== -1 && found <= most; at = raw.indexOf(bytes, at + 1)) found += 1;
  return found > most;
}

function matches(text, pattern, most) {
  for (let found = 0; pattern.exec(text) !== null;) {
    found += 1;
    if (found > most) return true;
  }
  return false;
}
