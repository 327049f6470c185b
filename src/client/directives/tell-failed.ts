/** Why a script at an address does not run, as far as the way it is served says; '' where that is sound or the network is gone. */
async function faultOf(address: string): Promise<string> {
  const response = await fetch(address).catch(() => null);
  if (response === null) return '';
  if (!response.ok) return `The server answers ${response.status} for ${address}. `;
  const type = response.headers.get('content-type');
  if (/javascript/.test(type ?? '')) return '';
  return `The server sends scripts as ${type ?? 'no type'}, not as text/javascript. `;
}

/** Marks an island whose script cannot be had, so that the page's own words on it are seen, and puts the fault before their link. */
export async function tellFailed(island: HTMLElement): Promise<void> {
  if ('failed' in island.dataset) return;
  island.dataset['failed'] = '';
  const why = await faultOf(island.getAttribute('component-url') ?? '');
  island.parentElement?.querySelector(':scope > .failed > a')?.before(why);
}
