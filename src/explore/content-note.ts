import { showNote } from './note-read.ts';

const note = document.querySelector<HTMLDialogElement>('#content-note');
if (note !== null) showNote(note);
