import type { DoorFilter } from "#lib/audit/door-schema.ts";
import type { RecordFilter } from "#lib/audit/schema.ts";

export const recordPath = "/admin/record";

export const recordAddress = (filter: RecordFilter): string => address(recordPath, filter);

function address(path: string, filter: object): string {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (asked.length === 0) return path;
  return `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

export const doorsPath = `${recordPath}/doors`;
export const doorsAddress = (filter: DoorFilter): string => address(doorsPath, filter);

export const exportAddress = (filter: RecordFilter, format: "csv" | "jsonl"): string =>
  address(`/api/record/events.${format}`, filter);
