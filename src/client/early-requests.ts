import type { ByteRange } from '../schema/packs.ts';

interface EarlyRequest {
  readonly response: Promise<Response>;
  readonly stop: () => void;
}

/** On the global object, since a page's inline script and its modules share no code. Workers have none. */
const page = globalThis as { earlyRequests?: Map<string, EarlyRequest>; askedByPage?: Set<string> };

export const rangeHeader = ([from, to]: ByteRange): string => `bytes=${from}-${to - 1}`;

/** The first caller who asks for the same gets the answer, whatever it is. Null where the page was faster. */
export function askEarly(url: string, cache: RequestCache, bytes?: ByteRange): Promise<Response> | null {
  const headers: Record<string, string> = bytes === undefined ? {} : { range: rangeHeader(bytes) };
  const asked = nameOf(url, headers);
  if (page.askedByPage?.has(asked)) return null;
  const control = new AbortController();
  const response = fetch(url, { cache, mode: 'same-origin', headers, signal: control.signal });
  page.earlyRequests ??= new Map();
  page.earlyRequests.set(asked, { response, stop: () => control.abort() });
  return response;
}

const nameOf = (url: string, headers: HeadersInit = {}): string => url + JSON.stringify(headers);

/** Takes the answer to an early request, for one caller, whose signal ends it; undefined where nothing was asked for early. */
export function takeEarly(url: string, { headers, signal }: RequestInit): Promise<Response> | undefined {
  const asked = nameOf(url, headers);
  const early = page.earlyRequests?.get(asked);
  page.earlyRequests?.delete(asked);
  page.askedByPage ??= new Set();
  page.askedByPage.add(asked);
  if (early !== undefined) signal?.addEventListener('abort', early.stop, { once: true });
  return early?.response;
}
