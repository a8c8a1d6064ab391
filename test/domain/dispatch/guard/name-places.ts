/** The places in which a name is judged: on a control, over one, in an address, as the name of an operation. */
import { addressAction, contextAction } from '../../../../domain/dispatch/guard/control-words.ts';
import type { ElementFacts } from '../../../../domain/dispatch/guard/element-facts.ts';
import { judgeElement } from '../../../../domain/dispatch/guard/element-gate.ts';
import { operationInBody } from '../../../../domain/dispatch/guard/body-operation.ts';
import type { RequestFacts } from '../../../../domain/dispatch/guard/request-line.ts';
import { plainElement } from './plain-element.ts';

const next = {
  paths: ['/next'],
  query: [],
  secret: false,
  fingerprint: { headings: [], labels: [], buttons: [], columns: [] },
};
const rules = { origins: ['https://tms.example'], pages: { next }, neverClick: [], harmless: [], values: {} };
const form = { action: 'https://tms.example/save', method: 'POST', name: '', defaultButton: null };
const controls = {
  link: { tag: 'a', role: 'link', type: '', href: 'https://tms.example/next' },
  tab: { tag: 'button', role: 'tab', type: 'button' },
  column: { tag: 'th', role: 'columnheader', type: '' },
  label: { tag: 'input', role: 'textbox', type: 'text' },
  option: { tag: 'input', role: 'checkbox', type: 'checkbox' },
  button: { tag: 'button', role: 'button', type: 'button' },
  submit: { tag: 'button', role: 'button', type: 'submit', form },
} as const satisfies Record<string, Partial<ElementFacts>>;

export type ControlPlace = keyof typeof controls;
export type NamePlace = ControlPlace | 'dialog' | 'section' | 'path' | 'operation';

/** The rule by which the gate of elements ends a step that reads, on a control of this name; of an allowed one too. */
export function ruleOf(
  name: string,
  place: ControlPlace,
  answers: readonly string[] = [],
  more: Partial<ElementFacts> = {},
): string {
  const visibleText = place === 'label' ? '' : name;
  const facts = { ...plainElement, ...controls[place], name, visibleText, editable: true, ...more };
  const input = place === 'label' ? 'fill' : 'click';
  const question = {
    input,
    effect: 'read',
    step: 'test',
    target: { name },
    expects: [],
    page: 'start',
    facts,
  } as const;
  return judgeElement({ ...question, onlyReads: true }, { ...rules, answers }).rule;
}

/** Whether such a name of an operation is taken for an act in JSON-RPC and in a mutation of GraphQL. */
export function isOperation(name: string): boolean {
  const asks = (body: object): boolean =>
    operationInBody(
      { headers: {}, body: { text: JSON.stringify(body), contentType: 'application/json' } } as RequestFacts,
      [],
    ) !== undefined;
  const plain = name.replace(/^mutation /, '');
  const field = plain.replace(/\W/g, '_');
  return asks({ jsonrpc: '2.0', method: plain, params: {}, id: 1 }) && asks({ query: `mutation { ${field} { id } }` });
}

/** @param isRead of a path: it is asked for by GET */
export function isStopped(name: string, place: NamePlace, isRead: boolean): boolean {
  if (place === 'path') return addressAction(name, [], isRead) !== undefined;
  if (place === 'operation') return isOperation(name);
  if (place === 'dialog' || place === 'section') return contextAction({ kind: place, text: name }, []) !== undefined;
  return /^(?:never_click|element\.(?:mixed_script|turned_text))/.test(ruleOf(name, place));
}
