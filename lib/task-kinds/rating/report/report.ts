import type { Facts } from "#lib/reports/facts.ts";
import { t } from "#lib/reports/words.ts";
import { inDigits } from "#lib/figures/written.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { describeRatings } from "#lib/task-kinds/rating/ratings.ts";
import { ratingChecks } from "#lib/task-kinds/rating/report/checks.ts";
import { writeRatingJudges, writeRatingMethods } from "#lib/task-kinds/rating/report/methods.ts";
import {
  makeComparisonTables,
  makeJudgeTables,
  makeRaterTables,
} from "#lib/task-kinds/rating/report/more-tables.ts";
import { listParts, writeBounds } from "#lib/task-kinds/rating/report/parts.ts";
import { makeOriginTables } from "#lib/task-kinds/rating/report/tables.ts";

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

function tellMeans({ rows, view }: Facts, change: Partial<Facts["view"]>): string {
  const parts = describeRatings(rows, { ...view, ...change }).filter(({ track }) => track !== null);
  return parts
    .map(({ track, n, people, cases, mean, counts, ...bounds }) => {
      const told = isClaimable({ answers: n, people, cases }) && mean !== null;
      const named = { track: track ?? "", points: counts.length };
      return told
        ? t("ratings.points.mean", { ...named, mean: inDigits(mean, 2), range: writeBounds(bounds) })
        : t("ratings.points.meanNone", { track: named.track });
    })
    .join("; ");
}

export const ratingReport = {
  tables: (facts: Facts) => [
    ...makeOriginTables(facts),
    ...makeJudgeTables(facts),
    ...makeComparisonTables(facts),
    ...makeRaterTables(facts),
  ],
  figures: listOwnFigures,
  methods: writeRatingMethods,
  inPlace: { methods: writeRatingJudges, checks: ratingChecks, tellMeans },
};
