/** A visit is a tab's: what was read once is not asked again before the tab is closed. */
const KEY = 'judgeboard:content-note';

function isRead(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false; // Storage is blocked: the note is shown on every page.
  }
}

function remember(): void {
  try {
    sessionStorage.setItem(KEY, 'read');
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}

const note = document.querySelector<HTMLDialogElement>('#content-note');
if (note !== null && !isRead()) {
  // The button submits and Escape cancels, at once; closing itself is told later, when the page may be gone. The link leaves the page without
  // having shown a prompt.
  for (const read of ['submit', 'cancel', 'close']) note.addEventListener(read, remember);
  note.showModal();
}
