import type { Failure } from "#lib/result.ts";

export type WaitWords = { one: string; many: string };

/** How long to wait is known to whoever refused. */
export function waitIn({ one, many }: WaitWords, { fields }: Pick<Failure, "fields">): string {
  const minutes = fields?.minutes ?? "1";
  return minutes === "1" ? one : many.replace("{minutes}", minutes);
}
