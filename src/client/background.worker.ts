import { ClientFailure, type FailureParts } from './failure.ts';
import { type ExpectedFile, fetchBytes } from './fetch.ts';

/** A file whose bytes the page asks of this worker. One job for each worker. */
export interface FetchJob {
  readonly url: string;
  readonly expected: ExpectedFile;
}

export type FetchNews = { readonly file: Uint8Array<ArrayBuffer> } | { readonly failure: FailureParts };

function tell(news: FetchNews, transfer: Transferable[] = []): void {
  postMessage(news, { transfer });
}

addEventListener('message', async ({ data: { url, expected } }: MessageEvent<FetchJob>) => {
  try {
    const file = await fetchBytes(url, { ...expected, freshness: 'immutable' });
    tell({ file }, [file.buffer]);
  } catch (error) {
    if (!(error instanceof ClientFailure)) throw error;
    tell({ failure: error.parts });
  }
  close();
});
