import type { RecordFilter } from "#lib/audit/schema.ts";

export const recordPath = "/admin/record";

export function recordAddress(filter: RecordFilter, path = recordPath): string {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (asked.length === 0) return path;
  return `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

export const exportAddress = (filter: RecordFilter, format: "csv" | "jsonl"): string =>
  recordAddress(filter, `/api/record/events.${format}`);
