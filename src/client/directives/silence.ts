/** How long a silence lasts, in ms, before it is reported. */
export const SILENCE = 10_000;

/**
 * Says beside an island that its scripts, or what is fetched with them, do not arrive, with buttons to stop waiting and to try again.
 * Trying again reloads the page, since browsers request a module only once. Returns the function that removes the message.
 */
export function tellSilence(island: Element, stop: () => void): () => void {
  let note: HTMLElement | undefined;
  const end = (): void => {
    clearTimeout(timer);
    note?.remove();
  };
  const button = (textContent: string, work: () => void): HTMLElement => {
    const onclick = (): void => {
      end();
      work();
    };
    return Object.assign(document.createElement('button'), { className: 'btn quiet', textContent, onclick });
  };
  const tell = (): void => {
    const textContent = 'Still waiting after ten seconds. ';
    note = Object.assign(document.createElement('p'), { className: 'silence', role: 'status', textContent });
    note.append(
      button('Stop waiting', stop),
      button('Ask again', () => location.reload()),
    );
    island.after(note);
  };
  const timer = setTimeout(tell, SILENCE);
  return end;
}
