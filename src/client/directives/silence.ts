/** A silence is told of once it has lasted this long, in ms. */
export const SILENCE = 10_000;

/**
 * Says beside an island that its scripts, or what is fetched with them, do not come, with a way to stop waiting and one to ask again, which is the
 * page itself: a module that was asked for is not asked for twice. Gives what ends the telling.
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
