/**
 * Gives the part of an address that holds a page's state, from its `?` on. On a page whose state must not reach the server it lies in the
 * fragment (`/your-results/#/explore/?sort=…`), which browsers keep to themselves; everywhere else it is the query string.
 */
export function stateSearch({ hash, search }: Pick<Location, 'hash' | 'search'>): string {
  if (!hash.startsWith('#/')) return search;
  const at = hash.indexOf('?');
  return at < 0 ? '' : hash.slice(at);
}

/** Gives the same address, from its path on, with another state. */
export function withSearch(
  { pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>,
  to: string,
): string {
  return hash.startsWith('#/') ? `${pathname}${search}${hash.replace(/\?.*$/s, '')}${to}` : `${pathname}${to}${hash}`;
}
