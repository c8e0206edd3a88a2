import { madeUpModels } from "#bench/support/personaeval/writing/models.ts";
import type { Studies } from "#bench/support/study/product.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";

/** 45/3/2 cases of their own for so many people, from the confident errors of a run that has many. */
export const ownCases = (studies: Studies, people: number, threshold: number): Design =>
  fromErrors(studies, { design: "own", people }, threshold);

/** The same 45/3/2 cases for everyone. */
export const sameCases = (studies: Studies, people: number): Design =>
  fromErrors(studies, { design: "same", people }, 0.5);

function fromErrors(
  { runs }: Studies,
  assignment: Pick<Design["assignment"], "design" | "people">,
  threshold: number,
): Design {
  const weakest = madeUpModels.toSorted((a, b) => a.skill - b.skill)[0]?.name;
  const run = runs.find(({ model }) => model === weakest) ?? runs[0];
  if (!run) throw new Error("there are no runs");
  const template = withoutChecks(newDesign("personaeval", 2026));
  return designSchema.parse({
    ...template,
    frame: { ...template.frame, reference: { ...run, threshold } },
    assignment,
  });
}
