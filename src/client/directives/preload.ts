/** Begins to fetch the modules of an island that its element names, so that the deepest ones do not wait for those that import them. */
export function preloadModules(island: HTMLElement, fetchPriority: 'auto' | 'low'): void {
  const rel = 'modulepreload';
  const hrefs = island.dataset['modules']?.split(' ') ?? [];
  document.head.append(
    ...hrefs.map((href) => Object.assign(document.createElement('link'), { rel, href, fetchPriority })),
  );
}
