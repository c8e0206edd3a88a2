import type { Draft } from "#components/sitting/device/answer-store-types.ts";
import type { Entry } from "#components/sitting/device/outbox-rules.ts";
import type { AnswerReceipt } from "#lib/sittings/answers/wire.ts";

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

export const draftsOf = (sittingId: string) => IDBKeyRange.bound([sittingId], [sittingId, []]);

/** Under which acknowledged answers lie: beside those that wait, and never among them. */
export const copiesOf = (sittingId: string) => `kept ${sittingId}`;

/** An answer that was acknowledged, as it may be given back. A server from before this seals none, and takes none back. */
export const copyOf = (entry: Entry, { revision, seal }: AnswerReceipt): Entry[] =>
  seal ? [{ ...entry, sittingId: copiesOf(entry.sittingId), revision, seal }] : [];

/** What was only being thought about: it goes when the sitting is over. */
export async function forgetDrafts(sittingId: string): Promise<void> {
  await onDevice("drafts", "readwrite", (drafts) => void drafts.delete(draftsOf(sittingId))).catch(() => {});
}

/** What waits to be sent, of whatever it is: the name it is found by, and its key, which is the order. */
type QueuedEntry = { sittingId: string; seq?: number | null };

/** What this device keeps of one sitting, or of one person's part in a review. Null, and told, where it doesn't: everything then goes on from memory. */
export function openSittingStorage<E extends QueuedEntry = Entry, D = Draft>(
  sittingId: string,
  onMissing: () => void,
) {
  async function ask<T>(...asked: Parameters<typeof onDevice<T>>): Promise<T | null> {
    try {
      return (await onDevice(...asked)) ?? null;
    } catch {
      onMissing();
      return null;
    }
  }

  return {
    ask,
    listEntries: (of = sittingId) =>
      ask<E[]>("answers", "readonly", (answers) => answers.index("sitting").getAll(of)),
    /** In the place of another, where it words that one anew. Returns its key. */
    addEntry: async (entry: E, instead: E | null): Promise<number | null> => {
      const key = await ask<IDBValidKey>("answers", "readwrite", (answers) => {
        if (instead?.seq) answers.delete(instead.seq);
        return answers.add(entry);
      });
      return typeof key === "number" ? key : null;
    },
    /** Copies are put in the same breath; where there is no room for them, the rest goes without. */
    rewriteEntries: async (
      done: readonly E[],
      changed: readonly E[] = [],
      copies: readonly E[] = [],
    ): Promise<void> => {
      const rewrite = (all: readonly E[]) => (answers: IDBObjectStore) => {
        for (const { seq } of done) if (seq) answers.delete(seq);
        for (const entry of all) if (entry.seq) answers.put(entry);
      };
      const isCopied =
        copies.length > 0 &&
        (await onDevice("answers", "readwrite", rewrite([...changed, ...copies])).then(
          () => true,
          () => false,
        ));
      if (!isCopied) await ask("answers", "readwrite", rewrite(changed));
    },
    readDraft: (position: number) =>
      ask<D>("drafts", "readonly", (drafts) => drafts.get([sittingId, position])),
    writeDraft: async (position: number, draft: D | null): Promise<void> => {
      const key = [sittingId, position];
      await ask("drafts", "readwrite", (drafts) => {
        if (draft) drafts.put(draft, key);
        else drafts.delete(key);
      });
    },
  };
}
