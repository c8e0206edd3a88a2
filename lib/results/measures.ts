import {
  defineMeasure,
  countOf,
  figureOf,
  type MeasuredCell,
  type ResultRow,
  type Subject,
  type MeasuredRow,
} from "#lib/results/table.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints, computeOverview } from "#lib/study-results/overview/overview.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import type { ModelPoints, Points } from "#lib/study-results/overview/types.ts";
import { getPeople } from "#lib/study-results/people/people.ts";
import {
  compareWithModel,
  compareVariants,
  type VariantComparison,
} from "#lib/study-results/overview/variants.ts";
import type { View } from "#lib/study-results/schema.ts";

// In the order of files.
const standingColumns = {
  n: { kind: "count" },
  people: { kind: "count", csv: [] },
  cases: { kind: "count" },
  failed: { kind: "count" },
  missing: { kind: "count" },
  right: { kind: "count" },
  top1: { kind: "share", csv: ["share", "low", "high", "interval"] },
  place: { kind: "number", csv: [] },
  top2: { kind: "share" },
  meanRank: { kind: "number", digits: 2, csv: ["mean_rank"] },
  ece: { kind: "share" },
  brier: { kind: "number" },
  brierPerCase: { kind: "number", csv: ["brier_per_case"] },
  withMissing: { kind: "share", csv: ["share_missing_wrong"] },
  missingRight: { kind: "share", csv: ["share_missing_right"] },
  ties: { kind: "count" },
} as const;
type StandingColumn = keyof typeof standingColumns;
type StandingSubject = Exclude<Subject, { name: string } | { number: number }>;
export type StandingRow = ResultRow<StandingColumn, StandingSubject>;

/** People, their vote, guessing and every model over the same cases. */
export const getStandings = defineMeasure<StandingColumn, StandingSubject>("standings", (rows, view) => {
  const { people, consensus, chance, models } = getPoints(rows, view);
  const intervals = getIntervals(rows, view);
  const { missing, wrong, right } = people.withMissing;
  const cases = countOf(people.n.cases);
  const restsOn = people.n;

  const ofModel = (run: ModelPoints): Partial<Record<StandingColumn, MeasuredCell>> => {
    const { runId, scores, withMissing } = run;
    const of = { restsOn: { cases: run.answered } };
    const score = (value: number | null) => figureOf(value, { ...of, reason: scores.reason });
    const places = getPlaces(rows, view).get(runId);
    return {
      n: countOf(run.answered, consensus.cases),
      cases,
      failed: countOf(run.failed),
      missing: countOf(run.missing),
      right: countOf(run.right),
      top1: figureOf(run.top1, { ...of, interval: intervals.models.get(runId), reason: run.reason }),
      withMissing: figureOf(withMissing.wrong, { ...of, n: withMissing.missing }),
      missingRight: figureOf(withMissing.right, of),
      ...(places && {
        place: figureOf(places.best, { ...of, interval: { low: places.best, high: places.worst } }),
      }),
      top2: score(scores.top2),
      meanRank: score(scores.meanRank),
      ece: score(scores.ece),
      brier: score(scores.brierPerOption),
      brierPerCase: score(scores.brierPerCase),
    };
  };

  return {
    columns: standingColumns,
    rows: [
      {
        subject: { kind: "people" },
        group: "people",
        cells: {
          n: countOf(people.n.answers),
          people: countOf(people.n.people),
          cases,
          right: countOf(people.right),
          missing: countOf(missing),
          top1: figureOf(people.accuracy, { restsOn, interval: intervals.people, reason: people.reason }),
          withMissing: figureOf(wrong, { restsOn, n: missing }),
          missingRight: figureOf(right, { restsOn }),
        },
      },
      {
        subject: { kind: "consensus" },
        group: "people",
        cells: {
          n: countOf(consensus.cases),
          cases,
          right: countOf(consensus.credit),
          ties: countOf(consensus.ties),
          top1: figureOf(consensus.accuracy, {
            restsOn,
            interval: intervals.consensus,
            reason: consensus.reason,
            isOfOneLook: true,
          }),
        },
      },
      { subject: { kind: "chance" }, group: "people", cells: { cases, top1: figureOf(chance) } },
      ...models.map((run) => ({
        subject: { kind: "run" as const, run },
        group: run.isRanked ? "ranked" : "unranked",
        cells: ofModel(run),
      })),
    ],
  };
});

type Column = "n" | "top1";

/** What everybody who counts had right. */
export const getPersons = defineMeasure<Column, Extract<Subject, { number: number }>>(
  "persons",
  (rows, view) => {
    const { answers, people } = getPoints(rows, view).people.n;
    return {
      columns: { n: { kind: "count" }, top1: { kind: "share" } },
      rows: getPeople(rows, view).people.flatMap(({ index, isCounted, accuracy, n }) => {
        const number = rows.people[index]?.number;
        if (!isCounted || number === undefined) return [];
        const top1 = figureOf(accuracy, { restsOn: { answers, people, cases: n } });
        return {
          subject: { kind: "person" as const, number },
          group: "people",
          cells: { n: countOf(n), top1 },
        };
      }),
    };
  },
);

const partColumns = {
  people: { kind: "count" },
  answers: { kind: "count" },
  cases: { kind: "count" },
  right: { kind: "count" },
  share: { kind: "share", csv: ["share", "low", "high", "interval"] },
  consensus: { kind: "share" },
  modelN: { kind: "count", csv: [] },
  modelRight: { kind: "count", csv: [] },
  modelShare: { kind: "share", csv: ["model_share", "model_low", "model_high"] },
  chance: { kind: "share" },
} as const;
type PartColumn = keyof typeof partColumns;
type Part = Extract<Subject, { name: string }>;
export type PartRow = ResultRow<PartColumn, Part>;

