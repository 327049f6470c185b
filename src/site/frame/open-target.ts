/** Opens the fold that the address names, or that holds its target, and scrolls there: not every browser does so by itself. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  let opened = false;
  for (let part = target; part; part = part.parentElement)
    if (part instanceof HTMLDetailsElement && !part.open) {
      part.open = true;
      opened = true;
    }
  if (opened) target?.scrollIntoView();
}

addEventListener('hashchange', openTarget);
openTarget();
