import { z } from "zod";
import { itemsPart, partLimits, partsContent } from "#lib/task-kinds/parts/schema.ts";
import { itemsOf, ofTraits, traitNames, type Level } from "#lib/task-kinds/traits/profile.ts";

/** In files, the lowest first. */
export const levelNames = ["Low", "Neutral", "High"] as const;
type LevelName = (typeof levelNames)[number];

const listed = traitNames.join(", ");
const missing = `This trait is missing. Give each of the five: ${listed}.`;

/** What is wrong with the one trait that a schema is about. */
export const unlessMissing = (problem: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? missing : problem;

export const level = z
  .enum(levelNames, {
    error: unlessMissing(`A level is one of ${levelNames.map((name) => `“${name}”`).join(", ")}.`),
  })
  .transform((name) => levelNames.indexOf(name) as Level);

export const levelNameAt = (at: number): LevelName => levelNames[at] ?? "Neutral";

/** An object with something for each of the five traits, and nothing else. */
export const ofEachTrait = <Given extends z.ZodType>(given: Given, what: string) =>
  z.strictObject(
    ofTraits(() => given),
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `There is no trait ${issue.keys.map((key) => `“${key}”`).join(", ")}. The five are ${listed}.`
          : `${what} must be an object with each of the five traits: ${listed}.`,
    },
  );

export const givenParts = partsContent(itemsPart, 1);

/** As the database holds it: all answers, and which of them are drawn, the first being 1. */
export const traitsContentSchema = givenParts.extend({
  draw: z.int().nullable(),
  drawn: z.array(z.int().min(1)),
});
export type TraitsContent = z.infer<typeof traitsContentSchema>;

/** A case as its participant gets it: the drawn answers, and nothing of which ones they are. */
export type ShownTraits = z.infer<typeof givenParts>;

export const drawInput = z
  .int("draw must be a whole number.")
  .min(1, "draw must be at least 1. Leave it out to show all items.")
  .max(partLimits.items, `draw can be at most ${partLimits.items}.`);

/** The drawn ones alone, in the order of the file. */
export function listDrawn({ parts, drawn }: Pick<TraitsContent, "parts" | "drawn">): string[] {
  const items = itemsOf({ parts });
  return drawn.flatMap((place) => items[place - 1] ?? []);
}

export const showDrawn = (content: TraitsContent): ShownTraits => ({
  parts: [{ role: "judged", items: listDrawn(content) }],
});

/** Whose answers they are: the person's own, or those that somebody wrote in their place. `attributes.side` says which. */
export const sides = ["reference", "generated"] as const;

export const isSide = (side: string): boolean => sides.some((one) => one === side);
