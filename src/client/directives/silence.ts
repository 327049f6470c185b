/** A silence is told of once it has lasted this long, in ms. */
export const SILENCE = 10_000;

function button(text: string, onPress: () => void): HTMLElement {
  const element = Object.assign(document.createElement('button'), { type: 'button', className: 'btn quiet' });
  element.textContent = text;
  element.addEventListener('click', onPress);
  return element;
}

/**
 * Says beside an island that its scripts, or what is fetched with them, do not come, with a way to stop waiting and one to ask again, which is the
 * page itself: a module that was asked for is not asked for twice. Gives what ends the telling.
 */
export function tellSilence(island: Element, stop: () => void): () => void {
  const note = Object.assign(document.createElement('p'), { className: 'silence', role: 'status' });
  const end = (): void => {
    clearTimeout(timer);
    note.remove();
  };
  const onStop = (): void => {
    end();
    stop();
  };
  note.append('Still waiting after ten seconds: the server has not sent all that this part of the page needs. ');
  note.append(
    button('Stop waiting', onStop),
    ' ',
    button('Ask again', () => location.reload()),
  );
  const timer = setTimeout(() => island.after(note), SILENCE);
  return end;
}
