import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import type { Judged } from "#lib/reports/judged/points.ts";
import type { Point } from "#lib/reports/schema.ts";
import { joinList, t } from "#lib/reports/words.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { makeJudgedReport } from "#lib/reports/kinds/judged/report.ts";
import { writeEnds } from "#lib/study-results/kinds/judged/table.ts";
import type { RatedPart } from "#lib/study-results/kinds/rating/schema.ts";
import { describeRatings } from "#lib/study-results/kinds/rating/ratings.ts";
import { listParts, makeRatingTables, nameJudge, overlapTokens } from "#lib/reports/kinds/rating/tables.ts";

const listJudges = (facts: Facts) => listParts(facts).flatMap(({ judges }) => judges);

/** How ratings were turned into figures, as a paper says it. */
function writeRatingMethods(facts: Facts) {
  const parts = listParts(facts);
  const by = facts.results.ratings?.by ?? [];
  const judges = listJudges(facts);
  const points = Math.max(0, ...parts.map((part) => part.points));
  return {
    made: [
      t("ratings.methods.figures", {
        points,
        by: by.length > 0 ? joinList(by) : t("ratings.methods.noBy"),
      }),
      t("ratings.methods.intervals"),
    ],
    interim: t("ratings.methods.interim"),
    others: [
      t("ratings.methods.agreement"),
      ...(judges.length > 0 ? [t("ratings.methods.judges")] : []),
      ...(parts.some(({ comparisons }) => (comparisons?.length ?? 0) > 0)
        ? [t("ratings.methods.comparisons")]
        : []),
      ...(judges.some(({ runId }) => runId === null)
        ? [t("ratings.methods.overlap", { tokens: overlapTokens })]
        : []),
    ],
  };
}

function describeAlternative(facts: Facts): string[] {
  const isTested = listJudges(facts).some(({ alternativeAnnotator: test }) => test?.passes != null);
  const settings = { epsilon: readEpsilon(facts.rows).epsilon, least: minItems, rate: falseDiscovery };
  return isTested ? [t("ratings.methods.alternative", settings)] : [];
}

type Told = { track: string; points: number; isClaimable: boolean; mean: number | null };

/** Of a track its mean with the interval, or that there is none. */
const tellMean = ({
  track,
  points,
  isClaimable: isTold,
  mean,
  ...ends
}: Told & Parameters<typeof writeEnds>[0]) =>
  isTold && mean !== null
    ? t("ratings.points.mean", { track, points, mean: inDigits(mean, 2), range: writeEnds(ends) })
    : t("ratings.points.meanNone", { track });

const isTold = ({ n }: RatedPart): boolean =>
  isClaimable({ answers: n.ratings, people: n.raters, cases: n.cases });
const sumOf = (parts: readonly RatedPart[], key: keyof RatedPart["n"]) =>
  parts.reduce((sum, { n }) => sum + n[key], 0);

function readJudged(facts: Facts): Judged {
  const parts = listParts(facts);
  return {
    what: "ratings",
    answers: sumOf(parts, "ratings"),
    cases: sumOf(parts, "cases"),
    raters: Math.min(...parts.map(({ n }) => n.raters)),
    judges: parts.flatMap(({ judges, track, n }) =>
      judges.map((judge) => ({ name: nameJudge(judge), n: judge.byCase.n, cases: n.cases, part: track })),
    ),
    parts: parts.map(({ track, origins }) => ({
      name: track,
      of: origins.length,
      told: origins.filter((origin) => origin.isClaimable).length,
    })),
    figures: parts.map((part) => ({
      told: tellMean({ ...part, ...part.people, isClaimable: isTold(part) }),
      hasInterval: isTold(part) && part.people.low !== null,
    })),
    tests: parts.flatMap(({ comparisons }) => (comparisons ?? []).map(({ holm }) => holm)),
  };
}

function checkAlternative(facts: Facts): Point {
  const key = "alternative";
  const tried = listParts(facts).flatMap(({ judges }) =>
    judges.filter((judge) => judge.alternativeAnnotator),
  );
  if (tried.length === 0)
    return { key, state: "not_applicable", value: t("points.alternative.noModels"), gaps: [], notes: [] };
  const tested = tried.filter((judge) => judge.alternativeAnnotator?.passes !== null);
  const most = Math.max(...tried.map((judge) => judge.alternativeAnnotator?.annotators ?? 0));
  const settings = { least: minItems, wanted: leastAnnotators };
  const gap = {
    what: t("points.alternative.notEligible.what", {
      ...settings,
      people: facts.analysed.length,
      eligible: most,
    }),
    mend: t("points.alternative.notEligible.mend", settings),
  };
  return {
    key,
    state: tested.length === 0 ? "missing" : tested.length < tried.length ? "partly" : "met",
    value:
      tested.length === 0
        ? t("points.alternative.none")
        : t("ratings.points.alternative", {
            passed: tested.filter((judge) => judge.alternativeAnnotator?.passes).length,
            tested: tested.length,
            epsilon: readEpsilon(facts.rows).epsilon,
            rate: falseDiscovery,
          }),
    gaps: tested.length < tried.length ? [gap] : [],
    notes: [],
  };
}

/** Bars for each part, and for each what its first judge gave against people. */
function listOwnFigures(facts: Facts) {
  return listParts(facts).flatMap(({ track, scale, judges }, at) => {
    const asked = new URLSearchParams({ of: track, scale });
    return [
      { name: "origins", file: `origins-${at + 1}`, asked, note: t("ratings.figures.origins") },
      ...(judges.length > 0
        ? [{ name: "judged", file: `judged-${at + 1}`, asked, note: t("ratings.figures.judged") }]
        : []),
    ];
  });
}

const tellMeans = ({ rows, view }: Facts, change: Partial<Facts["view"]>): string =>
  describeRatings(rows, { ...view, ...change })
    .flatMap(({ track, n, people, cases, mean, low, high, counts }) => {
      if (track === null) return [];
      const isEnough = isClaimable({ answers: n, people, cases });
      return tellMean({ track, points: counts.length, isClaimable: isEnough, mean, low, high });
    })
    .join("; ");

export const ratingReport = makeJudgedReport({
  tables: makeRatingTables,
  figures: listOwnFigures,
  read: readJudged,
  methods: writeRatingMethods,
  alternative: describeAlternative,
  checks: { alternative: checkAlternative },
  tellMeans,
});
