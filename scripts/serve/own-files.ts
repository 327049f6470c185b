import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where files of this machine lie for the page of one's own results, from the root of the site. */
const PLACE = 'own-files/';

/** Another site that has the browser ask this server under a name of its own is refused. */
const isLocal = ({ headers }: IncomingMessage): boolean =>
  /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '');

/**
 * Answers for files by their names: `own-files/list.json` names them, `own-files/<place in the list>` holds one. False for every other
 * address.
 */
export function answerOwnFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, own }: { readonly path: string; readonly own: ReadonlyMap<string, string> },
): boolean {
  if (!path.startsWith(`/${PLACE}`) || !isLocal(request)) return false;
  const name = path.slice(PLACE.length + 1);
  response.setHeader('cache-control', 'no-store');
  if (name === 'list.json') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify([...own.keys()]));
    return true;
  }
  const file = [...own.values()][/^\d+$/.test(name) ? Number(name) : -1];
  if (file === undefined) return false;
  response.setHeader('content-type', 'application/octet-stream');
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
  return true;
}
