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
