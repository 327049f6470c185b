/** A silence is told of once it has lasted this long, in ms. */
export const SILENCE = 10_000;

/**
 * Says beside an island that its scripts, or what is fetched with them, do not come, with a way to stop waiting and one to ask again, which is the
 * page itself: a module that was asked for is not asked for twice. Gives what ends the telling.
 */
export function tellSilence(island: Element, stop: () => void): () => void {
  const textContent = 'Still waiting after ten seconds. ';
  const note = Object.assign(document.createElement('p'), { className: 'silence', role: 'status', textContent });
  const end = (): void => {
    clearTimeout(timer);
    note.remove();
  };
  const offer = (textContent: string, work: () => void): void => {
    const onclick = (): void => {
      end();
      work();
    };
    note.append(Object.assign(document.createElement('button'), { className: 'btn quiet', textContent, onclick }));
  };
  offer('Stop waiting', stop);
  offer('Ask again', () => location.reload());
  const timer = setTimeout(() => island.after(note), SILENCE);
  return end;
}
