import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { checkJudged, type Judged } from "#lib/reports/judged/points.ts";
import type { Point, PointKey } from "#lib/reports/schema.ts";
import { t } from "#lib/reports/words.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import {
  minRaters,
  listParts,
  nameJudge,
  writeBounds,
  type Part,
} from "#lib/task-kinds/rating/report/parts.ts";

const isTold = ({ n }: Part): boolean =>
  isClaimable({ answers: n.ratings, people: n.raters, cases: n.cases });
const sumOf = (parts: readonly Part[], key: keyof Part["n"]) => parts.reduce((sum, { n }) => sum + n[key], 0);

/** Of a track its mean with the interval, or that there is none. */
function tellPart(part: Part): string {
  const { track, points, people } = part;
  return isTold(part) && people.mean !== null
    ? t("ratings.points.mean", { track, points, mean: inDigits(people.mean, 2), range: writeBounds(people) })
    : t("ratings.points.meanNone", { track });
}

function readJudged(facts: Facts): Judged {
  const parts = listParts(facts);
  return {
    what: "ratings",
    answers: sumOf(parts, "ratings"),
    cases: sumOf(parts, "cases"),
    raters: minRaters(parts),
    judges: parts.flatMap(({ judges, track, n }) =>
      judges.map((judge) => ({ name: nameJudge(judge), n: judge.byCase.n, cases: n.cases, part: track })),
    ),
    parts: parts.map(({ track, origins }) => ({
      name: track,
      of: origins.length,
      told: origins.filter((origin) => origin.isClaimable).length,
    })),
    figures: parts.map((part) => ({
      told: tellPart(part),
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

export const ratingChecks: Partial<Record<PointKey, (facts: Facts) => Point>> = {
  ...checkJudged(readJudged),
  alternative: checkAlternative,
};
