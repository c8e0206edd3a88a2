import { z } from "zod";
import { head, renderHead } from "#lib/study-api/figures/figure-parts.ts";
import { getCaseFigures, type CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { count, share } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { strata } from "#lib/studies/schema.ts";

const place = z.int().min(1);

export const casesDocument = z.object({
  ...head,
  cases: z.array(
    z.object({
      track: z.string(),
      case: z.string().describe("Key of the case, unique within its track"),
      stratum: z.enum(strata),
      reported: z.boolean(),
      isInView: z
        .boolean()
        .describe("Whether the case is in the figures: checks are not, nor are reported cases if left out"),
      options: z.array(
        z.object({
          name: z.string(),
          isRight: z.boolean(),
          chosen: count.describe("Number of people who chose it"),
        }),
      ),
      n: count,
      right: count.nullable(),
      shareRight: share,
      consensus: z
        .object({
          choice: place.nullable().describe("Number of the option, counted from 1"),
          tied: z.array(place).describe("The options that tie, if several do"),
          credit: share,
        })
        .describe("The option more people chose than any other"),
      difficulty: share.describe("Share of people who were wrong"),
      place: place.nullable().describe("Rank by difficulty; 1 is the hardest"),
      disagreement: share.describe("Entropy of the choices, as a share of its maximum"),
      models: z
        .object({
          answered: count,
          right: z.number(),
          goldProbability: share.describe(
            "Mean probability of the gold answer, over runs that gave probabilities",
          ),
          withProbabilities: count,
        })
        .describe("All runs except those set apart"),
      reason: z
        .enum(["no_items", "no_gold"])
        .nullable()
        .describe("Why figures are null: nobody answered, or the gold answer is unknown"),
    }),
  ),
});

/** As the page about cases shows them, every case of the view. */
export const renderCaseFigures = (rows: StudyRows, view: View): z.output<typeof casesDocument> => ({
  ...renderHead(rows, view),
  cases: getCaseFigures(rows, view).flatMap((figures) => renderCase(rows, figures)),
});

function renderCase(
  rows: StudyRows,
  { index, counts, vote, n, right, ...figures }: CaseFigures,
): z.output<typeof casesDocument>["cases"] {
  const row = rows.cases[index];
  if (!row) return [];
  const { isInView, shareRight, difficulty, place, disagreement, models } = figures;
  return [
    {
      track: rows.tracks[row.track]?.name ?? "",
      case: row.key,
      stratum: row.stratum,
      reported: row.report !== null,
      isInView,
      options: row.optionNames.map((name, option) => ({
        name,
        isRight: option === row.gold,
        chosen: counts[option] ?? 0,
      })),
      n,
      right,
      shareRight,
      consensus: {
        choice: vote.choice === null ? null : vote.choice + 1,
        tied: vote.tied.map((option) => option + 1),
        credit: vote.credit,
      },
      difficulty,
      place,
      disagreement,
      models,
      reason: n === 0 ? "no_items" : row.gold === null ? "no_gold" : null,
    },
  ];
}
