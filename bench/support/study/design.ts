import { madeUpModels } from "#bench/support/personaeval/models.ts";
import type { Studies } from "#bench/support/study/product.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";
import { newDesign } from "#lib/studies/template.ts";

/** 45/3/2 cases of their own for so many people, from the confident errors of a run that has many. */
export function ownCases({ runs }: Studies, people: number, threshold: number): Design {
  const weakest = madeUpModels.toSorted((a, b) => a.skill - b.skill)[0]?.name;
  const run = runs.find(({ model }) => model === weakest) ?? runs[0];
  if (!run) throw new Error("there are no runs");
  const template = newDesign("personaeval", 2026);
  return designSchema.parse({
    ...template,
    frame: { ...template.frame, reference: { ...run, threshold } },
    assignment: { design: "own", people },
  });
}
