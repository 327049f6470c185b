/** An old address of a figure that is on another page of the benchmark leads there; the tabs say which figures are theirs. */
function goToFigure(): void {
  const id = location.hash.slice(1);
  if (id === '' || document.getElementById(id) !== null) return;
  const page = document.querySelector<HTMLAnchorElement>(`a[data-figures~="${CSS.escape(id)}"]`);
  if (page !== null) location.replace(`${page.pathname}${location.search}#${id}`);
}

addEventListener('hashchange', goToFigure);
goToFigure();
