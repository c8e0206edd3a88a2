import { defineMeasure } from "#lib/results/policy.ts";
import { countOf, figureOf, type Subject } from "#lib/results/table.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";

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
