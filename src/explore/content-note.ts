import { isNoteRead, rememberNote } from './note-read.ts';

const note = document.querySelector<HTMLDialogElement>('#content-note');
if (note !== null && !isNoteRead()) {
  // The button submits and Escape cancels, at once; closing itself is told later, when the page may be gone. The link leaves the page without
  // having shown a prompt.
  for (const read of ['submit', 'cancel', 'close']) note.addEventListener(read, rememberNote);
  note.showModal();
}
