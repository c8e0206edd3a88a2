import { z } from "zod";
import { count, difference, figure, reason, share } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { computeTraitAgreement } from "#lib/study-results/kinds/traits/agreement.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
import {
  computeSimilarity,
  hasEnoughProfiles,
  type OriginSimilarity,
} from "#lib/study-results/kinds/traits/similarity.ts";

// What the document of results says of traits, for programs: unrounded, and a reason in place of what isn't there.

const origin = z.object({ method: z.string().nullable(), model: z.string().nullable() });
const similarity = z.object({
  mean: share,
  low: share,
  high: share,
  reason,
  n: count.describe("People whom cases are about, both of whose sides were judged"),
  ties: count.describe("Levels that are neutral because raters or runs were tied"),
  levels: count,
});

export const traitResults = z
  .object({
    origins: z
      .array(
        origin.extend({
          people: similarity.extend({ answers: count, raters: count, cases: count }),
          isClaimable: z
            .boolean()
            .describe("Whether there are enough answers, raters and cases for a mean to be told"),
          judges: z
            .array(
              similarity.extend({
                runId: z.int(),
                model: z.string(),
                method: z.string(),
                version: z.string(),
              }),
            )
            .describe("Over the same cases"),
          unanswered: count.describe("Pairs of which people have judged one side alone, or neither"),
        }),
      )
      .describe("1 − Σ|reference − generated| / 10 (low 1, neutral 2, high 3), meant over people"),
    comparisons: z
      .array(difference.extend({ first: origin, second: origin }))
      .describe("Groups are the people whom cases are about; Holm’s adjustment is over all pairs"),
    alone: count.describe("Cases without another side"),
    several: count.describe("Cases of which it can’t be said which side is meant"),
    agreement: z
      .array(
        z.object({
          trait: z.enum(traitNames),
          counts: z.array(count).describe("Low, neutral, high"),
          answers: count,
          raters: count,
          cases: count,
          alpha: figure,
          reason,
        }),
      )
      .describe("Krippendorff’s alpha of ordered levels"),
  })
  .describe("Of studies of traits: how alike two sides of a person are");
export type TraitResults = z.output<typeof traitResults>;

const renderOrigin = (one: OriginSimilarity): TraitResults["origins"][number] => {
  const { method, model, people, judges, unanswered } = one;
  const { answers, raters, cases } = people;
  return {
    method,
    model,
    isClaimable: hasEnoughProfiles(one),
    unanswered,
    people: { ...only(similarity, people), answers, raters, cases },
    judges: judges.map(({ run, ...found }) => ({
      ...only(similarity, found),
      runId: run.id,
      model: run.model,
      method: run.method,
      version: run.version,
    })),
  };
};

/** The same figures as on the screen. */
export function renderTraits(rows: StudyRows, view: View): TraitResults {
  const { origins, differences, alone, several } = computeSimilarity(rows, view);
  return {
    origins: origins.map(renderOrigin),
    alone,
    several,
    comparisons: differences.map(({ first, second, ...tested }) => ({
      first: { ...first },
      second: { ...second },
      ...tested,
    })),
    agreement: computeTraitAgreement(rows, view).map(({ counts, ...found }) => ({
      ...found,
      counts: [...counts],
    })),
  };
}
