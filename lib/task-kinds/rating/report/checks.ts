import { inDigits } from "#lib/figures/written.ts";
import { mostCompared } from "#lib/metrics/ratings/rated-origins.ts";
import type { Facts } from "#lib/reports/facts.ts";
import type { Gap, Point, PointKey } from "#lib/reports/schema.ts";
import { joinList, t } from "#lib/reports/words.ts";
import {
  falseDiscovery,
  leastAnnotators,
  leastItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { listParts, nameJudge, writeBounds, type Part } from "#lib/task-kinds/rating/report/parts.ts";

const isTold = ({ n }: Part): boolean =>
  isClaimable({ answers: n.ratings, people: n.raters, cases: n.cases });
const sumOf = (parts: readonly Part[], key: keyof Part["n"]) => parts.reduce((sum, { n }) => sum + n[key], 0);

function checkSameItems(facts: Facts): Point {
  const parts = listParts(facts);
  const judges = parts.flatMap((part) => part.judges.map((judge) => ({ ...judge, part })));
  const partial = judges.filter(({ byCase, part }) => byCase.n < part.n.cases);
  const list = partial.map((judge) =>
    t("ratings.points.partial", {
      ...{ name: nameJudge(judge), n: judge.byCase.n, cases: judge.part.n.cases, track: judge.part.track },
    }),
  );
  const gap = (key: "noAnswers" | "noModels"): Gap => ({
    what: t(`points.sameItems.${key}.what`),
    mend: t(`points.sameItems.${key}.mend`),
  });
  const lacks = parts.length === 0 ? [gap("noAnswers")] : judges.length === 0 ? [gap("noModels")] : [];
  return {
    key: "sameItems",
    state: lacks.length > 0 ? "missing" : partial.length > 0 ? "partly" : "met",
    value: t("ratings.points.sameItems", {
      ...{ answers: sumOf(parts, "ratings"), cases: sumOf(parts, "cases") },
      who: t(`who.${facts.view.who}`, { count: facts.analysed.length }),
      ...{ judges: judges.length, full: judges.length - partial.length },
    }),
    gaps: [
      ...lacks,
      ...(partial.length > 0
        ? [
            {
              what: t("points.sameItems.partial.what", { list: joinList(list) }),
              mend: t("points.sameItems.partial.mend"),
            },
          ]
        : []),
    ],
    notes: [],
  };
}

function checkSmall(facts: Facts): Point {
  const parts = listParts(facts);
  const counted = parts.map(({ track, origins }) => ({
    ...{ track, of: origins.length, told: origins.filter((origin) => origin.isClaimable).length },
  }));
  const gaps = counted
    .filter(({ of, told }) => told < of)
    .map(({ track, of, told }): Gap => ({
      what: t("ratings.points.fewWhat", { track, count: of - told }),
      mend: t("ratings.points.fewMend"),
    }));
  return {
    key: "smallTracks",
    state: counted.every(({ told }) => told === 0) ? "missing" : gaps.length > 0 ? "partly" : "met",
    value: `${counted.map((one) => t("ratings.points.origins", one)).join("; ")}.`,
    gaps,
    notes: [],
  };
}

/** Of each track its mean with the interval, or that there is none. */
export const tellParts = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      const { track, points, people } = part;
      return isTold(part) && people.mean !== null
        ? t("ratings.points.mean", {
            track,
            points,
            mean: inDigits(people.mean, 2),
            range: writeBounds(people),
          })
        : t("ratings.points.meanNone", { track });
    })
    .join("; ");

function checkUncertainty(facts: Facts): Point {
  const parts = listParts(facts);
  const known = parts.filter((part) => isTold(part) && part.people.low !== null);
  const gap = { what: t("ratings.points.noneWhat"), mend: t("ratings.points.noneMend") };
  return {
    key: "uncertainty",
    state: known.length === 0 ? "missing" : known.length < parts.length ? "partly" : "met",
    value: t("ratings.points.uncertainty", { list: tellParts(parts) }),
    gaps: known.length === 0 ? [gap] : [],
    notes: [],
  };
}

function checkTests(facts: Facts): Point {
  const tested = listParts(facts)
    .flatMap(({ comparisons }) => comparisons ?? [])
    .filter(({ holm }) => holm !== null);
  const gap = {
    what: t("ratings.points.noTestsWhat"),
    mend: t("ratings.points.noTestsMend", { most: mostCompared }),
  };
  return {
    key: "pairedTests",
    state: tested.length > 0 ? "met" : "missing",
    value: t("ratings.points.tests", {
      ...{ tested: tested.length, apart: tested.filter(({ holm }) => (holm ?? 1) < 0.05).length },
    }),
    gaps: tested.length > 0 ? [] : [gap],
    notes: [],
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
  const settings = { least: leastItems, wanted: leastAnnotators };
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
            ...{ tested: tested.length, epsilon: readEpsilon(facts.rows).epsilon, rate: falseDiscovery },
          }),
    gaps: tested.length < tried.length ? [gap] : [],
    notes: [],
  };
}

const checkPower = (): Point => ({
  ...{ key: "power", state: "missing", notes: [] },
  value: t("ratings.points.power"),
  gaps: [{ what: t("ratings.points.powerWhat"), mend: t("ratings.points.powerMend") }],
});

/** What can't be asked of right and wrong answers here, asked of ratings. */
export const ratingChecks: Partial<Record<PointKey, (facts: Facts) => Point>> = {
  sameItems: checkSameItems,
  smallTracks: checkSmall,
  uncertainty: checkUncertainty,
  pairedTests: checkTests,
  alternative: checkAlternative,
  power: checkPower,
};
