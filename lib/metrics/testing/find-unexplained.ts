/** Where a number isn't finite; or a figure is null beside a reason, or an interval with one, that is null too. */
export function findUnexplained(found: unknown, where = ""): string[] {
  if (typeof found === "number") return Number.isFinite(found) ? [] : [`${where} is ${found}`];
  if (typeof found !== "object" || found === null || ArrayBuffer.isView(found)) return [];
  const { interval } = found as { interval?: { reason: unknown } | null };
  const lacks = "reason" in found && found.reason === null && (interval?.reason ?? null) === null;
  return Object.entries(found).flatMap(([name, value]) => {
    const path = where === "" ? name : `${where}.${name}`;
    return value === null && lacks && !others.has(name)
      ? [`${path} has no reason`]
      : findUnexplained(value, path);
  });
}

/** What stands beside a reason and is no figure. */
const others = new Set([
  "reason",
  "raters",
  "n",
  "code",
  "replicate",
  // None where nobody audited, or nothing is wrong, which the counts beside it say.
  "missRate",
  "ranAt",
  "equivalence",
  "apart",
  "run",
]);
