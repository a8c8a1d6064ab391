/** Exports of other systems of a stated size, one of each kind: agents and people on the same items, week after week. */

export interface MadeExport {
  readonly adapter: string;
  readonly mapping: object;
  readonly text: string;
  readonly rows: number;
}

/** Rows that are made at once; the size is looked at in between. */
const slice = 500;
const steps = ['match', 'code', 'pay'] as const;
const firstMonday = Date.UTC(2026, 0, 5);
const weeks = 10;
const week = 7 * 86_400_000;

interface Work {
  readonly n: number;
  readonly item: string;
  readonly step: string;
  readonly agent: boolean;
  readonly who: string;
  readonly at: Date;
  readonly decision: string;
  readonly amount: string;
  readonly note: string;
}

/** The n-th row: an agent's, then a person's on the same item; the item of every twentieth pair is decided otherwise. */
function workOf(n: number, all: number): Work {
  const pair = Math.floor(n / 2);
  const agent = n % 2 === 0;
  return {
    n,
    item: `INV-${String(pair).padStart(7, '0')}`,
    step: steps[pair % steps.length] ?? 'match',
    agent,
    who: agent ? 'ap-agent' : `person ${pair % 9}`,
    at: new Date(firstMonday + Math.floor(((n % all) / all) * weeks * week)),
    decision: agent && pair % 20 === 0 ? 'hold' : 'post',
    amount: (100 + (pair % 9000) / 100).toFixed(2),
    note: `Paper and toner for the office in Zürich, order ${pair}; as agreed by phone`,
  };
}

const day = (at: Date): string => at.toISOString().slice(0, 10);
const clock = (at: Date): string => at.toISOString().slice(11, 19);

/** @param bytes of the text as a string in a JSON body, at most; the text itself is a little smaller */
export function genericExport(bytes: number): MadeExport {
  const mapping = {
    queue: 'sheet',
    item: 'Invoice',
    step: 'Step',
    actor: 'Who',
    finished_at: 'Finished',
    decision: 'Result',
    outputs: { amount: 'Amount', note: 'Note' },
    features: { lines: 'Lines' },
    agents: ['ap-agent'],
    timezone: 'Europe/Berlin',
  };
  const head = 'Ticket;Invoice;Step;Who;Finished;Result;Amount;Lines;Note\r\n';
  return filled('generic-csv', mapping, bytes, head, '', ({ n, item, step, who, at, decision, amount, note }) =>
    [`T-${n}`, item, step, who, `${day(at)} ${clock(at)}`, decision, amount, n % 12, `"${note}"\r\n`].join(';'),
  );
}

export function itsmExport(bytes: number): MadeExport {
  const mapping = {
    queue: 'desk',
    agents: ['ap-agent'],
    fields: { amount: 'u_amount' },
    features: { priority: 'priority' },
    timezone: 'Europe/Berlin',
  };
  const cell = (value: string): object => ({ display_value: value, value });
  return filled('itsm-tasks', mapping, bytes, '{"result":[', '\n]}', (work) => {
    const { n, item, step, who, at, decision, amount, note } = work;
    const task = {
      number: cell(`TASK${n}`),
      parent: { display_value: item, link: `https://desk.example/api/now/table/task/${n}` },
      u_step: cell(step),
      state: { display_value: 'Closed Complete', value: '3' },
      close_code: cell(decision),
      closed_at: cell(`${day(at)} ${clock(at)}`),
      assigned_to: { display_value: who, link: `https://desk.example/api/now/table/sys_user/${n % 9}` },
      u_amount: cell(amount),
      priority: { display_value: '3 - Moderate', value: '3' },
      description: note,
    };
    return `${n === 0 ? '' : ','}\n${JSON.stringify(task)}`;
  });
}

export function crmExport(bytes: number): MadeExport {
  const mapping = {
    queue: 'cases',
    agents: ['ap-agent'],
    fields: { amount: 'Amount__c' },
    features: { origin: 'Origin' },
  };
  return filled('crm-cases', mapping, bytes, '{"done":true,"records":[', ']}', (work) => {
    const { n, item, step, who, at, decision, amount, note } = work;
    const id = `500${String(n).padStart(12, '0')}AAA`;
    const one = {
      attributes: { type: 'Case', url: `/services/data/v61.0/sobjects/Case/${id}` },
      Id: id,
      ParentId: item,
      Step__c: step,
      Status: 'Closed',
      IsClosed: true,
      ClosedDate: `${day(at)}T${clock(at)}.000+0000`,
      Reason: decision,
      Owner: { attributes: { type: 'Name' }, Name: who },
      Amount__c: Number(amount),
      Origin: n % 3 === 0 ? 'Web' : 'Phone',
      Description: note,
    };
    return `${n === 0 ? '' : ','}${JSON.stringify(one)}`;
  });
}

function filled(
  adapter: string,
  mapping: object,
  bytes: number,
  head: string,
  end: string,
  row: (work: Work) => string,
): MadeExport {
  const inBody = (text: string): number => Buffer.byteLength(JSON.stringify(text));
  const sample = Array.from({ length: slice }, (_, n) => row(workOf(1_000_000 + n, slice))).join('');
  const all = Math.floor((bytes / inBody(sample)) * slice);
  const parts = [head];
  let size = inBody(head) + inBody(end);
  let rows = 0;
  for (;;) {
    const part = Array.from({ length: slice }, (_, n) => row(workOf(rows + n, all))).join('');
    size += inBody(part);
    if (size > bytes) break;
    parts.push(part);
    rows += slice;
  }
  return { adapter, mapping, text: `${parts.join('')}${end}`, rows };
}
