import { readdirSync } from "node:fs";
import type { Figure } from "#bench/support/figure.ts";
import { parentOf, readStat } from "#scripts/process/liveness.mjs";

/** With its children that are gone; NaN where the system doesn't tell. */
function secondsOf(pid: number): number {
  const { computed, reaped } = readStat(pid) ?? { computed: Number.NaN, reaped: 0 };
  return (computed + reaped) / 100;
}

/** The server of the database and all that work for it. */
const databaseSeconds = (postmaster: number): number =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster)
    .reduce((sum, pid) => sum + (secondsOf(pid) || 0), secondsOf(postmaster));

/** What each of so many did cost since this was called. */
export function watchProcessor(product: number, postmaster: number): (count: number) => Figure[] {
  const read = () => {
    const { user, system } = process.cpuUsage();
    return [secondsOf(product), databaseSeconds(postmaster), (user + system) / 1e6];
  };
  const before = read();
  return (count) => {
    const each = read().map((used, at) => ((used - (before[at] ?? 0)) * 1000) / count);
    const names = ["processor time of the product for each", "of the database", "of the load itself"];
    return names.map((what, at) => ({ what: `  ${what}`, value: each[at] ?? Number.NaN, unit: "ms" }));
  };
}
