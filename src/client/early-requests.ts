/** A request made before the page's scripts were there. */
interface EarlyRequest {
  readonly response: Promise<Response>;
  readonly stop: () => void;
}

/**
 * The early requests by their address. They hang on the global object, because a page's inline script and its modules share no code. Workers
 * have none.
 */
const page = globalThis as { earlyRequests?: Map<string, EarlyRequest>; askedByPage?: Set<string> };

/**
 * Requests a file before anything can use it; the first caller who asks for this address gets the answer, whatever it is. Null where the
 * page was faster.
 */
export function askEarly(url: string, cache: RequestCache): Promise<Response> | null {
  if (page.askedByPage?.has(url)) return null;
  const control = new AbortController();
  const response = fetch(url, { cache, mode: 'same-origin', signal: control.signal });
  page.earlyRequests ??= new Map();
  page.earlyRequests.set(url, { response, stop: () => control.abort() });
  return response;
}

/** Takes the answer to an early request, for one caller, whose signal ends it; undefined where nothing was asked for early. */
export function takeEarly(url: string, signal: AbortSignal | null | undefined): Promise<Response> | undefined {
  const early = page.earlyRequests?.get(url);
  page.earlyRequests?.delete(url);
  page.askedByPage ??= new Set();
  page.askedByPage.add(url);
  if (early !== undefined) signal?.addEventListener('abort', early.stop, { once: true });
  return early?.response;
}
