/** What a person types beside a real window in which they record: each line as an order. */
import { neededFacts } from '../playbook/needed-facts.ts';
import type { TaskType } from '../task.ts';
import type { Binding, RecordedPart } from './acts.ts';
import { type Decision, type LiveCommand, type LoginPart, loginParts } from './live.ts';
import { partsToRecord } from './recorded-playbook.ts';

/** In place of the next click in the window, what is there is marked. */
export type WindowMark =
  | { readonly do: 'read' | 'rows'; readonly fact: string }
  | { readonly do: 'absent' | 'signed_in' | 'hover' }
  | { readonly do: 'ask'; readonly question: string };

type RecordOrder =
  | { readonly order: 'do'; readonly command: LiveCommand }
  | { readonly order: 'mark'; readonly mark: WindowMark; readonly hint: string }
  | { readonly order: 'decide'; readonly decision: Decision; readonly record: string }
  | { readonly order: 'bind'; readonly field: string; readonly binding: Binding }
  | { readonly order: 'undo' | 'facts' | 'steps' | 'help' | 'done' }
  | { readonly order: 'none'; readonly why: string };

interface OrderMoment {
  readonly taskType: TaskType;
  readonly part: RecordedPart;
  /** A request waits for a decision. */
  readonly isHeld: boolean;
  /** A prompt of the page waits for an answer. */
  readonly isPrompted: boolean;
}

export const orderHelp: readonly (readonly [string, string])[] = [
  ['part NAME', 'record the next part: login, then look, submit and probe of a task type that writes, else steps'],
  ['user, password, code', 'type the login into the field that has the cursor'],
  ['read FACT', 'then click its value in the window; of a list its table, and where it is empty the words that say so'],
  ['nothing', 'then click the words that say that there is no such record'],
  ['who', 'then click where the user who is signed in is shown'],
  ['hover', 'then click what the mouse has to rest on, so that its menu opens'],
  ['ask QUESTION', 'then click the field whose content only a person has; it is not recorded'],
  ['go ADDRESS', 'open an address of the portal'],
  ['close', 'close the window that the last click opened'],
  ['allow ORIGIN [portal]', 'contact a further origin for styles, scripts and pictures, or as part of the portal'],
  ['bind FIELD TO', 'what a field of the write carries: the name of an input, fixed, or token'],
  ['facts, steps, undo', 'list the facts to read, list the steps, remove the last step'],
  ['done', 'write the playbook and end'],
];

const marks: Readonly<Record<string, { readonly mark: WindowMark; readonly hint: string }>> = {
  nothing: { mark: { do: 'absent' }, hint: 'Click the words that say that there is nothing.' },
  who: { mark: { do: 'signed_in' }, hint: 'Click where the user who is signed in is shown.' },
  hover: { mark: { do: 'hover' }, hint: 'Click what the mouse has to rest on; it is not pressed.' },
};
const loginOrders: Readonly<Record<string, LoginPart>> = { user: 'username', password: 'password', code: 'totp' };
const decisionOrders: Readonly<Record<string, Decision>> = {
  keep: 'hold',
  leave: 'leave',
  read: 'read',
  preview: 'preview',
  login: 'login',
  release: 'send',
};

/** What a request may be, as a person answers it. */
export function decisionText(part: RecordedPart): string {
  const login = part === 'login' ? ', login (part of the sign-in)' : '';
  const release = part === 'submit' ? ', release NUMBER (send this one write; the number of the sample record)' : '';
  return `keep (do not send it: this is the write), read (it only reads), preview (it stores nothing), leave (it is no part of the work; do not send it)${login}${release}`;
}

export function readOrder(line: string, { taskType, part, isHeld, isPrompted }: OrderMoment): RecordOrder {
  // Every text may be the answer to a prompt.
  if (isPrompted) return { order: 'do', command: { do: 'answer', value: line === '' ? null : line } };
  const [word = '', ...others] = line.trim().split(/\s+/);
  const rest = others.join(' ');
  const none = (why: string): RecordOrder => ({ order: 'none', why });
  if (isHeld) {
    const decision = decisionOrders[word];
    if (decision === undefined) return none(`A request waits. Answer ${decisionText(part)}.`);
    return { order: 'decide', decision, record: rest };
  }
  const mark = marks[word];
  if (mark !== undefined) return { order: 'mark', ...mark };
  const login = loginOrders[word];
  if (login !== undefined && loginParts.includes(login)) return { order: 'do', command: { do: 'login', what: login } };
  switch (word) {
    case '':
      return none('');
    case 'part': {
      const parts = partsToRecord(taskType);
      const next = [...parts, 'prepare' as const].find((each) => each === rest);
      return next === undefined
        ? none(`The parts of ${taskType} are ${parts.join(', ')}.`)
        : { order: 'do', command: { do: 'part', part: next } };
    }
    case 'read': {
      const facts = part === 'login' ? [] : (neededFacts[taskType]?.[part] ?? []);
      const fact = facts.find(({ name }) => name === rest);
      if (fact === undefined)
        return none(
          facts.length === 0
            ? `No facts are read in ${part}.`
            : `The facts are ${facts.map(({ name }) => name).join(', ')}.`,
        );
      return fact.form === 'list'
        ? { order: 'mark', mark: { do: 'rows', fact: rest }, hint: `Click the table of ${rest}.` }
        : { order: 'mark', mark: { do: 'read', fact: rest }, hint: `Click the value of ${rest}.` };
    }
    case 'ask':
      return rest === ''
        ? none('ask needs the question, such as: ask Code from the text message')
        : { order: 'mark', mark: { do: 'ask', question: rest }, hint: 'Click the field that it is typed into.' };
    case 'go':
      return { order: 'do', command: { do: 'go', to: rest } };
    case 'close':
      return { order: 'do', command: { do: 'close' } };
    case 'allow':
      return {
        order: 'do',
        command: { do: 'allow', origin: others[0] ?? '', as: others[1] === 'portal' ? 'portal' : 'assets' },
      };
    case 'bind': {
      const [field = '', to = ''] = others;
      if (field === '' || to === '') return none('bind needs a field and what it carries, such as: bind amount amount');
      const binding: Binding = to === 'fixed' || to === 'token' ? { is: to } : { is: 'input', input: to };
      return { order: 'bind', field, binding };
    }
    case 'undo':
    case 'facts':
    case 'steps':
    case 'help':
    case 'done':
      return { order: word };
    default:
      return none(`There is no order “${word}”. help lists them.`);
  }
}
