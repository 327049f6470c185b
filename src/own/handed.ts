import { filesOfEntries } from './dropped.ts';
import type { DroppedFile } from './protocol.ts';
import { inStore } from './storage.ts';

/**
 * Puts dropped files into this site's own storage, since a page's files do not survive the way to the next page. Rejects where the browser has
 * no room or keeps nothing.
 */
export async function handOver(entries: readonly FileSystemEntry[], files: readonly File[]): Promise<void> {
  const dropped = await filesOfEntries(entries, files);
  await inStore('handed', 'readwrite', (store) => store.clear());
  await inStore('handed', 'readwrite', (store) => store.put(dropped));
}

/** Another version of the page may have stored something else. */
const isDropped = ({ name, blob }: Partial<DroppedFile>): boolean =>
  typeof name === 'string' && (blob === null || blob instanceof Blob);

/** Takes the files that a page handed over out of the storage; none where none arrived. */
export async function takeHanded(): Promise<readonly DroppedFile[]> {
  const found = await inStore<(readonly DroppedFile[])[]>('handed', 'readonly', (store) => store.getAll());
  const files = found.filter((dropped) => Array.isArray(dropped) && dropped.every(isDropped)).flat();
  // Files read from the storage may vanish with it, so their bytes are copied first.
  const taken = await Promise.all(
    files.map(async ({ name, blob }) => ({ name, blob: blob === null ? null : new Blob([await blob.arrayBuffer()]) })),
  );
  await inStore('handed', 'readwrite', (store) => store.clear());
  return taken;
}
