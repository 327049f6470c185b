/** Begins to fetch the modules of an island that its element names, so that the deepest ones do not wait for those that import them. */
export function preloadModules(island: HTMLElement, fetchPriority: 'auto' | 'low'): void {
  const rel = 'modulepreload';
  const hrefs = island.dataset['modules']?.split(' ') ?? [];
  document.head.append(
    ...hrefs.map((href) => Object.assign(document.createElement('link'), { rel, href, fetchPriority })),
  );
}

/** How long a silence lasts, in ms, before it is reported. */
export const SILENCE = 10_000;

/** Says beside an island that its scripts do not arrive, with buttons to stop and to try again (a reload: browsers request a module once). Returns what removes it. */
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

/** Says why a script does not run, as far as its response tells; '' where the response is sound or the network is gone. */
async function faultOf(address: string): Promise<string> {
  const response = await fetch(address).catch(() => null);
  if (response === null) return '';
  const type = response.headers.get('content-type');
  const isScript = response.ok && /javascript/.test(type ?? '');
  return isScript ? '' : `The server sends ${type ?? 'no type'} (${response.status}) in place of scripts. `;
}

/** Marks an island whose script cannot be had, so that the page's own words on it are seen, and puts the fault before their link. */
export async function tellFailed(island: HTMLElement): Promise<void> {
  if ('failed' in island.dataset) return;
  island.dataset['failed'] = '';
  const why = await faultOf(island.getAttribute('component-url') ?? '');
  island.parentElement?.querySelector(':scope > .failed > a')?.before(why);
}
