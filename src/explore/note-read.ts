/** A visit is a tab's: what was read once is not asked again before the tab is closed. */
const KEY = 'judgeboard:content-note';

/** Whether the note before prompts was read in this visit. */
export function isNoteRead(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false; // Storage is blocked: the note is shown on every page.
  }
}

export function rememberNote(): void {
  try {
    sessionStorage.setItem(KEY, 'read');
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
