/** Filters the list of judges; the box of every page's header arrives here as `?q=`. */
const box = document.querySelector<HTMLInputElement>('#judge-filter');
const count = document.querySelector('#judge-count');
const rows = [...document.querySelectorAll<HTMLTableRowElement>('#judges tbody tr')];

function filter(text: string): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    row.hidden = !words.every((w) => row.dataset.names?.includes(w));
    if (!row.hidden) shown += 1;
  }
  if (count)
    count.textContent =
      shown === 0 ? `No judge matches “${text}”.` : words.length === 0 ? '' : `${shown} of ${rows.length}`;
}

if (box) {
  box.hidden = false;
  box.value = new URLSearchParams(location.search).get('q') ?? '';
  filter(box.value);
  box.addEventListener('input', () => {
    filter(box.value);
    const url = new URL(location.href);
    if (box.value === '') url.searchParams.delete('q');
    else url.searchParams.set('q', box.value);
    history.replaceState(null, '', url);
  });
}
