// @ts-check
/** Pictures of one's own board and counters. They are kept in this browser and go nowhere else. */

const BASE = 'ironbottom';
const STORE = 'pictures';

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(BASE, 1);
    asked.onupgradeneeded = () => { asked.result.createObjectStore(STORE); };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error());
  });
}

/** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} go @returns {Promise<any>} */
async function within(mode, go) {
  const base = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const asked = go(base.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error ?? new Error());
    });
  } finally {
    base.close();
  }
}

/** @param {string} key @returns {Promise<any>} undefined where nothing is kept */
export function kept(key) {
  return within('readonly', (store) => store.get(key));
}

/** @param {string} key @param {any} item */
export function keep(key, item) {
  return within('readwrite', (store) => store.put(item, key));
}

/** @param {string} key */
export function forget(key) {
  return within('readwrite', (store) => store.delete(key));
}
