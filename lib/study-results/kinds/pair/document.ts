import { z } from "zod";
import { undefinedReasons } from "#lib/metrics/measure.ts";
import { count, figure, grouped } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { getStrengths, type Preferences } from "#lib/study-results/kinds/pair/strengths.ts";

// What the document of results says of pairs, for programs: unrounded, and a reason in place of what isn't there.

const why = z.enum([...undefinedReasons, "too_few"]).nullable();
const record = z.object({ wins: count, ties: count, losses: count });

const preferences = z.object({
  comparisons: count,
  cases: count,
  groups: count,
  reason: why.describe("Why no origin has a strength"),
  origins: z
    .array(
      record.extend({
        name: z.string(),
        strength: z.object({ value: figure, low: figure, high: figure, reason: why }),
      }),
    )
    .describe("The strongest first. Strengths are log-odds above the average origin, a tie half a win"),
});

export const pairResults = z.object({
  people: preferences.extend({ people: count }),
  against: z
    .array(z.array(record))
    .describe("By the places of people’s origins: what the first got against the second"),
  first: grouped.describe("Of comparisons that weren’t ties, the share that went to the text shown first"),
  isTurned: z.boolean().describe("Whether sides were in random order; else the share says nothing of sides"),
  agreement: grouped.describe("How often two people said the same of a case"),
  judges: z.array(
    z.object({
      runId: z.int(),
      model: z.string(),
      method: z.string(),
      version: z.string(),
      preferences,
      agreement: grouped.describe("How often it said what one person said of a case"),
    }),
  ),
});
export type PairResults = z.infer<typeof pairResults>;

const renderPreferences = (given: Preferences) => ({
  ...only(preferences, given),
  origins: given.origins.map(({ name, wins, ties, losses, strength: { value, low, high, reason } }) => ({
    name,
    wins,
    ties,
    losses,
    strength: { value, low, high, reason },
  })),
});

/** The same figures as on the screen. */
export function renderPairs(rows: StudyRows, view: View): PairResults {
  const { people, against, first, isTurned, agreement, judges } = getStrengths(rows, view);
  return {
    people: { ...renderPreferences(people), people: people.people },
    against: against.map((row) => [...row]),
    first: only(grouped, first),
    isTurned,
    agreement: only(grouped, agreement),
    judges: judges.map(({ run: { id, model, method, version }, preferences: own, agreement: met }) => ({
      runId: id,
      model,
      method,
      version,
      preferences: renderPreferences(own),
      agreement: only(grouped, met),
    })),
  };
}
