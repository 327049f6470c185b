import { type Attention, attended } from './awaited.ts';
import type { FetchJob, FetchNews } from './background.worker.ts';
import BackgroundWorker from './background.worker.ts?worker&inline';
import { onWorkerError } from './engine-failure.ts';
import { ClientFailure } from './failure.ts';
import type { ExpectedFile } from './fetch.ts';

function fetchByWorker(
  url: string,
  expected: ExpectedFile,
  { signal, heard }: Attention,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = new BackgroundWorker();
    signal.addEventListener('abort', () => {
      worker.terminate();
      reject(signal.reason);
    });
    worker.addEventListener('message', ({ data }: MessageEvent<FetchNews>) => {
      if ('heard' in data) heard(data.heard);
      else if ('failure' in data) reject(ClientFailure.of(data.failure));
      else resolve(data.file);
    });
    onWorkerError(worker, reject);
    worker.postMessage({ url, expected } satisfies FetchJob);
  });
}

/** Runs `fetchBytes` of a large file in a worker of its own, so that inflating and hashing never block the page; visitors hear how much has come of `what`. */
export const fetchInBackground = (
  url: string,
  expected: ExpectedFile,
  what: string,
): Promise<Uint8Array<ArrayBuffer>> => attended(url, (attention) => fetchByWorker(url, expected, attention), what);
