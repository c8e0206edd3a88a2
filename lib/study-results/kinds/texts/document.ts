import { z } from "zod";
import type { McqFigures } from "#lib/metrics/scores/mcq-figures.ts";
import { count, figure, reason } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { computeMcq, hasEnoughAnswers } from "#lib/study-results/kinds/texts/mcq.ts";

// What the document of results says of typed options, for programs: unrounded, and a reason in place of what isn't there.

const mean = z.object({ n: count, groups: count, mean: figure, low: figure, high: figure, reason });

const treatment = z.object({
  malformed: count.describe("Answers that name no option"),
  accuracy: mean,
  reward: mean.nullable().describe("Null where a type has no reward"),
  shares: z.array(mean).describe("Of each type, in the order of “types”"),
  byPlace: z.array(mean).describe("Accuracy by the place of the right option, from the first"),
  longest: mean.describe("Accuracy where the right option is the longest"),
  notLongest: mean.describe("Accuracy where another option is as long or longer"),
  choosingLongest: mean.describe("What always choosing the longest option would have got"),
});

export const typedOptionResults = z
  .object({
    types: z.array(z.string()),
    training: z
      .array(z.object({ from: count, to: count }))
      .describe("Parts of “byTraining”: from so many training pairs to so many; none where cases don’t say"),
    answered: z
      .array(
        z.object({
          runId: z.int().nullable().describe("Null for people"),
          model: z.string().nullable(),
          method: z.string().nullable(),
          version: z.string().nullable(),
          n: count,
          people: count,
          cases: count,
          isClaimable: z
            .boolean()
            .describe("Whether there are enough answers, people and cases for a figure to be told"),
          leftOut: treatment.describe("Answers that name no option are left out"),
          asPublicCode: treatment.describe("They count as wrong, with a reward of −0.5"),
          byTraining: z.array(mean),
        }),
      )
      .describe("People first, then every run over the same cases"),
  })
  .describe("Of studies of typed options with right ones: accuracy, reward and shares of types");

/** The same figures as on the screen; nothing where nobody has answered a case whose right option is known. */
export function renderTypedOptions(rows: StudyRows, view: View) {
  const table = computeMcq(rows, view);
  if (!table) return null;
  const withReward = (figures: McqFigures) => ({
    ...figures,
    reward: table.hasReward ? figures.reward : null,
  });
  return only(typedOptionResults, {
    ...table,
    answered: table.rows.map((one) => ({
      ...one,
      runId: one.run?.id ?? null,
      model: one.run?.model ?? null,
      method: one.run?.method ?? null,
      version: one.run?.version ?? null,
      isClaimable: hasEnoughAnswers(one),
      leftOut: withReward(one.ours),
      asPublicCode: withReward(one.asPublished),
    })),
  });
}
