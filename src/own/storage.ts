import type { DroppedFile } from './own.worker.ts';

async function filesIn(entry: FileSystemEntry, at: string): Promise<DroppedFile[]> {
  const name = at === '' ? entry.name : `${at}/${entry.name}`;
  if (entry.isFile) {
    const opened = new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name, blob: await opened.catch(() => null) }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const entries: FileSystemEntry[] = [];
  // A reader gives a hundred entries at a time.
  for (;;) {
    const read = new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    const more = await read.catch(() => null);
    // A folder that goes meanwhile is told of like a file.
    if (more === null) return [{ name, blob: null }];
    if (more.length === 0) break;
    entries.push(...more);
  }
  return (await Promise.all(entries.map((one) => filesIn(one, name)))).flat();
}

/** Gives everything that was dropped: files as they are, folders with all that is in them. `files` stand for entries where a browser gives none. */
async function filesOfEntries(entries: readonly FileSystemEntry[], files: readonly File[]): Promise<DroppedFile[]> {
  if (entries.length > 0) return (await Promise.all(entries.map((entry) => filesIn(entry, '')))).flat();
  return filesOfPicker(files);
}

/** Reads an event's data at once, since its lists are gone after the first pause. */
export const filesOfDrop = ({ items, files }: DataTransfer): Promise<DroppedFile[]> =>
  filesOfEntries(
    [...items].flatMap((item) => item.webkitGetAsEntry() ?? []),
    [...files],
  );

export const filesOfPicker = (files: Iterable<File>): DroppedFile[] =>
  [...files].map((file) => ({ name: file.webkitRelativePath || file.name, blob: file }));

export function fileOfText(text: string): DroppedFile {
  const isJson = /^\s*[[{]/.test(text);
  const name = isJson ? 'pasted.jsonl' : text.split('\n')[0]?.includes('\t') ? 'pasted.tsv' : 'pasted.csv';
  return { name, blob: new Blob([text]) };
}

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
