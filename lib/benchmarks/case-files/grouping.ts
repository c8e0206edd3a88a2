import { z } from "zod";
import type { Attributes } from "#lib/benchmarks/schema.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

export const groupingLimits = { group: 200, attributes: 20, name: 60, value: 200 } as const;

export type Grouping = {
  /** What cases of one scenario or one person share; null where a case stands for itself. */
  group: string | null;
  attributes: Attributes | null;
};
export const ungrouped: Grouping = { group: null, attributes: null };

const filled = (what: string, most: number) =>
  fileWords
    .trim()
    .min(1, `${what} can’t be empty. Leave it out if there is none.`)
    .max(most, `${what} can have at most ${most} characters.`);

const attributes = z
  .record(
    filled("An attribute’s name", groupingLimits.name),
    filled("An attribute", groupingLimits.value),
    "attributes must be an object with a text for each name.",
  )
  .refine(
    (all) => Object.keys(all).length <= groupingLimits.attributes,
    `A case can have at most ${groupingLimits.attributes} attributes.`,
  )
  // Nothing is the same as no attributes.
  .transform((all) => (Object.keys(all).length === 0 ? null : all));

/** Keys of a line, of whatever kind. */
export const groupingKeys = {
  group: filled("A group", groupingLimits.group).nullish(),
  attributes: attributes.nullish(),
};

/** What of them tells one version of a case from another: without any, nothing, so that digests stay what they were. */
export function partsOfGrouping({ group, attributes: given }: Grouping): string[] {
  if (group === null && given === null) return [];
  const sorted = Object.entries(given ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return [JSON.stringify([group, sorted])];
}
