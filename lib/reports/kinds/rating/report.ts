import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import {
  type JudgedStudy,
  makeJudgedReport,
  makeComparisonTable,
  printTable,
} from "#lib/reports/kinds/judged/report.ts";
import { wordAlternative } from "#lib/reports/methods/analyses.ts";
import type { Point } from "#lib/reports/schema.ts";
import { joinList, namePeople, t, formatRunName } from "#lib/reports/words.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import {
  formatEnds,
  formatFigure,
  differenceRow,
  listDifferenceColumns,
} from "#lib/study-results/kinds/judged/table.ts";
import { type RatedPart, computeRatings } from "#lib/study-results/kinds/rating/results.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";
import { formatReason } from "#lib/study-results/kinds/rating/figures.ts";
import {
  amongPeople,
  hasEnoughRatings,
  isShare,
  judgeColumns,
  judgeRow,
  originColumns,
  originRow,
  raterColumns,
  raterRow,
  totalRow,
  type RatedJudge,
} from "#lib/study-results/kinds/rating/tables.ts";

const overlapTokens = "words in lower case without punctuation, Chinese and Japanese by characters";

const listParts = ({ results }: Pick<Facts, "results">): RatedPart[] =>
  (results.ratings?.parts ?? []).filter((part) => part !== null);

function nameJudge(judge: RatedJudge): string {
  const name =
    judge.kind === "bleu4" || judge.kind === "rougeL"
      ? t(`ratings.tables.measure.${judge.kind}`)
      : formatRunName(judge);
  return isShare(judge) ? `${name} × 100` : name;
}

const why = (reason: string | null): string => formatReason(reason, "en");
const say = (key: string): string => t(`ratings.tables.${key as "judge"}`);
const ofPart = ({ track, scale }: RatedPart) => ({ track, scale });

type Make = (facts: Facts, part: RatedPart, number: number) => PrintedTable | null;

/** The table of such a paper for this study: method × model, each track by itself. */
const makeOrigins: Make = (facts, part, number) => {
  const { who } = facts.view;
  const { track, scale, judges, origins, raters } = part;
  const words = { all: t("ratings.tables.all"), none: t("ratings.tables.none") };
  const by = facts.results.ratings?.by ?? [];
  const total = totalRow(part, [], { ...words, by });
  return printTable(facts, {
    name: `origins-${number}`,
    caption: t("ratings.tables.origins", { track, scale, who: namePeople(who) }),
    standing: "people",
    notes: [
      t("ratings.tables.made"),
      ...(origins.some((one) => !one.isClaimable)
        ? [t("judged.tables.few", { ...minForClaim, each: "side" })]
        : []),
      ...(part.ratedForOthers ? [t("ratings.tables.ratedOnce", { cases: part.ratedForOthers })] : []),
      ...(raters.severityReason
        ? [t("ratings.tables.uncorrected", { reason: why(raters.severityReason) })]
        : []),
      ...(judges.some(isShare) ? [t("ratings.tables.share")] : []),
    ],
    columns: originColumns(part, {
      by,
      whole: t("ratings.tables.origin"),
      judges: judges.map(nameJudge),
      hasCorrected: true,
    }),
    groups: [
      origins.map((origin, at) => originRow(origin, part, { ...words, id: String(at) })),
      [{ ...total, cells: { ...total.cells, corrected: "" } }],
    ],
    fileRows: origins.map((origin, at) => originRow(origin, part, { ...words, id: String(at) })),
    of: ofPart(part),
    say: (key) => (key === "people" ? namePeople(who) : say(key)),
  });
};

const makeJudges: Make = (facts, part, number) => {
  if (part.judges.length === 0) return null;
  const words = {
    notStated: t("ratings.tables.notStated"),
    replaces: (passes: boolean) => t(`ratings.tables.${passes ? "yes" : "no"}`),
  };
  const judges = part.judges.map((judge, at) => judgeRow(judge, at, { ...words, judge: nameJudge(judge) }));
  return printTable(facts, {
    name: `judges-${number}`,
    caption: t("ratings.tables.judges", ofPart(part)),
    standing: "alternative",
    notes: [
      t("ratings.tables.judgesMade", {
        epsilon: readEpsilon(facts.rows).epsilon,
        rate: falseDiscovery,
        annotators: leastAnnotators,
        items: minItems,
      }),
    ],
    columns: judgeColumns,
    groups: [[amongPeople(part.raters, t("ratings.tables.amongPeople"))], judges],
    fileRows: judges,
    of: ofPart(part),
    say,
  });
};

