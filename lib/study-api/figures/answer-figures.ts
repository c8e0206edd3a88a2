import { z } from "zod";
import { head, renderHead, renderRun } from "#lib/study-api/figures/figure-parts.ts";
import { getAgreement, isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import { getAlternatives, readEpsilon } from "#lib/study-results/agreement/alternative.ts";
import { checkGold } from "#lib/study-results/agreement/gold-check.ts";
import { getCaseFigures, type CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { count, figure, named, reason, share } from "#lib/study-results/figure-schemas.ts";
import { unrankedReasons, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { strata } from "#lib/studies/schema.ts";
import { agreementMeasures, type AgreementMeasure } from "#lib/metrics/agreement/agreement-tally.ts";

const told = z.object({ value: figure, low: figure, high: figure, reason });
const shapeOf = <T>(of: (name: AgreementMeasure) => T) =>
  Object.fromEntries(agreementMeasures.map((name) => [name, of(name)])) as Record<AgreementMeasure, T>;
const votes = z.object({ name: z.string(), votes: count });

export const agreementDocument = z.object({
  ...head,
  parts: z
    .array(
      z.object({
        track: z.string().nullable().describe("Null for all tracks in view"),
        cases: count,
        twice: count.describe(
          "Cases with at least two answers: only these carry information about agreement",
        ),
        people: count,
        answers: count,
        least: count.describe("Fewest answers to any case"),
        most: count,
        level: z.enum(["nominal", "ordinal"]).nullable().describe("Level of measurement of alpha"),
        isClaimable: z.boolean(),
        figures: z.object(shapeOf(() => told)),
      }),
    )
    .describe("All tracks in view together, and each one if there are several"),
  epsilon: z.number().describe("Advantage granted to people in the alternative annotator test"),
  alternatives: z
    .array(
      named.extend({
        apart: z.enum(unrankedReasons).nullable(),
        cases: count.describe("Cases answered by the model and at least two people"),
        people: count,
        eligible: count.describe("People who answered enough of those cases"),
        omega: share.describe("Winning rate: the share of people the model beats"),
        rho: share.describe("Mean advantage probability of the model"),
        passes: z.boolean().nullable(),
        reason: z.enum(["apart", "not_eligible", "interim"]).nullable().describe("Why there is no test"),
      }),
    )
    .describe("The alternative annotator test of each run"),
  goldCheck: z
    .object({
      isEnough: z.boolean(),
      n: z.object({ people: count, cases: count }),
      hasSettled: z.boolean(),
      cases: z.array(
        z.object({
          track: z.string(),
          case: z.string(),
          n: count,
          gold: votes,
          trusted: votes.extend({ probability: z.number() }),
        }),
      ),
    })
    .describe(
      "Cases where people who usually choose as others do agree on an answer other than the gold answer",
    ),
});

/** As the page about agreement shows it. Who the people are stands in the figures of people. */
export async function renderAgreementFigures(
  rows: StudyRows,
  view: View,
): Promise<z.output<typeof agreementDocument>> {
  const { parts } = await getAgreement(rows, view);
  const alternatives = await getAlternatives(rows, view);
  const { people: _people, cases, ...check } = await checkGold(rows, view);
  return {
    ...renderHead(rows, view),
    parts: parts.map((part) => ({
      ...part,
      isClaimable: !isTooSmall(part),
      figures: shapeOf((name) => part.figures[name]),
    })),
    epsilon: readEpsilon(rows).epsilon,
    alternatives: alternatives.map(({ run, annotators: _annotators, ...found }) => ({
      ...renderRun(run),
      ...found,
    })),
    goldCheck: {
      ...check,
      cases: cases.map(({ index, ...found }) => {
        const row = rows.cases[index];
        return { track: rows.tracks[row?.track ?? 0]?.name ?? "", case: row?.key ?? "", ...found };
      }),
    },
  };
}

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
