import type { Facts } from "#lib/reports/facts.ts";
import { describeRaters, nameJudges } from "#lib/reports/judged/points.ts";
import { joinList, t } from "#lib/reports/words.ts";
import { falseDiscovery, minItems, readEpsilon } from "#lib/study-results/agreement/alternative.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { minRaters, listParts, nameJudge } from "#lib/task-kinds/rating/report/parts.ts";
import { overlapTokens } from "#lib/task-kinds/rating/report/tables.ts";

const listJudges = (facts: Facts) =>
  listParts(facts).flatMap((part) => part.judges.map((judge) => ({ ...judge, part })));

/** How ratings were turned into figures, as a paper says it. */
export function writeRatingMethods(facts: Facts) {
  const parts = listParts(facts);
  const by = facts.results.ratings?.by ?? [];
  const judges = listJudges(facts);
  const points = Math.max(0, ...parts.map((part) => part.points));
  return {
    figures: [
      t("ratings.methods.figures", { points, by: by.length > 0 ? joinList(by) : t("ratings.methods.noBy") }),
      t("ratings.methods.intervals"),
      describeRaters(minRaters(parts)),
      ...(holdsAtEveryLook(facts.rows, facts.view.who) ? [t("ratings.methods.interim")] : []),
      t("methods.few", {
        leastAnswers: minForClaim.answers,
        leastPeople: minForClaim.people,
        leastCases: minForClaim.cases,
      }),
    ],
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

/** The alternative annotator test, and who the judges are. */
export function writeRatingJudges(facts: Facts) {
  const judges = listJudges(facts);
  const settings = { epsilon: readEpsilon(facts.rows).epsilon, least: minItems, rate: falseDiscovery };
  return {
    alternative: judges.some(({ alternativeAnnotator: test }) => test?.passes != null)
      ? [t("ratings.methods.alternative", settings)]
      : [],
    models: nameJudges(
      judges.map((judge) => ({
        name: nameJudge(judge),
        part: judge.part.track,
        n: judge.byCase.n,
        cases: judge.part.n.cases,
      })),
    ),
  };
}
