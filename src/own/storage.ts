/** The browser's own storage of this site: runs that are kept on request, and files on their way from one page to the next. */
const DATABASE = 'judgeboard-own';
const STORES = { runs: { keyPath: 'name' }, handed: { autoIncrement: true } } as const;
/** A browser that has an older version gets the stores that it lacks. */
const VERSION = 2;

type StoreName = keyof typeof STORES;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage did not answer'));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const [name, options] of Object.entries(STORES))
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, options);
  };
  return settled(request);
}

/** One transaction of one request. Rejects where the browser has no room or keeps nothing. */
export async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  // Another tab that opens a newer version must not wait for this one.
  database.onversionchange = () => database.close();
  try {
    const transaction = database.transaction(name, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the storage is full'));
    });
    const answer = await settled(use(transaction.objectStore(name)));
    await done;
    return answer;
  } finally {
    database.close();
  }
}
