/** Gives a path of this site, `/benchmark/`, below the base that it is served from. */
export function href(path: string): string {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  return `${base}${path}`;
}

/** Width and height of a preview picture in px, as services that show links ask for. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/** Says where the preview picture of a page lies: `/judge/o3/` → `/preview/judge/o3.png`; of the first page `/preview/site.png`. */
export const previewPath = (page: string): string => `/preview${page === '/' ? '/site' : page.replace(/\/$/, '')}.png`;

const isRemote = (src: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(src);

/** Says whether a path is that of a picture which this site holds. */
export const isHeld = (src: string | null): src is string => src !== null && !isRemote(src);
