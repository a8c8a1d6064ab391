/** What people change about themselves: name, password, sessions, one-time codes. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { encode } from 'uqr';
import { isTimeZone } from '../../../domain/lanes/week.ts';
import { passwordFinding } from '../../../domain/people/password.ts';
import { base32, otpauthUri } from '../../../domain/totp.ts';
import { isId } from '../../../process/ids.ts';
import { openPasswords, readCommonPasswords } from '../../../process/passwords.ts';
import { inTransaction } from '../../../store/database.ts';
import { type Person, readPerson, renamePerson, setPassword } from '../../../store/people.ts';
import { confirmTotp, openTotp, proposeTotp, removeTotp } from '../../../store/person-sign-in.ts';
import { type SignOut, savePersonalSettings, signOutPerson, themes } from '../../../store/sessions.ts';
import { notFound } from '../../http/errors.ts';
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { type Html, html } from '../../http/html.ts';
import { factList } from '../../http/table.ts';
import { csrfField, field, findingAt, findingsList, form, nameFinding, textField } from '../form.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import type { ConsoleDeps, FormFinding } from '../route.ts';
import { signIn } from '../session.ts';
import { newRecoveryCodes, stepOf, takeCode } from '../sign-in/one-time-code.ts';
import { countTry, forgive, gated, triesOf, waitSentence } from '../sign-in/sign-in-limits.ts';
import { sendAccount } from './account-page.ts';

const accountPath = '/console/account';

/** POST /console/account/name */
export const postName: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const name = field(ctx, 'name');
  const finding = nameFinding(name);
  if (finding !== null) return sendAccount(deps, ctx, { name: [finding], status: 422 });
  const { personId } = person(ctx);
  await inTransaction(deps.pool, (q) => renamePerson(q, personId, name, actorOf(ctx)));
  redirect(ctx, accountPath, 'Your name is saved.');
};

/** POST /console/account/settings */
export const postSettings: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const zone = field(ctx, 'time_zone');
  const theme = field(ctx, 'theme');
  const known = themes.find((one) => one === theme) ?? null;
  const findings = [
    ...(zone === '' || isTimeZone(zone)
      ? []
      : [{ field: 'time_zone', sentence: 'The time zone must be an IANA name, such as Europe/Berlin.' }]),
    ...(theme === '' || known !== null
      ? []
      : [{ field: 'theme', sentence: `The theme must be ${themes.join(' or ')}.` }]),
  ];
  if (findings.length > 0) return sendAccount(deps, ctx, { settings: findings, status: 422 });
  await savePersonalSettings(deps.pool, person(ctx).personId, { timeZone: zone === '' ? null : zone, theme: known });
  redirect(ctx, accountPath, 'Your display settings are saved.');
};

/** POST /console/account/password */
export function postPassword(deps: ConsoleDeps): Handler {
  const passwords = openPasswords(deps.deploymentSecret);
  return gated(async (ctx) => {
    const { personId, email, name } = person(ctx);
    const password = form(ctx).get('password') ?? '';
    const findings = [
      findingAt('password', passwordFinding(password, { email, name }, await readCommonPasswords())),
      password === (form(ctx).get('again') ?? '') ? null : findingAt('again', 'The new passwords do not match.'),
    ].filter((finding) => finding !== null);
    if (findings.length > 0) return sendAccount(deps, ctx, { password: findings, status: 422 });
    const finding = await currentPasswordFinding(deps, ctx, email, personId);
    if (finding !== null) return sendAccount(deps, ctx, { password: [finding], status: 403 });
    const passwordHash = await passwords.hash(password);
    await inTransaction(deps.pool, async (q) => {
      // A cookie that somebody else may have taken ends with the old password: this browser gets a new one.
      const keepSession = await signIn(ctx, q, personId, 'password');
      await setPassword(q, { personId, passwordHash, keepSession, actor: actorOf(ctx), now: deps.now() });
    });
    redirect(ctx, accountPath, 'Your password is changed, and your other sessions have ended.');
  });
}

