/** Width and height of a preview picture in px, as services that show links ask for. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/** Says where the preview picture of a page lies: `/judge/o3/` → `/preview/judge/o3.png`; of the first page `/preview/site.png`. */
export const previewPath = (page: string): string => `/preview${page === '/' ? '/site' : page.replace(/\/$/, '')}.png`;