/** The headline by track and kind of case, and with and without whatever a reader may doubt, each with the model beside it. */
export const getParts = defineMeasure<PartColumn, Part>("parts", (rows, view) => {
  const overview = computeOverview(rows, view);
  const measure = (
    kind: Part["kind"],
    name: string,
    own: View,
    { people, consensus, chance }: Points,
    compared: VariantComparison,
  ): MeasuredRow<PartColumn, Part> => {
    const { beside } = compared;
    const restsOn = people.n;
    return {
      subject: { kind, name, view: own, beside },
      group: kind,
      cells: {
        people: countOf(people.n.people),
        answers: countOf(people.n.answers),
        cases: countOf(people.n.cases),
        right: countOf(people.right),
        share: figureOf(people.accuracy, { restsOn, interval: compared.people }),
        ...(beside && {
          modelN: countOf(beside.model.answered),
          modelRight: countOf(beside.model.right),
          modelShare: figureOf(beside.model.top1, {
            restsOn: { cases: beside.model.answered },
            interval: beside.interval,
          }),
        }),
        // Of a variant the headline alone.
        ...(kind !== "variant" && {
          consensus: figureOf(consensus.accuracy, { restsOn }),
          chance: figureOf(chance),
        }),
      },
    };
  };
  const part = (kind: Part["kind"], name: string, own: View, points: Points) =>
    measure(kind, name, own, points, compareWithModel(rows, own, points));
  return {
    columns: partColumns,
    rows: [
      part("all", "", view, overview),
      ...overview.tracks.map(({ name, points }) => part("track", name, { ...view, track: name }, points)),
      ...overview.strata.map(({ name, points }) => part("stratum", name, { ...view, stratum: name }, points)),
      ...compareVariants(rows, view)
        .filter(({ differs }) => differs)
        .map((variant) => measure("variant", variant.key, variant.view, variant.points, variant)),
    ],
  };
});

export type TestedRun = Extract<Subject, { kind: "run" }>;
export type GapColumn =
  | "n"
  | "people"
  | "cases"
  | "difference"
  | "p"
  | "holm"
  | "margin"
  | "noWorse"
  | "equivalence";
export type VoteColumn =
  | "n"
  | "ties"
  | "onlyPeople"
  | "onlyModel"
  | "pairs"
  | "difference"
  | "p"
  | "midP"
  | "holm";

const rowOf = <Cells>(run: ModelPoints, cells: Cells) => ({
  subject: { kind: "run" as const, run },
  group: "tested",
  cells,
});
const restsOn = ({ gap: { answers, people, cases } }: ModelPoints) => ({
  restsOn: { answers, people, cases },
});

/** People less each model that is held against them: the difference, and the test of this very difference. */
export const getGaps = defineMeasure<GapColumn, TestedRun>("gaps", (rows, view) => ({
  columns: {
    n: { kind: "count", csv: ["answers"] },
    people: { kind: "count" },
    cases: { kind: "count" },
    difference: { kind: "difference", csv: ["difference", "low", "high"] },
    p: { kind: "probability" },
    holm: { kind: "probability", csv: ["p_holm"] },
    margin: { kind: "share" },
    noWorse: { kind: "probability", csv: ["p_no_worse"] },
    equivalence: { kind: "probability", csv: ["p_equivalent"] },
  },
  rows: getPoints(rows, view)
    .models.filter(({ isTested }) => isTested)
    .map((run) => {
      const of = restsOn(run);
      const { value, interval, p, holm, equivalence } = getIntervals(rows, view).gaps.get(run.runId) ?? {};
      return rowOf(run, {
        n: countOf(run.gap.answers),
        people: countOf(run.gap.people),
        cases: countOf(run.gap.cases),
        difference: figureOf(value, { ...of, interval }),
        p: figureOf(p, of),
        holm: figureOf(holm, of),
        margin: figureOf(equivalence?.margin, of),
        noWorse: figureOf(equivalence?.pNoWorse, of),
        equivalence: figureOf(equivalence?.pEquivalent, of),
      });
    }),
}));

/** The vote of people less each model, over cases without a tie, with McNemar's test of the pairs in which they differ. */
export const getVotes = defineMeasure<VoteColumn, TestedRun>("votes", (rows, view) => ({
  columns: {
    n: { kind: "count", csv: ["cases"] },
    ties: { kind: "count" },
    onlyPeople: { kind: "count", csv: ["only_consensus_right"] },
    onlyModel: { kind: "count", csv: ["only_model_right"] },
    pairs: { kind: "pair", csv: [] },
    difference: { kind: "difference", csv: ["difference", "low", "high"] },
    p: { kind: "probability", csv: ["mcnemar_p"] },
    midP: { kind: "probability", csv: ["mcnemar_mid_p"] },
    holm: { kind: "probability", csv: ["mcnemar_p_holm"] },
  },
  rows: getPoints(rows, view)
    .models.filter(({ isTested }) => isTested)
    .map((run) => {
      const of = { ...restsOn(run), isOfOneLook: true };
      const { cases, ties, onlyPeople, onlyModel } = run.vote;
      const { value, interval, p, midP, holm } = getIntervals(rows, view).votes.get(run.runId) ?? {};
      return rowOf(run, {
        n: countOf(cases),
        ties: countOf(ties),
        onlyPeople: countOf(onlyPeople),
        onlyModel: countOf(onlyModel),
        pairs: figureOf(onlyPeople, { ...restsOn(run), n: onlyModel }),
        difference: figureOf(value, { ...of, interval }),
        p: figureOf(p, of),
        midP: figureOf(midP, of),
        holm: figureOf(holm, of),
      });
    }),
}));
