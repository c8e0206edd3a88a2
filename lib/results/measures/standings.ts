import { defineMeasure } from "#lib/results/policy.ts";
import { countOf, figureOf, type MeasuredCell, type ResultRow, type Subject } from "#lib/results/table.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";

// In the order of files.
const columns = {
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
export type StandingColumn = keyof typeof columns;
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
    columns,
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
