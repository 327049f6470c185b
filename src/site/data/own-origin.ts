/** Writes the site's own origin wherever the page leaves a place for it. */
for (const place of document.querySelectorAll('[data-origin]')) place.textContent = window.location.origin;
