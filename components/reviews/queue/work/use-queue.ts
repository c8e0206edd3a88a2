import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { outboxName } from "#components/reviews/queue/device/entries.ts";
import {
  type LeasedItem,
  openQueue,
  type Queue,
  type QueueView,
} from "#components/reviews/queue/device/open-queue.ts";
import { openQueueOutbox, type QueueOutbox } from "#components/reviews/queue/device/queue-outbox.ts";
import type { Choices, QueueWords } from "#components/reviews/queue/words.ts";
import type { WordsToRead } from "#components/task-kinds/words.ts";
import type { QueueStep } from "#lib/reviews/queue/schema.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

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

export type WorkProps = QueueSetting & {
  title: string;
  choices: Choices;
  guidance: ReactNode;
  /** Nothing was done by this person at this step yet: the guidance stands above the first item. */
  isNew: boolean;
  words: QueueWords;
  wordsOf: Partial<Record<CaseKind, WordsToRead>>;
  menu: ReactNode;
  signInAddress: string;
  /** What the first item is sent under where there is no script. */
  firstId: string;
};
