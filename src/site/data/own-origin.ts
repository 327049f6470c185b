/** Writes the origin of the site that is being read wherever the page leaves a place for it. */
for (const place of document.querySelectorAll('[data-origin]')) place.textContent = window.location.origin;
