import { z } from "zod";
import { head, renderHead } from "#lib/study-api/figures/figure-parts.ts";
import type { NumberedPerson } from "#lib/study-exports/numbering.ts";
import { count, figure, share } from "#lib/study-results/figure-schemas.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { getFlags } from "#lib/study-results/people/flags.ts";
import { computePeers } from "#lib/study-results/people/peers.ts";
import { getPeople, hasEnoughAnswers, type PersonFigures } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { exclusionReasons, type View } from "#lib/study-results/schema.ts";

const counted = { right: z.number(), n: count };
const byTrack = z.array(z.object({ track: z.string(), ...counted }));
const flags = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("straight_line"), run: count, chance: z.number() }),
  z.object({ kind: z.literal("haste"), fast: count, of: count, seconds: z.number() }),
  z.object({ kind: z.literal("server_haste"), fast: count, of: count, seconds: z.number() }),
  z.object({ kind: z.literal("same_reason"), count, of: count }),
  z.object({ kind: z.literal("outlier"), agreement: z.number(), n: count, z: z.number() }),
  z.object({ kind: z.literal("unanswered"), count, of: count }),
]);

const person = z.object({
  participant: z.int().min(1).describe("Participant number, as in rows requested with the same key"),
  cohort: z.string().nullable(),
  language: z.string(),
  state: z.enum(["started", "submitted"]),
  isCounted: z.boolean().describe("Whether this person’s answers are in the figures of the view"),
  exclusions: z.array(z.enum(exclusionReasons)),
  ...counted,
  accuracy: share,
  low: share.describe("Wilson interval over the person’s cases"),
  high: share,
  isTold: z.boolean().describe("Whether there are enough cases for the share to be more than luck"),
  reason: z.literal("no_items").nullable(),
  tracks: byTrack,
  activeMs: figure.describe("Null if the time of any answer is unknown"),
  changes: count,
  confidence: z
    .object({ n: count, mean: z.number(), overconfidence: z.number(), brier: z.number() })
    .nullable()
    .describe("Over answers with a confidence; null if there are none"),
  checks: z.object({ passed: count, failed: count }),
  peers: z
    .object({
      n: count.describe("Cases that others answered, too"),
      agreement: share.describe("Mean share of the others who chose the same"),
      kappa: figure,
      withMajority: share,
      majorityN: count,
      z: figure.describe("Distance from the median in median absolute deviations"),
      isOutlier: z.boolean(),
    })
    .nullable()
    .describe("Compared with all the others; null for people who aren’t counted"),
  flags: z.array(flags).describe("What somebody should look at; a flag excludes nobody"),
});

export const peopleDocument = z.object({
  ...head,
  numbers: z.enum(["random", "study"]),
  key: z.string().nullable().describe("Send it with another list to get the same numbers"),
  totals: z.object({
    people: count,
    cases: count,
    ...counted,
    pooled: share.describe("Share over all answers together"),
    mean: share.describe("Mean of people’s shares: every person counts the same"),
    isClaimable: z.boolean(),
    reason: z.literal("no_items").nullable(),
    tracks: z.array(z.object({ track: z.string(), ...counted, cases: count })),
    changes: count,
  }),
  people: z.array(person),
});

type Numbers = { numbers: "random" | "study"; key: string | null; numbered: readonly NumberedPerson[] };

/** As the page about people shows it: everybody of the view, by number, and no more of anybody than the rows say. */
export function renderPeopleFigures(
  rows: StudyRows,
  view: View,
  { numbers, key, numbered }: Numbers,
): z.output<typeof peopleDocument> {
  const { people, totals } = getPeople(rows, view);
  const figures = new Map(people.map((one) => [one.index, one]));
  const { pooled, mean, changes } = totals;
  const name = (track: number) => rows.tracks[track]?.name ?? "";
  const write = writerOf(rows, view);
  return {
    ...renderHead(rows, view),
    numbers,
    key,
    totals: {
      people: totals.people,
      cases: totals.cases,
      right: totals.right,
      n: totals.n,
      pooled,
      mean,
      isClaimable: hasEnoughData({ answers: totals.n, people: totals.people, cases: totals.cases }),
      reason: totals.n === 0 ? "no_items" : null,
      tracks: totals.tracks.map((one, track) => ({ track: name(track), ...one })),
      changes,
    },
    people: numbered.flatMap((one) => {
      const found = figures.get(one.index);
      return found ? [write(one, found)] : [];
    }),
  };
}

function writerOf(rows: StudyRows, view: View) {
  const flagsOf = getFlags(rows, view);
  const peers = new Map(computePeers(rows, view).people.map(({ index, ...peer }) => [index, peer]));
  return (
    { number, index, person: { cohort, language, state, exclusions, checks } }: NumberedPerson,
    { index: _index, tracks, ...figures }: PersonFigures,
  ): z.output<typeof person> => ({
    participant: number,
    cohort,
    language,
    state,
    checks,
    exclusions: exclusions.map(({ reason }) => reason),
    ...figures,
    isTold: hasEnoughAnswers(figures),
    reason: figures.n === 0 ? "no_items" : null,
    tracks: tracks.map((one, track) => ({ track: rows.tracks[track]?.name ?? "", ...one })),
    peers: peers.get(index) ?? null,
    flags: [...(flagsOf.get(index) ?? [])],
  });
}
