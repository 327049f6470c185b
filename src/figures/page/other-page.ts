/**
 * The address of a figure on the wrong page of its benchmark, as links from before the figures were parted have it, leads to the page that
 * has the figure. The pages at the top say which figures are theirs.
 */
function goToFigure(): void {
  const id = location.hash.slice(1);
  if (id === '' || document.getElementById(id) !== null) return;
  const page = document.querySelector<HTMLAnchorElement>(`a[data-figures~="${CSS.escape(id)}"]`);
  if (page !== null) location.replace(`${page.pathname}${location.search}#${id}`);
}

addEventListener('hashchange', goToFigure);
goToFigure();
