/** What makes links of values, and works shares out, comes when somebody reaches for the page. */
for (const event of ['focusin', 'pointerover'])
  addEventListener(event, () => void import('./enliven.ts'), { once: true });
document.addEventListener('click', (event) => void import('./enliven.ts').then(({ openCell }) => openCell(event)));
