"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { type Sorting, parseSorting, writeSorting } from "#components/ui/table/table-state.ts";

/** Keeps sorting and filter in the address, so that a view can be shared and survives a reload. */
export function useTableAddress(sortable: readonly string[], name?: string) {
  const prefix = name ? `${name}.` : "";
  const search = useSearchParams();
  const sorting = parseSorting(search.get(`${prefix}sort`), sortable);
  const [filter, setFilterState] = useState(search.get(`${prefix}filter`) ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    sorting,
    filter,
    setSorting: (next: Sorting) => write(`${prefix}sort`, writeSorting(next)),
    setFilter(next: string) {
      setFilterState(next);
      clearTimeout(timer.current);
      // Browsers refuse more than about a hundred changes of address in half a minute.
      timer.current = setTimeout(() => write(`${prefix}filter`, next.trim() || null), 300);
    },
  };
}

function write(key: string, value: string | null): void {
  const address = new URL(window.location.href);
  if (value === null) address.searchParams.delete(key);
  else address.searchParams.set(key, value);
  window.history.replaceState(null, "", address);
}
