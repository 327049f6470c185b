declare global {
  interface Window {
    /** Addresses of the page's own scripts that have run; each says so itself (`scripts/site-build.ts`). */
    ran?: string[];
  }
}

const NOTE =
  '<p class="silence" role="alert">A part of this page could not be loaded. <a href="">Load the page again</a></p>';

/**
 * Reports, once the page has loaded, a script that did not run: browsers take an empty one for sound, and report one that is cut off only
 * in their console.
 */
function tellMissing(): void {
  if ([...document.scripts].every(({ src }) => src === '' || window.ran?.includes(src))) return;
  document.querySelector('main')?.insertAdjacentHTML('beforeend', NOTE);
}

if (import.meta.env.PROD) addEventListener('load', tellMissing);

export {};
