import type { Job, LoadedEngine, News } from './background.worker.ts';
import BackgroundWorker from './background.worker.ts?worker&inline';
import { engineCrashed } from './engine-failure.ts';
import { ClientFailure } from './failure.ts';
import type { Expected } from './fetch.ts';

/** Runs a job in a worker of its own, so that inflating and hashing never hold the page; `onNews` throws nothing. */
function run(job: Job, onNews: (news: News) => void, onFailure: (failure: ClientFailure) => void): void {
  const worker = new BackgroundWorker();
  worker.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if ('failure' in data) onFailure(ClientFailure.of(data.failure));
    else onNews(data);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    onFailure(engineCrashed(event.message));
  });
  worker.postMessage(job);
}

/** `fetchBytes` of a large file, in the background. */
export function fetchInBackground(url: string, expected: Expected): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const onNews = (news: News): void => {
      if ('file' in news) resolve(news.file);
    };
    run({ kind: 'file', url, expected }, onNews, reject);
  });
}

export interface EngineDownload {
  /** From an earlier visit, or from the server. */
  readonly loaded: Promise<LoadedEngine>;
  /** Settles while the engine is being compiled: its bytes are the pinned ones. */
  readonly verified: Promise<void>;
}

/** The inflated engine. Both promises reject with ClientFailure. `onProgress` hears of the inflated bytes read. */
export function downloadEngine(url: string, expected: Expected, onProgress: (loaded: number) => void): EngineDownload {
  let onVerified: () => void = () => undefined;
  let onFailure: (failure: ClientFailure) => void = () => undefined;
  const verified = new Promise<void>((resolve, reject) => {
    onVerified = resolve;
    onFailure = reject;
  });
  const loaded = new Promise<LoadedEngine>((resolve, reject) => {
    verified.catch(reject);
    const onNews = (news: News): void => {
      if ('progress' in news) onProgress(news.progress);
      if ('engine' in news) resolve(news.engine);
      if ('verified' in news) onVerified();
    };
    run({ kind: 'engine', url, expected }, onNews, onFailure);
  });
  return { loaded, verified };
}
