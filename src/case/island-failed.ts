import { tellFailed } from '../client/directives/island.ts';

document.addEventListener('astro:hydration-error', ({ target }) => {
  if (target instanceof HTMLElement) void tellFailed(target);
});
