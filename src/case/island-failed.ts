import { tellFailed } from '../client/directives/tell-failed.ts';

document.addEventListener('astro:hydration-error', ({ target }) => {
  if (target instanceof HTMLElement) void tellFailed(target);
});
