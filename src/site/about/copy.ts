/** Each button copies the text of the element that its `data-copy` names, and says so in the status beside it. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy ?? '');
  const status = button.parentElement?.querySelector('[role=status]');
  button.hidden = source === null;
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(source?.textContent ?? '').then(
      () => true,
      () => false,
    );
    if (status) status.textContent = done ? 'Copied' : 'The browser did not allow copying: select the text instead.';
  });
}
