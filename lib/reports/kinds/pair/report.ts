import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { checkJudged, nameJudges, type Judged } from "#lib/reports/judged/points.ts";
import { describeAlternative } from "#lib/reports/methods/analyses.ts";
import { makeAnnotatorsTable } from "#lib/reports/tables/agreement-tables.ts";
import { nameRun, t } from "#lib/reports/words.ts";
import { describeFigures } from "#lib/reports/kinds/judged/methods.ts";
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

const listJudges = (pairs: PairResults | null): Judged["judges"] =>
  (pairs?.judges ?? []).map((judge) => ({
    name: nameRun(judge),
    n: judge.preferences.cases,
    cases: pairs?.people.cases ?? 0,
    part: t("pairs.points.part"),
  }));

function readJudged(facts: Facts): Judged {
  const pairs = pairsOf(facts);
  const { comparisons = 0, cases = 0, origins = [] } = pairs?.people ?? {};
  return {
    what: "comparisons",
    answers: comparisons,
    cases,
    judges: listJudges(pairs),
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
    figures: describeFigures(facts, {
      made: [t("pairs.methods.figures"), t("pairs.methods.strengths")],
      raters: pairs?.people.people ?? 0,
      then: [t(pairs?.isTurned === false ? "pairs.methods.fixed" : "pairs.methods.turned")],
      interim: t("pairs.methods.interim"),
    }),
    others: [t("pairs.methods.agreement")],
  };
}

const checks = checkJudged(readJudged);

export const pairReport = {
  tables: (facts: Facts) => {
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
  figures: (facts: Facts) =>
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
  methods: writeMethods,
  inPlace: {
    methods: (facts: Facts) => ({
      alternative: describeAlternative(facts),
      models: nameJudges(listJudges(pairsOf(facts))),
    }),
    checks: {
      ...checks,
      // A strength says itself how far its origin is from the average one; pairs of origins have no test of their own.
      pairedTests: () => ({
        key: "pairedTests" as const,
        state: "missing" as const,
        notes: [],
        value: t("pairs.points.tests"),
        gaps: [{ what: t("pairs.points.noTestsWhat"), mend: t("pairs.points.noTestsMend") }],
      }),
      // The balance of sides is part of how far the figure can be trusted.
      uncertainty: (facts: Facts) => {
        const pairs = pairsOf(facts);
        const point = checks.uncertainty!(facts);
        if (!pairs) return point;
        const { mean, low, high, n } = pairs.first;
        const told =
          !pairs.isTurned || !isTold(pairs) || mean === null
            ? t("pairs.points.sidesUnknown", { turned: pairs.isTurned ? "yes" : "no" })
            : t("pairs.points.sides", {
                n,
                share: inDigits(100 * mean, 1),
                range:
                  low === null || high === null
                    ? "–"
                    : `${inDigits(100 * low, 1)}–${inDigits(100 * high, 1)}`,
              });
        return { ...point, notes: [...point.notes, told] };
      },
    },
    tellMeans: ({ rows, view }: Facts, change: Partial<Facts["view"]>) =>
      tellStrengths(writePairs(rows, { ...view, ...change })),
  },
};