const makeComparisons: Make = (facts, part, number) => {
  const { comparisons, origins } = part;
  if (!comparisons || comparisons.length === 0) return null;
  const name = (at: number) => nameOrigin(origins[at]?.values ?? [], "en");
  return makeComparisonTable(facts, {
    name: `comparisons-${number}`,
    caption: t("ratings.tables.comparisons", ofPart(part)),
    of: ofPart(part),
    columns: listDifferenceColumns(),
    rows: comparisons.map((pair, at) =>
      differenceRow(pair, { id: String(at), first: name(pair.first), second: name(pair.second) }),
    ),
  });
};

const makeRaters: Make = (facts, part, number) => {
  const { icc, kappa, severity, severityReason } = part.raters;
  const ofIcc = (value: number | null, low: number | null, high: number | null) =>
    formatFigure({ value, low, high });
  const told = {
    icc:
      icc.icc21 === null
        ? t("ratings.tables.noIcc", { reason: why(icc.reason) })
        : t("ratings.tables.icc", {
            single: ofIcc(icc.icc21, icc.icc21Low, icc.icc21High),
            mean: ofIcc(icc.icc2k, icc.icc2kLow, icc.icc2kHigh),
            cases: icc.cases,
            reason: icc.reason === null ? "none" : why(icc.reason),
          }),
    kappa:
      kappa.value === null
        ? t("ratings.tables.noKappa", { reason: why(kappa.reason) })
        : t("ratings.tables.kappaOfPeople", { kappa: formatFigure(kappa) }),
  };
  return printTable(facts, {
    name: `raters-${number}`,
    caption: t("ratings.tables.raters", ofPart(part)),
    notes: [
      t("ratings.tables.ratersMade", told),
      ...(severityReason ? [t("ratings.tables.uncorrected", { reason: why(severityReason) })] : []),
    ],
    isDetail: true,
    columns: raterColumns,
    groups: [(severity ?? []).map((effect, at) => raterRow(effect, at + 1, at))],
    of: ofPart(part),
    say,
  });
};

/** Everything about each part, a table at a time. */
const makeRatingTables = (facts: Facts): (PrintedTable | null)[] =>
  [makeOrigins, makeJudges, makeComparisons, makeRaters].flatMap((make) =>
    listParts(facts).flatMap((part, at) => make(facts, part, at + 1) ?? []),
  );

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
      t("judged.methods.intervals", { what: "ratings" }),
    ],
    others: [
      t("ratings.methods.agreement"),
      ...(judges.length > 0 ? [t("ratings.methods.judges")] : []),
      ...(parts.some(({ comparisons }) => (comparisons?.length ?? 0) > 0)
        ? [t("judged.methods.comparisons", { what: "ratings" })]
        : []),
      ...(judges.some(({ runId }) => runId === null)
        ? [t("ratings.methods.overlap", { tokens: overlapTokens })]
        : []),
    ],
  };
}

function describeAlternative(facts: Facts): string[] {
  const isTested = listJudges(facts).some(({ alternativeAnnotator: test }) => test?.passes != null);
  return isTested ? [wordAlternative(facts, "error")] : [];
}

type TrackMean = { track: string; points: number; isClaimable: boolean; mean: number | null };

/** Of a track its mean with the interval, or that there is none. */
const formatMean = ({
  track,
  points,
  isClaimable: isTold,
  mean,
  ...ends
}: TrackMean & Parameters<typeof formatEnds>[0]) =>
  isTold && mean !== null
    ? t("ratings.points.mean", { track, points, mean: inDigits(mean, 2), range: formatEnds(ends) })
    : t("ratings.points.meanNone", { track });

const sumOf = (parts: readonly RatedPart[], key: keyof RatedPart["n"]) =>
  parts.reduce((sum, { n }) => sum + n[key], 0);

function readJudged(facts: Facts): JudgedStudy {
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
      told: formatMean({ ...part, ...part.people, isClaimable: hasEnoughRatings(part) }),
      hasInterval: hasEnoughRatings(part) && part.people.low !== null,
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
        : t("points.alternative.value", {
            passed: tested.filter((judge) => judge.alternativeAnnotator?.passes).length,
            tested: tested.length,
            epsilon: readEpsilon(facts.rows).epsilon,
            rate: falseDiscovery,
            best: "",
          }).trim(),
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

const formatMeans = ({ rows, view }: Facts, change: Partial<Facts["view"]>): string =>
  computeRatings(rows, { ...view, ...change })
    .flatMap(({ track, n, people, cases, mean, low, high, counts }) => {
      if (track === null) return [];
      const isEnough = hasEnoughData({ answers: n, people, cases });
      return formatMean({ track, points: counts.length, isClaimable: isEnough, mean, low, high });
    })
    .join("; ");

export const ratingReport = makeJudgedReport({
  tables: makeRatingTables,
  figures: listOwnFigures,
  read: readJudged,
  methods: writeRatingMethods,
  alternative: describeAlternative,
  checks: { alternative: checkAlternative },
  formatMeans,
});
