// The thread that reads PDFs for read-pod, one after the other. Plain JavaScript, because the loader that runs
// TypeScript does not reach into worker threads by itself and is brought in here.
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { readPdf } = await import('./pod-reader.ts');

parentPort.on('message', async ({ id, bytes }) => {
  parentPort.postMessage({ id, facts: await readPdf(bytes) });
});
