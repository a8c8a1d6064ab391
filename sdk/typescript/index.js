/**
 * Keeps the route table of a workspace in this process and answers route questions from it in microseconds. Where the
 * table is not known to be the truth, every answer is `human_only`.
 */
import { decide, failClosed, fnv32, pickRevision } from './decide.js';

const defaults = { maxAgeMs: 5_000, pollEveryMs: 2_000, reportEveryMs: 10_000, useStream: true };

/** @see index.d.ts */
export function openRoutes(options) {
  const { url, key, maxAgeMs, pollEveryMs, reportEveryMs, useStream, onError } = { ...defaults, ...options };
  const base = url.replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${key}` };
  const closing = new AbortController();
  let table;
  let sureAt = -Infinity;
  let tag = '';
  let counts = {};
  let wake = () => {};
  const waiting = new Set();

  const isFresh = () => table !== undefined && performance.now() - sureAt <= maxAgeMs;
  const became = (asked) => {
    sureAt = Math.max(sureAt, asked);
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const take = (view, asked) => {
    if (view.pick_revision !== pickRevision)
      throw new Error(`the service picks by revision ${view.pick_revision}, and this SDK by ${pickRevision}`);
    const steps = new Map(view.steps.map((entry) => [`${entry.queue}|${entry.step}`, entry]));
    table = { version: view.version, seed: view.audit_seed, steps };
    became(asked);
  };
  const pause = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const failed = async (what, response) => {
    await response.body?.cancel();
    return new Error(`${what} was answered ${response.status}`);
  };

  async function poll() {
    const asked = performance.now();
    const response = await fetch(`${base}/v1/routes`, {
      headers: { ...headers, 'if-none-match': tag },
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(10_000)]),
    });
    if (response.status === 304) {
      await response.body?.cancel();
      became(asked);
    } else if (response.status === 200) {
      take(await response.json(), asked);
      tag = response.headers.get('etag') ?? '';
    } else throw await failed('the route table', response);
  }

  /**
   * Reads the stream to its end. The ids say when a line was sent, from the start of the stream: the one that was least
   * under way shows how the clocks differ, and a line that lay unread, in a process that was stopped say, is as old as it is.
   */
  async function follow() {
    const quiet = new AbortController();
    let timer = setTimeout(() => quiet.abort(), 10_000);
    let began = Infinity;
    try {
      const response = await fetch(`${base}/v1/routes/stream`, {
        headers: { ...headers, accept: 'text/event-stream' },
        signal: AbortSignal.any([closing.signal, quiet.signal]),
      });
      if (response.status !== 200 || response.body === null) throw await failed('the stream', response);
      let text = '';
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        clearTimeout(timer);
        timer = setTimeout(() => quiet.abort(), 10_000);
        const arrived = performance.now();
        text += chunk;
        const events = text.split('\n\n');
        text = events.pop();
        for (const event of events) {
          const kind = /^event: (.*)$/m.exec(event)?.[1];
          const elapsed = Number(/^id: (\d+)$/m.exec(event)?.[1] ?? NaN);
          if (!(elapsed >= 0)) continue;
          began = Math.min(began, arrived - elapsed);
          const data = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null');
          if (kind === 'table') take(data, began + elapsed);
          else if (kind === 'current' && data.version === table?.version) became(began + elapsed);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function keep() {
    while (!closing.signal.aborted) {
      try {
        if (useStream) await follow();
        else {
          await poll();
          await pause(pollEveryMs);
        }
      } catch (error) {
        if (closing.signal.aborted) return;
        onError?.(error);
        // Where streams do not get through, a proxy say, the table is asked for.
        await poll().catch((failure) => onError?.(failure));
        await pause(Math.min(pollEveryMs, 1_000));
      }
    }
  }

  async function report() {
    const sent = counts;
    counts = {};
    if (Object.keys(sent).length === 0) return;
    try {
      const response = await fetch(`${base}/v1/routes/answers`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
        signal: AbortSignal.timeout(10_000),
      });
      if (response.status !== 204) throw await failed('the report', response);
    } catch (error) {
      // Counted with the next ones.
      for (const [decision, count] of Object.entries(sent)) counts[decision] = (counts[decision] ?? 0) + count;
      onError?.(error);
    }
  }

  const keeping = keep();
  const reporting = setInterval(() => void report(), reportEveryMs);
  reporting.unref?.();

  return {
    route(question) {
      const answer = answerTo(question);
      counts[answer.decision] = (counts[answer.decision] ?? 0) + 1;
      return {
        route_id: routeId(Date.now(), question, answer.decision),
        ...answer,
        queue: question.queue,
        step: question.step,
        item: question.item,
      };
    },
    isFresh,
    version: () => table?.version,
    async ready(timeoutMs = 10_000) {
      if (isFresh()) return true;
      let resolve;
      const came = new Promise((done) => waiting.add((resolve = () => done(true))));
      let timer;
      const late = new Promise((done) => (timer = setTimeout(() => done(false), timeoutMs)));
      const found = await Promise.race([came, late]);
      clearTimeout(timer);
      waiting.delete(resolve);
      return found;
    },
    async close() {
      clearInterval(reporting);
      closing.abort();
      wake();
      await keeping;
      await report();
    },
  };

  function answerTo(question) {
    if (table === undefined) return failClosed('A person does this item: the route table is not known yet.');
    if (!isFresh()) return failClosed('A person does this item: the route table is too old.');
    const entry = table.steps.get(`${question.queue}|${question.step}`);
    if (entry === undefined)
      return failClosed(`A person does this item: there is no step ${question.step} in queue ${question.queue}.`);
    return decide(entry, table.seed, question);
  }
}

/**
 * A UUID of version 7: the time of the answer, and a mark of the item and the decision. An act that names it is judged by
 * that time, if it is of that item and the answer let the agent act.
 */
function routeId(ms, { queue, step, item }, decision) {
  const hex = (value, digits) => value.toString(16).padStart(digits, '0');
  const [time, random] = [hex(ms, 12), Math.floor(Math.random() * 0x40000)];
  const mark = hex(fnv32(`${decision}|${queue}|${step}|${item}`), 8);
  const variant = (8 + (random % 4)).toString(16);
  return `rt_${time.slice(0, 8)}-${time.slice(8)}-70e1-${variant}1d5-${mark}${hex(Math.floor(random / 4), 4)}`;
}
