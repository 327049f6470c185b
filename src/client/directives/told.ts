import type { ClientDirective } from 'astro';
import { tellFailed, tellSilence } from './island.ts';
import { isLoaded } from './ready.ts';

/** `client:told`: an island comes alive at once. After ten seconds it is said that its script is waited for; if it cannot be had, the page's own words on that are seen. */
const told: ClientDirective = async (load, _, el) => {
  const fail = (): void => void tellFailed(el);
  const heard = tellSilence(el, fail);
  el.addEventListener('astro:hydration-error', fail, { once: true });
  const hydrate = await load().finally(heard);
  if (isLoaded(el)) await hydrate();
  else fail();
};

// biome-ignore lint/style/noDefaultExport: Astro takes a directive from the default export
export default told;