/** Counts as a try to sign in, so that a session that was left open is no way to guess the password. */
async function currentPasswordFinding(
  deps: ConsoleDeps,
  ctx: Context,
  email: string,
  personId: string,
): Promise<FormFinding | null> {
  const tries = triesOf(ctx, email);
  const wait = await countTry(ctx, tries);
  if (wait > 0) return waitSentence(ctx, wait);
  const who = await readPerson(deps.pool, personId);
  const current = form(ctx).get('current') ?? '';
  const holds = await openPasswords(deps.deploymentSecret).holds(current.slice(0, 1000), who?.passwordHash ?? null);
  if (!holds) return findingAt('current', 'Your current password is not right.');
  await forgive(ctx, deps.pool, tries);
  return null;
}

/** POST /console/account/sessions/:id/end */
export const postEndSession: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id = '' } = ctx['params'] as { id?: string };
  if (!isId('session', id) || (await endOwn(deps, ctx, { session: id, except: null })) === 0) throw notFound('session');
  redirect(ctx, accountPath, 'The session has ended.');
};

/** POST /console/account/sessions/end-others */
export const postEndOthers: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  await endOwn(deps, ctx, { session: null, except: person(ctx).sessionId });
  redirect(ctx, accountPath, 'Your other sessions have ended.');
};

const endOwn = (deps: ConsoleDeps, ctx: Context, which: Pick<SignOut, 'session' | 'except'>): Promise<number> =>
  signOutPerson(deps.pool, { ...which, personId: person(ctx).personId, actor: actorOf(ctx), now: deps.now() });

// One-time codes of one's account: turned on by a first right code, with recovery codes; turned off by the password and a code.

/** RFC 4226 §4: as long as the output of the hash. */
const keyBytes = 20;

/**
 * POST /console/account/codes: a new key, shown this once, that counts once a code of it was right. It asks for the
 * password: anyone who finds a session open must not shut its person out.
 */
export function postCodes(deps: ConsoleDeps): Handler {
  return gated(async (ctx) => {
    const who = await personOf(deps, ctx);
    if (who.totpConfirmedAt !== null || who.passwordHash === null) return redirect(ctx, accountPath);
    const finding = await currentPasswordFinding(deps, ctx, who.email, who.id);
    if (finding !== null) return sendAccount(deps, ctx, { codes: [finding], status: 403 });
    const key = randomBytes(keyBytes);
    await proposeTotp(deps.pool, deps.deploymentSecret, who.id, key);
    sendKey(deps, ctx, who, key, []);
  });
}

/** POST /console/account/codes/confirm */
export const postConfirmCodes: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const who = await personOf(deps, ctx);
  if (who.totpConfirmedAt !== null || who.totpSealed === null) return redirect(ctx, accountPath);
  const key = openTotp(deps.deploymentSecret, who.id, who.totpSealed);
  const step = stepOf(deps, key, field(ctx, 'code'), null);
  if (step === undefined)
    return sendKey(deps, ctx, who, key, [
      { field: 'code', sentence: 'This code is not valid. Codes change every 30 seconds; try the next one.' },
    ]);
  const { shown, hashes } = newRecoveryCodes(who.id);
  const confirmed = {
    personId: who.id,
    sealed: who.totpSealed,
    step,
    recoveryHashes: hashes,
    actor: actorOf(ctx),
    now: deps.now(),
  };
  if (!(await inTransaction(deps.pool, (q) => confirmTotp(q, confirmed))))
    return redirect(ctx, accountPath, 'No change: a newer key was created. Turn codes on again.');
  sendRecoveryCodes(deps, ctx, shown);
};

