import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { checkUncertainty, type Judged } from "#lib/reports/judged/points.ts";
import { describeAlternative } from "#lib/reports/methods/analyses.ts";
import { makeAnnotatorsTable } from "#lib/reports/tables/agreement-tables.ts";
import { nameRun, t } from "#lib/reports/words.ts";
import { makeJudgedReport } from "#lib/reports/kinds/judged/report.ts";
import { writeEnds } from "#lib/study-results/kinds/judged/table.ts";
import { writePairs, type PairResults } from "#lib/study-results/kinds/pair/document.ts";
import {
  isTold,
  makeAgainstTable,
  makeAgreementOfPairs,
  makeStrengthTable,
  why,
} from "#lib/reports/kinds/pair/tables.ts";

/** Nothing where nobody has compared anything. */
const pairsOf = ({ results }: Pick<Facts, "results">): PairResults | null =>
  results.pairs && results.pairs.people.comparisons > 0 ? results.pairs : null;

function tellStrengths({ people: { reason, origins } }: PairResults): string {
  if (reason !== null) return t("pairs.points.none", { reason: why(reason) });
  return origins
    .map(({ name, strength: { value, ...ends } }) =>
      value === null
        ? name
        : t("pairs.points.strength", { name, value: inDigits(value, 2), range: writeEnds(ends) }),
    )
    .join(", ");
}

function readJudged(facts: Facts): Judged {
  const pairs = pairsOf(facts);
  const { comparisons = 0, cases = 0, origins = [] } = pairs?.people ?? {};
  return {
    what: "comparisons",
    answers: comparisons,
    cases,
    judges: (pairs?.judges ?? []).map((judge) => ({
      name: nameRun(judge),
      n: judge.preferences.cases,
      cases,
      part: t("pairs.points.part"),
    })),
    raters: pairs?.people.people ?? 0,
    parts: pairs
      ? [
          {
            name: t("pairs.points.part"),
            of: origins.length,
            told: origins.filter(({ strength }) => strength.value !== null).length,
          },
        ]
      : [],
    figures: pairs
      ? [
          {
            told: tellStrengths(pairs),
            hasInterval: origins.length > 0 && origins.every(({ strength }) => strength.low !== null),
          },
        ]
      : [],
    tests: [],
  };
}

function writeMethods(facts: Facts) {
  const pairs = pairsOf(facts);
  return {
    made: [t("pairs.methods.figures"), t("pairs.methods.strengths")],
    then: [t(pairs?.isTurned === false ? "pairs.methods.fixed" : "pairs.methods.turned")],
    interim: t("pairs.methods.interim"),
    others: [t("pairs.methods.agreement")],
  };
}

export const pairReport = makeJudgedReport({
  tables: (facts) => {
    const pairs = pairsOf(facts);
    return [
      ...(pairs
        ? [
            makeStrengthTable(facts, pairs),
            makeAgreementOfPairs(facts, pairs),
            makeAgainstTable(facts, pairs),
          ]
        : []),
      makeAnnotatorsTable(facts),
    ];
  },
  figures: (facts) =>
    pairsOf(facts)
      ? [
          {
            name: "strengths",
            file: "strengths",
            asked: new URLSearchParams(),
            note: t("pairs.figures.strengths"),
          },
        ]
      : [],
  read: readJudged,
  methods: writeMethods,
  alternative: describeAlternative,
  checks: {
    // A strength says itself how far its origin is from the average one; pairs of origins have no test of their own.
    pairedTests: () => ({
      key: "pairedTests" as const,
      state: "missing" as const,
      notes: [],
      value: t("pairs.points.tests"),
      gaps: [{ what: t("pairs.points.noTestsWhat"), mend: t("pairs.points.noTestsMend") }],
    }),
    // The balance of sides is part of how far the figure can be trusted.
    uncertainty: (facts) => {
      const pairs = pairsOf(facts);
      const point = checkUncertainty(readJudged(facts));
      if (!pairs) return point;
      const { mean, low, high, n } = pairs.first;
      const told =
        !pairs.isTurned || !isTold(pairs) || mean === null
          ? t("pairs.points.sidesUnknown", { turned: pairs.isTurned ? "yes" : "no" })
          : t("pairs.points.sides", {
              n,
              share: inDigits(100 * mean, 1),
              range:
                low === null || high === null ? "–" : `${inDigits(100 * low, 1)}–${inDigits(100 * high, 1)}`,
            });
      return { ...point, notes: [...point.notes, told] };
    },
  },
  tellMeans: ({ rows, view }, change) => tellStrengths(writePairs(rows, { ...view, ...change })),
});
