/** The status that an endpoint answers to a Host and an Origin that a usual client would not send. */
import { request as httpRequest } from 'node:http';

export function statusByHost(
  url: string,
  given: { readonly key: string; readonly json: object; readonly headers: Readonly<Record<string, string>> },
): Promise<number> {
  const own = { 'content-type': 'application/json', authorization: `Bearer ${given.key}` };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers: { ...own, ...given.headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(JSON.stringify(given.json));
  });
}
