import { createReadStream, realpathSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where files of this machine lie for the page of one's own results, from the root of the site. */
const PLACE = 'own-files/';

/** Another site that has the browser ask this server under a name of its own is refused. */
const isLocal = ({ headers }: IncomingMessage): boolean =>
  /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '');

/** Says whether a file is still where it was when it was listed: a link that was put in its place since may lead anywhere. */
function isInPlace(file: string): boolean {
  try {
    return realpathSync(file) === file;
  } catch {
    return false;
  }
}

/**
 * Answers for files by their names: `own-files/<token>/list.json` names them, `own-files/<token>/<place in the list>` holds one. Files are
 * real paths. False for every other address.
 */
export function answerOwnFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, own, token }: { readonly path: string; readonly own: ReadonlyMap<string, string>; readonly token: string },
): boolean {
  const place = `/${PLACE}${token}/`;
  if (token === '' || !path.startsWith(place) || !isLocal(request)) return false;
  const name = path.slice(place.length);
  response.setHeader('cache-control', 'no-store');
  if (name === 'list.json') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify([...own.keys()]));
    return true;
  }
  const file = [...own.values()][/^\d+$/.test(name) ? Number(name) : -1];
  if (file === undefined || !isInPlace(file)) return false;
  response.setHeader('content-type', 'application/octet-stream');
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
  return true;
}
