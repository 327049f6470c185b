/** Marks an island whose script cannot be had, so that the page's own words on it are seen. */
document.addEventListener('astro:hydration-error', ({ target }) => {
  if (target instanceof HTMLElement) target.dataset['failed'] = '';
});
