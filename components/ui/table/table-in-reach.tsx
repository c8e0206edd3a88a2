"use client";

import { type ComponentProps, type ReactNode, useCallback, useMemo, useSyncExternalStore } from "react";
import { DataTable } from "#components/ui/table/data-table.tsx";

export type TableInPage = Omit<ComponentProps<typeof DataTable>, "empty">;

type Props = {
  /** Where in the page its columns and rows are told. */
  data: string;
  /** The same table as it stands without a script. */
  children: ReactNode;
};

/** A table to sort and to filter that a page brings written. Once its script has come, it is drawn from what the page tells. */
export function TableInReach({ data, children }: Props) {
  const watch = useCallback(
    (tell: () => void) => {
      const observer = new MutationObserver(tell);
      const told = document.getElementById(data);
      if (told) observer.observe(told, { childList: true, characterData: true, subtree: true });
      return () => observer.disconnect();
    },
    [data],
  );
  const read = () => document.getElementById(data)?.textContent ?? "";
  const told = useSyncExternalStore(watch, read, () => "");
  const table = useMemo(() => (told === "" ? null : (JSON.parse(told) as TableInPage)), [told]);
  return table ? <DataTable {...table} empty={null} /> : children;
}
