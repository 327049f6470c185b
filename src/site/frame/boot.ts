/** The chosen theme is remembered under this key. */
export const THEME_KEY = 'theme';

/**
 * What has to be so before the first paint: the remembered theme, so that no page flashes in the other one, and what the address asks for,
 * so that no page shows the whole first and then moves (`src/ui/asked.ts`). It stands inline in every page's head;
 * astro.config.mjs puts its hash into the policy. Blocked storage leaves the system's theme.
 */
export const BOOT = `document.documentElement.dataset.query=location.search;try{const t=localStorage.${THEME_KEY};if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
