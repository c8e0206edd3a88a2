import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import {
  checkUncertainty,
  type JudgedStudy,
  makeJudgedReport,
  printTable,
} from "#lib/reports/kinds/judged/report.ts";
import { formatAlternative } from "#lib/reports/methods/analyses.ts";
import { makeAnnotatorsTable } from "#lib/reports/tables/agreement-tables.ts";
import { formatRunName, namePeople, t } from "#lib/reports/words.ts";
import { formatEnds } from "#lib/study-results/kinds/judged/table.ts";
import { getPairs, type PairResults } from "#lib/study-results/kinds/pair/results.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { formatReason } from "#lib/study-results/kinds/pair/figures.ts";
import {
  againstColumns,
  agreementColumns,
  agreementRow,
  strengthColumns,
  strengthRows,
} from "#lib/study-results/kinds/pair/tables.ts";

type By = { id: string; name: string; preferences: PairResults["judges"][number]["preferences"] };

const why = (reason: string | null): string => formatReason(reason, "en");

/** Whether anything but counts is told of what people did. */
const isTold = ({ people: { comparisons, people, cases } }: PairResults): boolean =>
  hasEnoughData({ answers: comparisons, people, cases });

const say = (key: string): string => t(`pairs.tables.${key as "by"}`);

/** Strengths by people and by each judge, with what was won and lost. */
function makeStrengthTable(facts: Facts, { people, judges }: PairResults): PrintedTable {
  const all: By[] = [
    { id: "people", name: namePeople(facts.view.who), preferences: people },
    ...judges.map((judge) => ({ ...judge, id: String(judge.runId), name: formatRunName(judge) })),
  ];
  return printTable(facts, {
    name: "strengths",
    caption: t("pairs.tables.strengths"),
    standing: "people",
    notes: [t("pairs.tables.made"), ...all.flatMap(listReasons)],
    columns: strengthColumns,
    groups: all.map(({ id, name, preferences }) => strengthRows(preferences, name, `${id} `)),
    say,
  });
}

/** Why strengths aren't there, or their intervals, said once for each reason. */
function listReasons({ name, preferences: { reason, origins } }: By): string[] {
  if (reason !== null) return [t("pairs.tables.undefined", { name, reason: why(reason) })];
  const found = Map.groupBy(
    origins.filter(({ strength }) => strength.reason !== null),
    ({ strength }) => strength.reason,
  );
  return [...found].map(([key, own]) =>
    t("pairs.tables.noInterval", {
      name,
      origins: own.map((one) => one.name).join(", "),
      reason: why(key),
    }),
  );
}

/** What each origin got against each other one, by people. */
function makeAgainstTable(facts: Facts, { people, against }: PairResults): PrintedTable {
  const names = people.origins.map(({ name }) => name);
  const met = names.flatMap((first, at) =>
    names.slice(at + 1).flatMap((second, i) => {
      const record = against[at]?.[at + 1 + i];
      if (!record || record.wins + record.ties + record.losses === 0) return [];
      return { id: `${first} ${second}`, cells: { first, second, ...record } };
    }),
  );
  return printTable(facts, {
    name: "pairs-against",
    caption: t("pairs.tables.against"),
    notes: [],
    isDetail: true,
    columns: againstColumns,
    groups: [met],
    say,
  });
}

/** How often the same was said, and whether the side that was shown first had a part in it. */
function makeAgreementOfPairs(facts: Facts, pairs: PairResults): PrintedTable {
  const told = isTold(pairs);
  const listed = [
    {
      id: "first",
      judge: t("pairs.tables.shownFirst"),
      what: "shown_first_won",
      share: pairs.first,
      isTold: told && pairs.isTurned,
    },
    { id: "people", judge: t("pairs.tables.amongPeople"), share: pairs.agreement, isTold: told },
    ...pairs.judges.map((judge) => ({
      id: String(judge.runId),
      judge: t("pairs.tables.withJudge", { name: formatRunName(judge) }),
      share: judge.agreement,
      isTold: told,
    })),
  ];
  return printTable(facts, {
    name: "pairs-agreement",
    caption: t("pairs.tables.agreement"),
    notes: [
      t("pairs.tables.agreementMade"),
      ...(pairs.isTurned ? [] : [t("pairs.methods.fixed")]),
      ...listed
        .filter((one) => one.isTold && one.share.reason !== null)
        .map(({ judge: name, share }) => t("pairs.tables.undefined", { name, reason: why(share.reason) })),
    ],
    columns: agreementColumns,
    groups: [listed.map(({ share, ...one }) => agreementRow(share, one))],
    say,
  });
}

/** Nothing where nobody has compared anything. */
const pairsOf = ({ results }: Pick<Facts, "results">): PairResults | null =>
  results.pairs && results.pairs.people.comparisons > 0 ? results.pairs : null;

function formatStrengths({ people: { reason, origins } }: PairResults): string {
  if (reason !== null) return t("pairs.points.none", { reason: why(reason) });
  return origins
    .map(({ name, strength: { value, ...ends } }) =>
      value === null
        ? name
        : t("pairs.points.strength", { name, value: inDigits(value, 2), range: formatEnds(ends) }),
    )
    .join(", ");
}

function readJudged(facts: Facts): JudgedStudy {
  const pairs = pairsOf(facts);
  const { comparisons = 0, cases = 0, origins = [] } = pairs?.people ?? {};
  return {
    what: "comparisons",
    answers: comparisons,
    cases,
    judges: (pairs?.judges ?? []).map((judge) => ({
      name: formatRunName(judge),
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
            told: formatStrengths(pairs),
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
  alternative: formatAlternative,
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
  formatMeans: ({ rows, view }, change) => formatStrengths(getPairs(rows, { ...view, ...change })),
});
