import type { StoredTick } from "#lib/sittings/schema.ts";
import type { FrozenWords } from "#lib/studies/schema.ts";

const prefix = "tick.";
/** What a statement's box is called in the form. */
export const tickField = (key: string): string => prefix + key;
export const readTick = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

/** What is stored of it: every statement of the text, ticked now; null where one is missing. */
export function checkTicks(
  { ticks = [] }: Pick<FrozenWords, "ticks">,
  given: readonly string[] = [],
  now = new Date(),
): StoredTick[] | null {
  if (!ticks.every(({ key }) => given.includes(key))) return null;
  return ticks.map(({ key }) => ({ key, at: now.toISOString() }));
}
