import { useEffect, useRef } from "react";

export function moveItem<T>(items: readonly T[], from: number, by: number): T[] {
  const moved = [...items];
  moved.splice(from + by, 0, ...moved.splice(from, 1));
  return moved;
}

/** After a list has changed, the focus goes to a part of the item that was meant, or to what stands in for it. */
export function useListFocus() {
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const wanted = useRef<{ item: number; part: string } | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { item, part } = wanted.current;
    wanted.current = null;
    const place = list.current?.querySelector(`[data-item="${item}"]`);
    const found = place?.querySelector<HTMLElement>(`[data-part="${part}"]:not(:disabled)`);
    (found ?? place?.querySelector<HTMLElement>("input") ?? adding.current)?.focus();
  });
  return {
    list,
    /** The button that adds: where one lands when nothing is left. */
    adding,
    focusNext: (item: number, part: string) => {
      wanted.current = { item, part };
    },
  };
}
