import { mcqTypes } from "#lib/metrics/scores/mcq-reward.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import type { Success } from "#lib/metrics/scores/run-statistics.ts";

export function readRunRow(value: unknown) {
  const row = read.readObject(value, "an item");
  const success = read.nullOr(row.success, (given) => read.readNumber(given, "success"));
  return { ...read.readItem(value), success: success as Success };
}

/** Types by their names in files, or by the first or second word alone. */
export function readChoice(value: unknown, name: string): string {
  const text = read.readText(value, name);
  const word = text
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[-\s]/g, "_");
  const type = mcqTypes.find((known) => known === word || known.split("_").includes(word));
  if (!type) throw new read.MalformedCase(`unknown choice ${text}`);
  return type;
}
