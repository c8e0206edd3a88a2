const patience = 2000;

let database: IDBDatabase | null = null;
let opening: Promise<void> | null = null;

/** Some private windows never answer; a page can't wait for that. */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, patience))]);

const begin = () =>
  new Promise<void>((resolve, reject) => {
    const asked = indexedDB.open("benchside", 1);
    asked.onupgradeneeded = () => {
      const { result } = asked;
      const answers = result.createObjectStore("answers", { keyPath: "seq", autoIncrement: true });
      answers.createIndex("sitting", "sittingId");
      result.createObjectStore("drafts");
    };
    asked.onerror = asked.onblocked = reject;
    asked.onsuccess = () => {
      database = asked.result;
      database.onclose = database.onversionchange = lose;
      resolve();
    };
  });

function lose(): void {
  database?.close();
  database = opening = null;
}

async function transact<T>(
  store: "answers" | "drafts",
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | void,
  /** Where what is done depends on what is found: more is asked for once an answer is there. */
  { asksOn = false } = {},
): Promise<T | undefined> {
  // Waited for once; whoever comes after that took too long is told at once, until it is open after all.
  if (!database) await (opening ??= inTime(begin()));
  const done = new Promise<T | undefined>((resolve, reject) => {
    const durability = store === "answers" ? "strict" : "relaxed";
    const transaction = (database as IDBDatabase).transaction(store, mode, { durability });
    const asked = work(transaction.objectStore(store));
    transaction.onabort = () => reject(transaction.error);
    transaction.oncomplete = () => resolve(asked?.result);
    if (!asksOn) transaction.commit();
  });
  return inTime(done);
}

/** Resolves with the request's result once the whole transaction is on the device. A lost connection is opened again. */
export async function onDevice<T>(...asked: Parameters<typeof transact<T>>): Promise<T | undefined> {
  try {
    return await transact(...asked);
  } catch (error) {
    const wasOpen = database || !opening;
    if (!wasOpen || !(error instanceof DOMException)) throw error;
    lose();
    return transact(...asked);
  }
}
