/** Gives a path of this site, `/benchmark/`, below the base that it is served from. */
export function href(path: string): string {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  return `${base}${path}`;
}
