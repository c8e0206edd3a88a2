import { useMemo, useSyncExternalStore, type SyntheticEvent } from "react";
import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";

const item = "benchside-unfolded";
const listeners = new Set<() => void>();
/** The sitting in which they stand otherwise than they began on this device; undefined until it was looked for. */
let unfolded: string | null | undefined;

const read = () => (unfolded ??= readItem(item));

function subscribe(heard: () => void): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

/** How the profiles stand where there is no room for whole ones: the same in every case of a sitting, until changed. */
export function useUnfolding(sittingId: string, beginsOpen = false) {
  const isChanged = useSyncExternalStore(
    subscribe,
    () => read() === sittingId,
    () => false,
  );
  const open = isChanged !== beginsOpen;
  return useMemo(() => {
    function onToggle({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
      if (currentTarget.open === open) return;
      unfolded = isChanged ? "" : sittingId;
      writeItem(item, unfolded);
      for (const heard of listeners) heard();
    }
    return { open, onToggle };
  }, [open, isChanged, sittingId]);
}
