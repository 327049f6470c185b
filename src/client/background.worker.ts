import type { Came } from './awaited.ts';
import { ClientFailure, type FailureParts } from './failure.ts';
import { type ExpectedFile, readSiteFile } from './fetch.ts';

export interface FetchJob {
  readonly url: string;
  readonly expected: ExpectedFile;
}

export type FetchNews =
  | { readonly heard: Came | undefined }
  | { readonly file: Uint8Array<ArrayBuffer> }
  | { readonly failure: FailureParts };

const NEVER = new AbortController().signal;

function tell(news: FetchNews, transfer: Transferable[] = []): void {
  postMessage(news, { transfer });
}

addEventListener('message', async ({ data: { url, expected } }: MessageEvent<FetchJob>) => {
  try {
    const options = { ...expected, freshness: 'immutable' } as const;
    const file = await readSiteFile(url, options, { signal: NEVER, heard: (heard) => tell({ heard }) });
    tell({ file }, [file.buffer]);
  } catch (error) {
    if (!(error instanceof ClientFailure)) throw error;
    tell({ failure: error.parts });
  }
  close();
});
