/** The senders of the trial and `trial.json`, where scripts and people find their keys and all addresses. */
import { join } from 'node:path';
import { createKey } from '../store/keys.ts';
import { addSenderAddress } from '../store/mails.ts';
import { firstAdminLink } from '../store/person-sign-in.ts';
import { linkAddress } from '../store/people.ts';
import { createSender, setCallbackUrl } from '../store/senders.ts';
import { writeWhole, readKept } from './deployment-folder.ts';
import type { TrialLanes } from './lanes-trial.ts';
import { type Machine, onDatabase, auditUrl, controlUrl, demoUrl, dispatchUrl, mailDomain, tmsUrl } from './machine.ts';
import type { Receiver } from './receiver.ts';

interface TrialSender {
  readonly sender_id: string;
  readonly api_key: string;
  readonly approver_key: string;
  readonly inbound_secret: string;
  readonly outbound_secret: string;
  readonly other: OtherSender;
}

/** A second sender, for trying that nobody sees another's tasks. */
interface OtherSender {
  readonly sender_id: string;
  readonly api_key: string;
}

export interface TrialConsole {
  readonly url: string;
  /** One-time link of the first admin; null once there is one. */
  readonly first_admin_url: string | null;
}

/** Task inputs that work on the seeded data, by name. */
type Scenarios = Readonly<
  Record<string, { readonly task_type: string; readonly params: Readonly<Record<string, unknown>> }>
>;

/** The file as scripts read it; members of parts that do not exist are null. */
export interface TrialFile {
  readonly dispatch: {
    readonly base_url: string;
    /** Mail to `<sender_id>@<domain>` from the registered address `from`. */
    readonly smtp: { readonly host: string; readonly port: number; readonly domain: string; readonly from: string };
  } & TrialSender;
  readonly receiver: { readonly url: string; readonly received_url: string };
  readonly temporal: { readonly address: string; readonly namespace: string; readonly ui_url: string | null };
  readonly sandbox: {
    readonly tms_url: string;
    readonly audit_url: string;
    readonly demo_url: string;
    readonly control_url: string;
    readonly control_token: string;
  };
  readonly lanes: TrialLanes;
  readonly console: TrialConsole;
  readonly scenarios: Scenarios;
}

const actor = 'npm start';
/** Who may send tasks by mail in the trial; a name of RFC 2606. */
const trialMailAddress = 'back.office@trial.test';

/** What an earlier start wrote, or null on a new data folder. */
export function readTrialFile(folder: string): TrialFile | null {
  return (readKept(folder, 'trial.json') ?? null) as TrialFile | null;
}

/**
 * Makes the two trial senders. A start that is killed before the file is written makes new ones next time; the
 * old ones have keys that nobody knows.
 */
export async function createTrialSenders(machine: Machine, receiver: Receiver): Promise<TrialSender> {
  return await onDatabase(machine, async (pool) => {
    const main = await createSender(pool, machine.secret, { name: 'Trial', callbackUrl: receiver.url, actor });
    const approver = await createKey(pool, {
      ownerKind: 'sender',
      ownerId: main.senderId,
      scopes: ['read', 'approve'],
      label: 'approver',
      actor,
    });
    await addSenderAddress(pool, main.senderId, trialMailAddress, actor);
    const other = await createSender(pool, machine.secret, { name: 'Other trial', actor });
    return {
      sender_id: main.senderId,
      api_key: main.apiKey,
      approver_key: approver.key,
      inbound_secret: main.inboundSecret,
      outbound_secret: main.outboundSecret,
      other: { sender_id: other.senderId, api_key: other.apiKey },
    };
  });
}

/** Where people sign in, with a new link for the first admin as long as there is none. */
export async function openTrialConsole(machine: Machine): Promise<TrialConsole> {
  return await onDatabase(machine, async (pool) => {
    // Without passwords the first admin comes through the issuer.
    const token = machine.settings.CONSOLE_LOCAL_SIGN_IN ? await firstAdminLink(pool, new Date()) : null;
    const base = dispatchUrl(machine);
    return { url: `${base}/console`, first_admin_url: token === null ? null : linkAddress(base, token) };
  });
}

/** Points the trial sender at the receiver, whose port may have moved since the last start. */
export async function followReceiver(machine: Machine, senderId: string, receiver: Receiver): Promise<void> {
  return await onDatabase(machine, async (pool) => {
    await setCallbackUrl(pool, senderId, receiver.url, actor);
    await addSenderAddress(pool, senderId, trialMailAddress, actor);
  });
}

/** Writes trial.json again at every start: the keys stay, the addresses may have moved. Mode 0600. */
export function writeTrialFile(
  machine: Machine,
  sender: TrialSender,
  receiver: Receiver,
  scenarios: Scenarios,
  lanes: TrialLanes,
  console: TrialConsole,
): TrialFile {
  const file: TrialFile = {
    dispatch: {
      ...sender,
      base_url: dispatchUrl(machine),
      smtp: {
        host: machine.settings.MAIL_HOST,
        port: machine.ports.mail,
        domain: mailDomain(machine),
        from: trialMailAddress,
      },
    },
    receiver: { url: receiver.url, received_url: receiver.receivedUrl },
    temporal: {
      address: machine.addresses.temporal.address,
      namespace: machine.addresses.temporal.namespace,
      ui_url: machine.addresses.temporal.uiUrl,
    },
    sandbox: {
      tms_url: tmsUrl(machine),
      audit_url: auditUrl(machine),
      demo_url: demoUrl(machine),
      control_url: controlUrl(machine),
      control_token: machine.sandboxControlToken,
    },
    lanes,
    console,
    scenarios,
  };
  writeWhole(join(machine.folder.path, 'trial.json'), `${JSON.stringify(file, null, 2)}\n`);
  return file;
}
