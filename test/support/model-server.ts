/** A server on loopback that stands for the model: it records what it is asked and answers as set. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body of POST /chat/completions. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what came over the wire
  readonly body: any;
  /** What is between the marks, as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what came over the wire
  readonly item: any;
}

type Reply = (asked: Asked, response: ServerResponse, count: number) => void;

export interface ModelServer {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  reply: Reply;
  close(): Promise<void>;
}

/** Answers with a completion of this text. */
export const says =
  (text: string, usage: object | null = { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 }): Reply =>
  (_asked, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'test-model',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        ...(usage === null ? {} : { usage }),
      }),
    );
  };

/** Finds the result with the larger amount right, whichever it is shown first. */
export const findsLargerAmountRight: Reply = (asked, response, count) => {
  const { first_result: first, second_result: second } = asked.item;
  const verdict = first.outputs.amount > second.outputs.amount ? 'first_right' : 'second_right';
  says(JSON.stringify({ verdict, reason: 'The larger amount is on the invoice.' }))(asked, response, count);
};

export const answersStatus =
  (status: number, headers: Record<string, string> = {}, body = '{"error": {"message": "no"}}'): Reply =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

/** Takes the question and never answers. */
export const hangs: Reply = () => {};

export async function openModelServer(reply: Reply = findsLargerAmountRight): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const text = String(body.messages.at(-1).content);
      const item = JSON.parse(/^<item>\n(.*)\n<\/item>$/s.exec(text)?.[1] ?? 'null');
      const one = { path: request.url ?? '', headers: request.headers, body, item };
      asked.push(one);
      model.reply(one, response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: ModelServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
}
