import { z } from "zod";
import { head, renderHead, renderRun } from "#lib/study-api/figures/figure-parts.ts";
import { getAgreement, isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import { getAlternatives, readEpsilon } from "#lib/study-results/agreement/alternative.ts";
import { checkGold } from "#lib/study-results/agreement/gold-check.ts";
import { count, figure, named, reason, share } from "#lib/study-results/figure-schemas.ts";
import { unrankedReasons, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
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
