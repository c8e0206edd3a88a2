import type { Draft } from "#components/sitting/device/answer-store-types.ts";
import { noteAnswerStored } from "#components/sitting/device/last-stored.ts";
import { retryDelay, type Entry, type PlacedAnswer } from "#components/sitting/device/outbox-rules.ts";
import type { OutboxState } from "#components/sitting/device/outbox-state.ts";
import { send } from "#components/sitting/device/sending.ts";
import { copyOf, type openSittingStorage } from "#components/sitting/device/sitting-storage.ts";
import type { AnswerReceipt } from "#lib/sittings/answers/wire.ts";

const signedOutMs = 30_000;

/** What one tab tells the others. Whatever it says, something on the device may have changed. */
export type TabMessage = { known?: PlacedAnswer[]; isNew?: boolean };
export type OpenedSitting = {
  sittingId: string;
  outbox: OutboxState;
  storage: ReturnType<typeof openSittingStorage<Entry, Draft>>;
  /** What is being written to the device, by the id of the answer. */
  writing: Map<string, Promise<void>>;
  tell: (told: TabMessage) => void;
};

export async function readStorage(
  { outbox, storage }: Pick<OpenedSitting, "outbox" | "storage">,
  why?: "own",
): Promise<void> {
  const read = await storage.listEntries();
  if (read) outbox.takeRead(read, why);
}

/** Sends what waits, in the order in which it was given; says when to try again. */
export async function sendWaiting(opened: OpenedSitting): Promise<number | null> {
  const { outbox, storage, writing } = opened;
  await readStorage(opened);
  let entry: Entry | undefined;
  while ((entry = outbox.nextToSend())) {
    const written = writing.get(entry.id);
    if (written) {
      await written;
      continue;
    }
    outbox.noteSent(entry);
    const outcome = await send(entry);
    if (!outcome) return retryDelay(outbox.noteReach(false));
    const isSignedOut = outcome === "not_signed_in";
    outbox.noteReach(true, isSignedOut);
    if (isSignedOut) return signedOutMs;
    if (typeof outcome !== "string") acknowledge(opened, entry, outcome);
    else forget(storage, outbox.refuse(entry, outcome));
  }
  outbox.noteReach(true);
  return null;
}

function acknowledge({ outbox, storage, tell }: OpenedSitting, entry: Entry, outcome: AnswerReceipt): void {
  const { known, renumbered } = outbox.acknowledge(entry, outcome);
  noteAnswerStored();
  // The others have to know it before they find that it no longer waits.
  tell({ known });
  void storage.rewriteEntries([entry], renumbered, copyOf(entry, outcome)).then(() => tell({}));
}

export function forget(storage: OpenedSitting["storage"], done: readonly Entry[]): void {
  if (done.length > 0) void storage.rewriteEntries(done);
}
