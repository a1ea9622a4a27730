/** The browser's database of trails. */
const trailDatabase = { name: 'attain-audit', version: 1, store: 'trails' } as const;

/** A trail as it was last loaded. */
type KeptTrail<Trail> = { readonly trail: Trail; readonly keptAt: string };

type Row<Trail> = KeptTrail<Trail> & { readonly owner: string; readonly id: string };

/**
 * Keeps a trail to be read without a network; it is never sent back. Trails of other users of this browser are removed. A blocked
 * or full storage is only logged.
 */
export async function keepTrail<Trail>(owner: string, id: string, kept: KeptTrail<Trail>): Promise<void> {
  try {
    const row: Row<Trail> = { owner, id, ...kept };
    await inStore('readwrite', (store) => {
      store.delete(IDBKeyRange.upperBound([owner], true));
      store.delete(IDBKeyRange.lowerBound([owner, []], true));
      return store.put(row);
    });
  } catch (error) {
    console.warn('The audit trail was not kept in this browser', error);
  }
}

/** The user's kept trail of a suggestion; null if there is none or storage is blocked. */
export async function readKeptTrail<Trail>(owner: string, id: string): Promise<KeptTrail<Trail> | null> {
  try {
    const row = await inStore('readonly', (store) => store.get([owner, id]));
    return (row as Row<Trail> | undefined) ?? null;
  } catch (error) {
    console.warn('The kept audit trail was not read', error);
    return null;
  }
}

async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await opened();
  try {
    const transaction = database.transaction(trailDatabase.store, mode);
    const request = act(transaction.objectStore(trailDatabase.store));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(trailDatabase.name, trailDatabase.version);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(trailDatabase.store, { keyPath: ['owner', 'id'] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('The database is open in an older window'));
  });
}
