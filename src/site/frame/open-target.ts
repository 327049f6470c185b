/** Brings into view what the address names, also where it stands in a closed fold or is one: not every browser opens folds by itself. */
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
