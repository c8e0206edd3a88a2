import type { Facts } from "#lib/reports/facts.ts";
import { makeComparisonTable } from "#lib/reports/kinds/judged/comparison-table.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t } from "#lib/reports/words.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { printTable } from "#lib/reports/kinds/judged/print-table.ts";
import { differenceRow, listDifferenceColumns } from "#lib/study-results/kinds/judged/differences.ts";
import { writeFigure } from "#lib/study-results/kinds/judged/table.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";
import { wordWhy } from "#lib/study-results/kinds/rating/names.ts";
import type { RatedPart } from "#lib/study-results/kinds/rating/schema.ts";
import {
  amongPeople,
  isShare,
  judgeColumns,
  judgeRow,
  originColumns,
  originRow,
  raterColumns,
  raterRow,
  type RatedJudge,
} from "#lib/study-results/kinds/rating/tables.ts";

export const overlapTokens = "words in lower case without punctuation, Chinese and Japanese by characters";

export const listParts = ({ results }: Pick<Facts, "results">): RatedPart[] =>
  (results.ratings?.parts ?? []).filter((part) => part !== null);

export function nameJudge(judge: RatedJudge): string {
  const name =
    judge.kind === "bleu4" || judge.kind === "rougeL"
      ? t(`ratings.tables.measure.${judge.kind}`)
      : nameRun(judge);
  return isShare(judge) ? `${name} × 100` : name;
}

const why = (reason: string | null): string => wordWhy(reason, "en");
const say = (key: string): string => t(`ratings.tables.${key as "judge"}`);
const ofPart = ({ track, scale }: RatedPart) => ({ track, scale });

type Make = (facts: Facts, part: RatedPart, number: number) => PrintedTable | null;

/** The table of such a paper for this study: method × model, each track by itself. */
const makeOrigins: Make = (facts, part, number) => {
  const { who } = facts.view;
  const { track, scale, judges, origins, raters, n } = part;
  const all = t("ratings.tables.all");
  const words = { all, none: t("ratings.tables.none") };
  const by = facts.results.ratings?.by ?? [];
  const whole = {
    ...part,
    isClaimable: isClaimable({ answers: n.ratings, people: n.raters, cases: n.cases }),
    values: [all, ...by.slice(1).map(() => "")],
    corrected: null,
    judges: [],
  };
  const total = originRow(whole, part, { ...words, id: "all" });
  return printTable(facts, {
    name: `origins-${number}`,
    caption: t("ratings.tables.origins", { track, scale, who }),
    standing: "people",
    notes: [
      t("ratings.tables.made", { who }),
      ...(origins.some((one) => !one.isClaimable) ? [t("ratings.tables.few", minForClaim)] : []),
      ...(raters.severityReason
        ? [t("ratings.tables.uncorrected", { reason: why(raters.severityReason) })]
        : []),
      ...(judges.some(isShare) ? [t("ratings.tables.share")] : []),
      ...(judges.some(({ runId }) => runId === null)
        ? [t("ratings.tables.overlap", { tokens: overlapTokens })]
        : []),
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
    say: (key) => (key === "people" ? t("ratings.tables.people", { who }) : say(key)),
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
    writeFigure({ value, low, high });
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
        : t("ratings.tables.kappaOfPeople", { kappa: writeFigure(kappa) }),
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
export const makeRatingTables = (facts: Facts): (PrintedTable | null)[] =>
  [makeOrigins, makeJudges, makeComparisons, makeRaters].flatMap((make) =>
    listParts(facts).flatMap((part, at) => make(facts, part, at + 1) ?? []),
  );
