import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";
import type { Entry } from "#components/sitting/device/outbox-rules.ts";
import type { openSittingStorage } from "#components/sitting/device/sitting-storage.ts";

const item = (sittingId: string) => `benchside-left-${sittingId}`;

/** What is given in the moment in which a page goes: the browser's database would answer too late. */
export const keepLeft = (entry: Entry): void => writeItem(item(entry.sittingId), JSON.stringify(entry));

/** It lies elsewhere now. */
export const forgetLeft = (sittingId: string): void => writeItem(item(sittingId), null);

/** What an earlier page left behind is put with what waits. */
export async function takeLeft(
  sittingId: string,
  storage: ReturnType<typeof openSittingStorage<Entry>>,
): Promise<void> {
  const left = readItem(item(sittingId));
  if (!left) return;
  const entry = JSON.parse(left) as Entry;
  const waiting = (await storage.listEntries()) ?? [];
  const isThere = waiting.some(({ id }) => id === entry.id);
  if (isThere || (await storage.addEntry(entry, null))) forgetLeft(sittingId);
}
