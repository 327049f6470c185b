/** A visit is a tab's: what was read once is not asked again before the tab is closed. */
const KEY = 'judgeboard:content-note';

export function isNoteRead(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false; // Storage is blocked: the note is shown on every page.
  }
}

function rememberNote(): void {
  try {
    sessionStorage.setItem(KEY, 'read');
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}

export function showNote(note: HTMLDialogElement): void {
  if (isNoteRead()) return;
  // The button submits and Escape cancels at once; the close event comes later, when the page may be gone. The link leaves the page without
  // having shown a prompt.
  for (const read of ['submit', 'cancel', 'close']) note.addEventListener(read, rememberNote);
  note.showModal();
}
