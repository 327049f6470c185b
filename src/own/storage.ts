import { filesOfEntries } from './dropped.ts';
import type { DroppedFile } from './protocol.ts';

/** The browser's own storage of this site: runs that are kept on request, and files on their way from one page to the next. */
const DATABASE = 'judgeboard-own';
const STORES = { runs: { keyPath: 'name' }, opinions: { keyPath: 'name' }, handed: { autoIncrement: true } } as const;
/** A browser that has an older version gets the stores that it lacks. */
const VERSION = 3;

type StoreName = keyof typeof STORES;

/** Says what keeps a storage from taking something, in words: browsers give no message where there is no room. */
const troubleOf = (error: DOMException | null): Error =>
  error === null || error.name === 'QuotaExceededError' ? new Error('the storage is full') : error;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(troubleOf(request.error));
  });

export async function eraseStorage(): Promise<void> {
  await settled(indexedDB.deleteDatabase(DATABASE));
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const [name, options] of Object.entries(STORES))
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, options);
  };
  return settled(request);
}

/** Makes one transaction of one request. Rejects where the browser has no room or keeps nothing. */
export async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  // A tab that opens a newer version must not wait for this one.
  database.onversionchange = () => database.close();
  try {
    const transaction = database.transaction(name, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(troubleOf(transaction.error));
    });
    const [answer] = await Promise.all([settled(use(transaction.objectStore(name))), done]);
    return answer;
  } finally {
    database.close();
  }
}

/** Stores dropped files, which do not survive the way to the next page. Rejects where the browser has no room or keeps nothing. */
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
