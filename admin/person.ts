/** `admin person`: who may sign in to the console, as what, and by which one-time link (D6). */
import { Argument, Command, Option } from 'commander';
import { changeRole, invitePerson, resetPassword, setAccess } from '../commands/people.ts';
import { type Refusal, isRefused } from '../commands/refusal.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { type Role, roleTable, roles } from '../domain/people/roles.ts';
import { agesOfRole, sessionLives } from '../domain/people/sign-in-limits.ts';
import { sessionAges } from '../process/settings/deployment.ts';
import { dispatchBaseUrl } from '../process/base-url.ts';
import type { Pool } from '../store/database.ts';
import { type Person, findPerson, linkAddress, listPeople } from '../store/people.ts';
import type { LinkMade } from '../store/person-sign-in.ts';
import { type SessionListing, listSessions, signOutPerson } from '../store/sessions.ts';
import { printable } from './arguments.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';

const shownOnce = 'The link is shown this once, and works once. Give it to this person only.';
const throughIssuer = 'There are no passwords here (CONSOLE_LOCAL_SIGN_IN): the person signs in through the issuer.';
const who = 'e-mail address of the person';

export function personCommand(): Command {
  const command = new Command('person').description('People who sign in to the console');
  command
    .command('list')
    .description('List people, their roles and whether they can sign in')
    .action(async (options: PrintOptions) => {
      const people = await withDeployment(({ pool }) => listPeople(pool));
      printList('people', people.map(presentPerson), options);
    });
  command
    .command('invite')
    .description('Add a person, with a one-time link to set a password')
    .argument('<email>', who)
    .addOption(new Option('--role <role>', 'role of the person').choices(roles).default('viewer' satisfies Role))
    .option('--name <name>', 'display name (default: the address)', printable)
    .addHelpText('after', `\nRoles:\n${roles.map((role) => `  ${role}: ${roleTable[role]}`).join('\n')}`)
    .action(invite);
  command
    .command('role')
    .description("Change a person's role; applies from the next request")
    .argument('<email>', who)
    .addArgument(new Argument('<role>', 'role of the person').choices(roles))
    .action((email: string, role: Role, options: PrintOptions) =>
      act(email, options, ({ pool, actor }, person) => changeRole(pool, { person, role, actor })),
    );
  command
    .command('disable')
    .description("Disable a person's access and end the sessions")
    .argument('<email>', who)
    .action((email: string, options: PrintOptions) =>
      act(email, options, ({ pool, actor }, person) =>
        setAccess(pool, { person, allowed: false, actor, now: new Date() }),
      ),
    );
  command
    .command('enable')
    .description("Enable a person's access again")
    .argument('<email>', who)
    .action((email: string, options: PrintOptions) =>
      act(email, options, ({ pool, actor }, person) =>
        setAccess(pool, { person, allowed: true, actor, now: new Date() }),
      ),
    );
  command
    .command('reset')
    .description('Create a one-time link to set a new password; the old password works until it is used')
    .argument('<email>', who)
    .option('--totp', 'also turn off one-time codes, for a lost device and lost recovery codes')
    .action(reset);
  command.command('sessions').description("List a person's sessions").argument('<email>', who).action(sessions);
  command
    .command('sign-out')
    .description("End a person's sessions immediately")
    .argument('<email>', who)
    .option('--session <id>', 'only this session (ses_…)')
    .action(signOut);
  return command;
}

async function sessions(email: string, options: PrintOptions): Promise<void> {
  const living = await withDeployment(async ({ pool, settings }) => {
    const person = await knownPerson(pool, email);
    const ages = agesOfRole(person.role, sessionAges(settings));
    return (await listSessions(pool, person.id)).filter((session) => sessionLives(session, ages, new Date()));
  });
  printList('sessions', living.map(presentSession), options);
}

function presentSession({ id, method, address, agent, createdAt, lastSeenAt }: SessionListing) {
  const times = { signed_in_at: createdAt.toISOString(), last_seen_at: lastSeenAt.toISOString() };
  return { session_id: id, method, address, agent, ...times };
}

async function signOut(email: string, { session, ...options }: PrintOptions & { session?: string }): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const person = await knownPerson(pool, email);
    const given = { personId: person.id, session: session ?? null, except: null, actor, now: new Date() };
    const ended = await signOutPerson(pool, given);
    if (ended === 0 && session !== undefined)
      throw new AdminRefusal(`${person.email} has no session ${session} that lives`);
    printRecord({ person_id: person.id, email: person.email, sessions_ended: ended }, options);
  });
}

interface InviteOptions extends PrintOptions {
  readonly role: Role;
  readonly name?: string;
}

async function invite(email: string, { role, name = email.slice(0, 100), ...options }: InviteOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    const { pool, actor } = deployment;
    const made = await invitePerson(pool, { email, name, role, actor }, new Date());
    if (isRefused(made) && made.refused === 'already_assigned')
      throw new AdminRefusal(`${made.findings[0]}; make a new link with person reset`);
    printLink(deployment, granted(made), options);
  });
}

async function reset(email: string, { totp = false, ...options }: PrintOptions & { totp?: boolean }): Promise<void> {
  await withDeployment(async (deployment) => {
    const { pool, actor } = deployment;
    const person = await knownPerson(pool, email);
    const made = await resetPassword(pool, { person, totp, actor, now: new Date() });
    if (isRefused(made)) throw new AdminRefusal(`${made.findings[0]}; let them in again with person enable`);
    printLink(deployment, made, options);
  });
}

function printLink({ settings }: Deployment, { person, token, endsAt }: LinkMade, options: PrintOptions): void {
  const local = settings.CONSOLE_LOCAL_SIGN_IN;
  const url = local ? linkAddress(dispatchBaseUrl(settings), token) : null;
  printRecord(
    { person_id: person.id, email: person.email, role: person.role, url, valid_until: endsAt.toISOString() },
    options,
    local ? shownOnce : throughIssuer,
  );
}

async function act(
  email: string,
  options: PrintOptions,
  work: (deployment: Deployment, person: Person) => Promise<boolean | Refusal>,
): Promise<void> {
  await withDeployment(async (deployment) => {
    const before = await knownPerson(deployment.pool, email);
    const done = await work(deployment, before);
    if (isRefused(done) && done.refused === 'not_allowed')
      throw new AdminRefusal(`${done.findings[0]}; make another one first`);
    granted(done);
    printRecord(presentPerson(await knownPerson(deployment.pool, email)), options);
  });
}

/** @throws AdminRefusal that names the nearest address */
export async function knownPerson(pool: Pool, email: string): Promise<Person> {
  const person = await findPerson(pool, email);
  if (person !== undefined) return person;
  const nearest = nearestName(
    email,
    (await listPeople(pool)).map((known) => known.email),
  );
  throw new AdminRefusal(`there is no person ${email}${nearest ? `; did you mean ${nearest.name}?` : ''}`);
}

function presentPerson(person: Person) {
  return {
    person_id: person.id,
    email: person.email,
    name: person.name,
    role: person.role,
    state: stateOf(person),
    totp: person.totpConfirmedAt !== null,
    last_sign_in_at: person.lastSignInAt?.toISOString() ?? null,
  };
}

function stateOf({ disabledAt, passwordHash, fromIssuer }: Person): 'disabled' | 'invited' | 'active' {
  if (disabledAt !== null) return 'disabled';
  return passwordHash === null && !fromIssuer ? 'invited' : 'active';
}
