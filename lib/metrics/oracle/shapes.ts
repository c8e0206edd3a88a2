import { mcqRewards, type McqChoice } from "#lib/metrics/scores/mcq-reward.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import type { Success } from "#lib/metrics/scores/run-statistics.ts";

export function readRunRow(value: unknown) {
  const row = read.readObject(value, "an item");
  const success = read.nullOr(row.success, (given) => read.readNumber(given, "success"));
  return { ...read.readItem(value), success: success as Success };
}

export function readChoice(value: unknown, name: string): McqChoice {
  const text = read.readText(value, name);
  const words = text.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const choice = words.replace(/[-\s]/g, "_");
  if (!Object.hasOwn(mcqRewards, choice)) throw new read.MalformedCase(`unknown choice ${text}`);
  return choice as McqChoice;
}
