import type { Facts } from "#lib/reports/facts.ts";
import { joinList, t } from "#lib/reports/words.ts";
import { falseDiscovery, leastItems, readEpsilon } from "#lib/study-results/agreement/alternative.ts";
import { isLooking, leastForClaim } from "#lib/study-results/schema.ts";
import { listParts, nameJudge } from "#lib/task-kinds/rating/report/parts.ts";
import { overlapTokens } from "#lib/task-kinds/rating/report/tables.ts";

/** How ratings were turned into figures, as a paper says it. */
export function writeRatingMethods(facts: Facts) {
  const { rows, results } = facts;
  const parts = listParts(facts);
  const by = results.ratings?.by ?? [];
  const judges = parts.flatMap((part) => part.judges.map((judge) => ({ ...judge, part })));
  const hasOverlap = judges.some(({ runId }) => runId === null);
  const tested = judges.some(({ alternativeAnnotator: test }) => test?.passes != null);
  const points = Math.max(0, ...parts.map((part) => part.points));
  return {
    figures: [
      t("ratings.methods.figures", { points, by: by.length > 0 ? joinList(by) : t("ratings.methods.noBy") }),
      t("ratings.methods.intervals"),
      ...(isLooking(rows.study) ? [t("ratings.methods.interim")] : []),
      t("methods.few", {
        leastAnswers: leastForClaim.answers,
        leastPeople: leastForClaim.people,
        leastCases: leastForClaim.cases,
      }),
    ],
    alternative: tested
      ? [
          t("ratings.methods.alternative", {
            ...{ epsilon: readEpsilon(rows).epsilon, least: leastItems, rate: falseDiscovery },
          }),
        ]
      : [],
    others: [
      t("ratings.methods.agreement"),
      ...(judges.length > 0 ? [t("ratings.methods.judges")] : []),
      ...(parts.some(({ comparisons }) => (comparisons?.length ?? 0) > 0)
        ? [t("ratings.methods.comparisons")]
        : []),
      ...(hasOverlap ? [t("ratings.methods.overlap", { tokens: overlapTokens })] : []),
    ],
    models:
      judges.length === 0
        ? t("ratings.methods.none")
        : t("ratings.methods.listed", {
            list: judges
              .map((judge) =>
                t("ratings.methods.listedJudge", {
                  ...{ name: nameJudge(judge), track: judge.part.track },
                  ...{ n: judge.byCase.n, cases: judge.part.n.cases },
                }),
              )
              .join("; "),
          }),
  };
}
