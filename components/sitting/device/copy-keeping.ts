import { onDevice, copiesOf } from "#components/sitting/device/sitting-storage.ts";
import { isWithdrawnHere, noteWithdrawn } from "#components/sitting/device/last-sitting.ts";
import type { Entry } from "#components/sitting/device/outbox-rules.ts";
import type { OpenedSitting } from "#components/sitting/device/answer-store.ts";
import type { StateReply } from "#lib/sittings/answers/wire.ts";
import { withdrawMyself } from "#lib/sittings/ending/withdraw-actions.ts";

/** After handing in: backups are made, and tried, within it. */
const keptAfterMs = 30 * 24 * 3_600_000;
const allCopies = IDBKeyRange.bound(copiesOf(""), copiesOf("~"));

type DeviceCopies = { copies: readonly Entry[]; lost: readonly Entry[]; told: StateReply };

/** What becomes of the copies of acknowledged answers, by what the server says of their sitting. */
export async function lookAfterCopies(
  opened: OpenedSitting,
  { copies, lost, told }: DeviceCopies,
): Promise<void> {
  const { sittingId, storage } = opened;
  if (told.state === "withdrawn") {
    noteWithdrawn(sittingId);
    return forgetCopiesOf(sittingId);
  }
  if (isWithdrawnHere(sittingId)) return withdrawAgain(sittingId);
  if (lost.length > 0) await giveBack(opened, lost, told);
  if (told.state === "submitted") {
    const rest = copies.filter((one) => !lost.includes(one) && one.until === undefined);
    await storage.rewriteEntries(await listExpired());
    await keepUntil(
      rest.map(({ seq }) => seq),
      Date.now() + keptAfterMs,
    );
  }
}

/** Only what is still there: somebody may have had it removed while the server was asked. */
async function keepUntil(keys: readonly Entry["seq"][], until: number): Promise<void> {
  const mark = (answers: IDBObjectStore): void => {
    for (const key of keys) {
      if (!key) continue;
      const found: IDBRequest<Entry | undefined> = answers.get(key);
      found.onsuccess = () => found.result && answers.put({ ...found.result, until });
    }
  };
  await onDevice("answers", "readwrite", mark, { asksOn: true });
}

/** They wait again, before all that was given since; every tab finds them on the device. */
async function giveBack(
  { sittingId, storage, outbox, tell }: OpenedSitting,
  lost: readonly Entry[],
  told: StateReply,
) {
  const again = lost.map(({ until: _, ...one }) => ({ ...one, sittingId }));
  await storage.rewriteEntries([], again);
  outbox.giveBack(again, told.answers);
  tell({});
}

/**
 * The server no longer knows that this person withdrew. It leads to the page that says so again, which offers to erase:
 * that needs their passphrase.
 */
async function withdrawAgain(sittingId: string): Promise<void> {
  const form = new FormData();
  form.set("sittingId", sittingId);
  form.set("sure", "on");
  await withdrawMyself(null, form);
}

async function listExpired(): Promise<Entry[]> {
  const all = await onDevice<Entry[]>("answers", "readonly", (answers) =>
    answers.index("sitting").getAll(allCopies),
  ).catch(() => []);
  return (all ?? []).filter(({ until }) => until !== undefined && until < Date.now());
}

/** Of every sitting in this browser: of one person, since whoever was here before them signed out. */
export const forgetAllCopies = (): Promise<void> => forget(allCopies);
export const forgetCopiesOf = (sittingId: string): Promise<void> => forget(copiesOf(sittingId));

export const countCopies = async (sittingId: string): Promise<number> =>
  (await onDevice<number>("answers", "readonly", (answers) =>
    answers.index("sitting").count(copiesOf(sittingId)),
  )) ?? 0;

async function forget(which: IDBKeyRange | string): Promise<void> {
  const keys = await onDevice<IDBValidKey[]>("answers", "readonly", (answers) =>
    answers.index("sitting").getAllKeys(which),
  );
  await onDevice("answers", "readwrite", (answers) => {
    for (const key of keys ?? []) answers.delete(key);
  });
}
