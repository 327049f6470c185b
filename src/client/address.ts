/** Writes the absolute address of a file of this site, by its path below the base that the site is served from. */
export function siteAddress(path: string): string {
  const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');
  return new URL(base + path, location.origin).href;
}
