/** The chosen theme is remembered under this key. */
export const THEME_KEY = 'theme';

/**
 * Sets the remembered theme before the first paint, so that no page flashes in the other one. It stands inline in every
 * page's head; astro.config.mjs puts its hash into the policy. Blocked storage leaves the system's theme.
 */
export const THEME_BOOT = `try{const t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
