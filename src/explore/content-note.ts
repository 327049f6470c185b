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
  // Escape and the button both close it; the link leaves the page without having shown a prompt.
  note.addEventListener('close', remember);
  note.showModal();
}
