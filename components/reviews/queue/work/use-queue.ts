import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { outboxName } from "#components/reviews/queue/device/entries.ts";
import type { LeasedItem } from "#components/reviews/queue/device/held-items.ts";
import { openQueue, type Queue, type QueueView } from "#components/reviews/queue/device/open-queue.ts";
import { openQueueOutbox, type QueueOutbox } from "#components/reviews/queue/device/queue-outbox.ts";
import type { QueueStep } from "#lib/reviews/queue/schema.ts";

export type QueueSetting = {
  slug: string;
  userId: string;
  /** The number of the member in the review. */
  by: number;
  step: QueueStep;
  /** So many items are held at once. */
  wanted: number;
  first: readonly LeasedItem[];
  problem: string | null;
};

type OpenQueue = { outbox: QueueOutbox; queue: Queue };
const never = () => () => {};

/** The items and the outbox of this page; null until the device has been read, which a script does at once. */
export function useQueue({ slug, userId, by, step, wanted, first, problem }: QueueSetting) {
  const [opened, setOpened] = useState<OpenQueue | null>(null);
  const [drawn] = useState<QueueView>(() => ({
    current: first[0] ?? null,
    isLost: false,
    elsewhere: null,
    problem,
    isKnown: problem === null,
  }));
  const atFirst = useRef(first);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const opening = openQueueOutbox({ name: outboxName(slug, userId), slug, by });
    void opening.then((outbox) => {
      if (signal.aborted) return outbox.close();
      signal.addEventListener("abort", outbox.close);
      const queue = openQueue({ slug, by, step, first: atFirst.current, wanted, outbox }, signal);
      setOpened({ outbox, queue });
    });
    return () => leaving.abort();
  }, [slug, userId, by, step, wanted]);

  const view = useSyncExternalStore(
    opened?.queue.subscribe ?? never,
    () => opened?.queue.view() ?? drawn,
    () => drawn,
  );
  const subscribe = useCallback(
    (heard: () => void) => opened?.outbox.subscribe(heard) ?? (() => {}),
    [opened],
  );
  const sending = useSyncExternalStore(
    subscribe,
    () => opened?.outbox.state() ?? null,
    () => null,
  );
  return { view, sending, outbox: opened?.outbox ?? null, queue: opened?.queue ?? null };
}
