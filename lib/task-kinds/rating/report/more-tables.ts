import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import { makeComparisonTable } from "#lib/reports/judged/comparison-table.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t } from "#lib/reports/words.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import {
  listParts,
  nameJudge,
  why,
  wordOrigin,
  writeBounded,
  writeBounds,
  type Part,
  type ReportedJudge,
} from "#lib/task-kinds/rating/report/parts.ts";

const numeric = (label: string) => ({ label, numeric: true });
const plain = (label: string) => ({ label, numeric: false });
const digits = (value: number | null) => (value === null ? "–" : inDigits(value, 2));

export const makeJudgeTables = (facts: Facts): PrintedTable[] =>
  listParts(facts).flatMap((part, at) => (part.judges.length > 0 ? makeJudges(facts, part, at + 1) : []));

function makeJudges(facts: Facts, part: Part, number: number): PrintedTable {
  const { track, scale } = part;
  const settings = { epsilon: readEpsilon(facts.rows).epsilon, rate: falseDiscovery };
  const made = { ...settings, annotators: leastAnnotators, items: minItems };
  return {
    name: `judges-${number}`,
    caption: writeCaption(facts, t("ratings.tables.judges", { track, scale }), "alternative", "rest"),
    notes: [t("ratings.tables.judgesMade", made)],
    columns: [
      plain(t("ratings.tables.judge")),
      ...(["n", "spearman", "kendall", "kappa", "overOrigins", "omega", "rho"] as const).map((key) =>
        numeric(t(`ratings.tables.${key}`)),
      ),
      plain(t("ratings.tables.passes")),
    ],
    groups: [
      [
        {
          id: "people",
          cells: [
            t("ratings.tables.amongPeople"),
            String(part.raters.kappa.cases),
            "–",
            "–",
            writeBounded(part.raters.kappa),
            "–",
            "–",
            "–",
            "–",
          ],
        },
      ],
      part.judges.map((judge, at) => ({ id: String(at), cells: writeJudge(judge) })),
    ],
    csv: writeJudgeNumbers(facts, part),
  };
}

const saw = ({ runId, context }: ReportedJudge) =>
  runId === null ? "" : (context ?? t("ratings.tables.notStated"));

type Bounded = ReportedJudge["byCase"]["spearman"];
const boundedColumns = (name: string) => [name, `${name}_low`, `${name}_high`, `${name}_reason`];
const ofBounded = (one: Bounded | null) =>
  one ? [one.value, one.low, one.high, one.reason] : [null, null, null, null];

const writeJudgeNumbers = ({ view }: Facts, { track, scale, judges }: Part): PrintedTable["csv"] => [
  [
    "answers_of",
    "track",
    "scale",
    "model",
    "method",
    "version",
    "kind",
    "had_before_it",
    "cases",
    ...boundedColumns("spearman"),
    ...boundedColumns("kendall"),
    ...boundedColumns("kappa"),
    "origins",
    "spearman_origins",
    "kendall_origins",
    "omega",
    "rho",
    "passes",
  ],
  ...judges.map((judge) => {
    const { byCase, kappa, overOrigins, alternativeAnnotator: test } = judge;
    return [
      view.who,
      track,
      scale,
      judge.model,
      judge.method,
      judge.version,
      judge.kind,
      saw(judge),
      byCase.n,
      ...ofBounded(byCase.spearman),
      ...ofBounded(byCase.kendall),
      ...ofBounded(kappa),
      overOrigins.n,
      overOrigins.rho,
      overOrigins.tau,
      test?.omega ?? null,
      test?.rho ?? null,
      test?.passes == null ? null : Number(test.passes),
    ];
  }),
];

function writeJudge(judge: ReportedJudge): string[] {
  const { byCase, kappa, overOrigins, alternativeAnnotator: test } = judge;
  return [
    nameJudge(judge),
    String(byCase.n),
    writeBounded(byCase.spearman),
    writeBounded(byCase.kendall),
    kappa ? writeBounded(kappa) : "–",
    digits(overOrigins.rho),
    digits(test?.omega ?? null),
    digits(test?.rho ?? null),
    test?.passes == null ? "–" : t(`ratings.tables.${test.passes ? "yes" : "no"}`),
  ];
}

export const makeComparisonTables = (facts: Facts): PrintedTable[] =>
  listParts(facts).flatMap((part, at) =>
    part.comparisons && part.comparisons.length > 0 ? makeComparisons(facts, part, at + 1) : [],
  );

function makeComparisons(facts: Facts, part: Part, number: number): PrintedTable {
  const { track, scale, origins, comparisons } = part;
  const name = (at: number) => wordOrigin(origins[at]?.values ?? []);
  return makeComparisonTable(facts, {
    name: `comparisons-${number}`,
    caption: t("ratings.tables.comparisons", { track, scale }),
    csv: { columns: ["track", "scale"], cells: [track, scale] },
    pairs: (comparisons ?? []).map((pair) => ({
      ...pair,
      first: name(pair.first),
      second: name(pair.second),
    })),
    write: digits,
  });
}

export const makeRaterTables = (facts: Facts): PrintedTable[] =>
  listParts(facts).map((part, at) => makeRaters(facts, part, at + 1));

function makeRaters(facts: Facts, part: Part, number: number): PrintedTable {
  const { track, scale, raters } = part;
  const { icc, kappa } = raters;
  const ofIcc = (value: number | null, low: number | null, high: number | null) =>
    writeBounded({ value, low, high });
  const told = {
    icc:
      icc.icc21 === null
        ? t("ratings.tables.noIcc", { reason: why(icc.reason) })
        : t("ratings.tables.icc", {
            single: ofIcc(icc.icc21, icc.icc21Low, icc.icc21High),
            mean: ofIcc(icc.icc2k, icc.icc2kLow, icc.icc2kHigh),
            reason: icc.reason === null ? "none" : why(icc.reason),
          }),
    kappa:
      kappa.value === null
        ? t("ratings.tables.noKappa", { reason: why(kappa.reason) })
        : t("ratings.tables.kappaOfPeople", { kappa: writeBounded(kappa) }),
  };
  const effects = raters.severity ?? [];
  return {
    name: `raters-${number}`,
    caption: writeCaption(facts, t("ratings.tables.raters", { track, scale }), "rest"),
    notes: [
      t("ratings.tables.ratersMade", told),
      ...(raters.severityReason
        ? [t("ratings.tables.uncorrected", { reason: why(raters.severityReason) })]
        : []),
    ],
    isDetail: true,
    columns: [
      plain(t("ratings.tables.rater")),
      ...(["ratings", "effect", "interval"] as const).map((key) => numeric(t(`ratings.tables.${key}`))),
    ],
    groups: [
      effects.map(({ n, effect, low, high }, at) => ({
        id: String(at),
        cells: [String(at + 1), String(n), digits(effect), writeBounds({ low, high })],
      })),
    ],
    csv: [
      ["answers_of", "track", "scale", "rater", "ratings", "severity", "low", "high"],
      ...effects.map(({ n, effect, low, high }, at) => [
        facts.view.who,
        track,
        scale,
        at + 1,
        n,
        effect,
        low,
        high,
      ]),
    ],
  };
}