/** POST /console/account/codes/remove: with a code, so that a session and a password do not take the factor away. */
export function postRemoveCodes(deps: ConsoleDeps): Handler {
  return gated(async (ctx) => {
    const who = await personOf(deps, ctx);
    if (who.totpConfirmedAt === null) return redirect(ctx, accountPath);
    const finding = (await currentPasswordFinding(deps, ctx, who.email, who.id)) ?? (await codeFinding(deps, ctx, who));
    if (finding !== null) return sendAccount(deps, ctx, { codes: [finding], status: 403 });
    await inTransaction(deps.pool, (q) => removeTotp(q, who.id, actorOf(ctx)));
    redirect(ctx, accountPath, 'One-time codes are off.');
  });
}

/** Counts as a try to sign in, as the password does. */
async function codeFinding(deps: ConsoleDeps, ctx: Context, who: Person): Promise<FormFinding | null> {
  const tries = triesOf(ctx, who.email);
  const wait = await countTry(ctx, tries);
  if (wait > 0) return waitSentence(ctx, wait);
  if (!(await takeCode(deps, who, field(ctx, 'code'))))
    return findingAt('code', 'This code is not right, or was used.');
  await forgive(ctx, deps.pool, tries);
  return null;
}

async function personOf(deps: ConsoleDeps, ctx: Context): Promise<Person> {
  const who = await readPerson(deps.pool, person(ctx).personId);
  if (who === undefined) throw new TypeError('a session without its person');
  return who;
}

const crumbs = [{ text: 'Account', href: accountPath }];

function sendKey(deps: ConsoleDeps, ctx: Context, who: Person, key: Buffer, findings: readonly FormFinding[]): void {
  const shownKey = base32(key).replaceAll(/.{4}(?=.)/g, '$& ');
  const uri = otpauthUri(key, 'Lanekeeper', who.email);
  sendPage(deps, ctx, {
    title: 'Turn on one-time codes',
    section: 'account',
    crumbs,
    status: findings.length > 0 ? 422 : 200,
    body: html`<div class="page-head"><h1>Turn on one-time codes</h1></div>
      ${findingsList(findings)}
      <div class="grid grid-wide">
        <section class="card" aria-labelledby="scan">
          <h2 id="scan">1. Add the key to your authenticator</h2>
          <p>Scan this with any authenticator app, or enter the key. It is not shown again.</p>
          ${qrCode(uri)}
          ${factList([
            ['Key', html`<code>${shownKey}</code>`],
            ['Address', html`<code>${uri}</code>`],
          ])}
        </section>
        <section class="card" aria-labelledby="confirm">
          <h2 id="confirm">2. Enter the code it shows</h2>
          <form method="post" action="/console/account/codes/confirm" class="stack">
            ${csrfField(ctx)}
            ${textField({
              name: 'code',
              label: 'Code',
              autocomplete: 'one-time-code',
              inputmode: 'numeric',
              maxlength: 7,
              required: true,
              autofocus: true,
            })}
            <p class="actions">
              <button class="button button-primary">Turn on</button><a class="button" href="${accountPath}">Cancel</a>
            </p>
          </form>
        </section>
      </div>`,
  });
}

function sendRecoveryCodes(deps: ConsoleDeps, ctx: Context, codes: readonly string[]): void {
  sendPage(deps, ctx, {
    title: 'Recovery codes',
    section: 'account',
    crumbs,
    body: html`<div class="page-head"><h1>Recovery codes</h1></div>
      <p class="notice" role="status">One-time codes are on.</p>
      <section class="card" aria-labelledby="keep">
        <h2 id="keep">Store these somewhere other than your phone</h2>
        <p>Each can be used once instead of a code. They are not shown again.</p>
        <pre tabindex="0">${codes.join('\n')}</pre>
        <p class="actions">
          <button type="button" class="button" data-copy="${codes.join('\n')}">Copy</button
          ><a class="button button-primary" href="${accountPath}">I have saved them</a>
        </p>
      </section>`,
  });
}

/** Dark on light in both schemes: scanners want it so. */
function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the key">
    <rect width="${size}" height="${size}" fill="#ffffff" />
    <path d="${path}" fill="#000000" shape-rendering="crispEdges" />
  </svg>`;
}
