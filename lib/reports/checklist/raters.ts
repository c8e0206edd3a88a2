import { inPercent } from "#lib/figures/written.ts";
import { listUndefined, formatTrackName, formatAgreement } from "#lib/reports/agreement-words.ts";
import { gradeBy } from "#lib/reports/checklist/figures.ts";
import { listCompared, type Facts } from "#lib/reports/facts.ts";
import type { Gap, Point } from "#lib/reports/schema.ts";
import { joinList, formatRunName, t, formatDecimal, formatRange, formatShare } from "#lib/reports/words.ts";
import { isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { isTooSmallForSelf } from "#lib/study-results/figure-schemas.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import { inPlaceOf } from "#lib/reports/kinds/registry.ts";
import { exclusionReasons, type ExclusionReason } from "#lib/study-results/schema.ts";
import { agreementMeasures } from "#lib/metrics/agreement/agreement-tally.ts";

/** How often people gave the same answer again, where some of their cases came twice. */
function noteSelfAgreement({ results: { selfAgreement } }: Pick<Facts, "results">): string[] {
  if (!selfAgreement || selfAgreement.same.value === null) return [];
  const { pairs, people, same } = selfAgreement;
  if (isTooSmallForSelf(selfAgreement)) return [t("points.agreement.selfFew", { pairs })];
  return [t("points.agreement.self", { pairs, people, share: formatShare(same.value, same) })];
}

export function checkAgreement({ agreement, results }: Facts): Point {
  const key = "agreement";
  const [all] = agreement.parts;
  const lacking = listUndefined(agreement.parts);
  const notes = lacking
    .filter(({ isByDesign, lacks }) => isByDesign || lacks === "interval")
    .map(({ isByDesign, words }) => t(`points.agreement.${isByDesign ? "byDesign" : "noInterval"}`, words))
    .concat(noteSelfAgreement({ results }));
  const gaps = agreement.parts.filter(isTooSmall).map(({ track, answers, cases }): Gap => ({
    what: t("points.agreement.few.what", { track: formatTrackName(track), answers, cases }),
    mend: t("points.agreement.few.mend"),
  }));
  const undefinedOnes = lacking
    .filter(({ isByDesign, lacks }) => !isByDesign && lacks === "figure")
    .map(({ words }): Gap => ({
      what: t("points.agreement.undefined.what", words),
      mend: t("points.agreement.undefined.mend"),
    }));
  gaps.push(...undefinedOnes);
  if (!all || isTooSmall(all) || all.figures.pairwise.value === null)
    return { key, state: "missing", value: t("points.agreement.none"), gaps, notes };
  const known = agreementMeasures.filter((name) => all.figures[name].value !== null);
  return {
    key,
    state: gradeBy(gaps),
    value: t("points.agreement.value", {
      cases: all.twice,
      figures: known
        .map((name) => {
          const percent = name === "pairwise" || name === "unanimous" ? "%" : "";
          return `${t(`agreementNames.${name}`)} ${formatAgreement(name, all.figures[name])}${percent}`;
        })
        .join("; "),
    }),
    gaps,
    notes,
  };
}

export function checkAlternative(facts: Facts): Point {
  const key = "alternative";
  const tried = facts.alternatives.filter(
    ({ run, reason }) => reason !== "apart" && listCompared(facts).some((model) => model.runId === run.id),
  );
  if (tried.length === 0)
    return {
      key,
      state: "not_applicable",
      gaps: [],
      notes: [],
      value: t("points.alternative.noModels"),
    };
  const tested = tried.filter(({ passes }) => passes !== null);
  const [best] = tested;
  if (tried.some(({ reason }) => reason === "interim"))
    return {
      key,
      state: "missing",
      notes: [],
      value: t("points.alternative.none"),
      gaps: [{ what: t("points.alternative.oneLook.what"), mend: t("points.alternative.oneLook.mend") }],
    };
  if (!best) {
    const most = tried.reduce((one, other) => (other.eligible > one.eligible ? other : one));
    const counts = { people: most.people, eligible: most.eligible, least: minItems };
    return {
      key,
      state: "missing",
      notes: [],
      value: t("points.alternative.none"),
      gaps: [
        {
          what: t("points.alternative.notEligible.what", { ...counts, wanted: leastAnnotators }),
          mend: t("points.alternative.notEligible.mend", { least: minItems, wanted: leastAnnotators }),
        },
      ],
    };
  }
  const others = tried.filter(({ passes }) => passes === null).map(({ run }) => formatRunName(run));
  const gaps =
    others.length === 0
      ? []
      : [
          {
            what: t("points.alternative.some.what", { list: joinList(others) }),
            mend: t("points.alternative.some.mend"),
          },
        ];
  return {
    key,
    state: gradeBy(gaps),
    value: t("points.alternative.value", {
      passed: tested.filter(({ passes }) => passes).length,
      tested: tested.length,
      epsilon: readEpsilon(facts.rows).epsilon,
      rate: falseDiscovery,
      best: t("points.alternative.best", {
        name: formatRunName(best.run),
        omega: formatDecimal(best.omega, 2),
        rho: formatDecimal(best.rho, 2),
      }),
    }),
    gaps,
    notes: [],
  };
}

export function checkExposure({ rows, results, ...facts }: Facts): Point {
  const key = "exposure";
  const answers = getAnalysed(rows, facts.view).answers.length;
  if (rows.study.design.questions.knowsWork === "off")
    return {
      key,
      state: "missing",
      notes: [],
      value: t("points.exposure.off"),
      gaps: [{ what: t("points.exposure.notAsked.what"), mend: t("points.exposure.notAsked.mend") }],
    };
  const { said, known } = countKnown({ ...facts, rows, results });
  const without = results.variants.find((variant) => variant.key === "known")?.people;
  const own = inPlaceOf(rows);
  const count = answers - said;
  return {
    key,
    state: said === 0 ? "missing" : count > 0 ? "partly" : "met",
    value: t("points.exposure.value", {
      said,
      known,
      answers,
      without: own
        ? t("judged.points.withoutKnown", {
            list: own.formatMeans({ ...facts, rows, results }, { known: "without" }),
          })
        : without?.isClaimable && without.accuracy !== null
          ? t("points.exposure.without", {
              share: inPercent(without.accuracy),
              range: formatRange(without.interval),
              answers: without.n.answers,
            })
          : t("points.exposure.withoutFew", { answers: without?.n.answers ?? 0 }),
    }),
    gaps:
      count > 0
        ? [{ what: t("points.exposure.unsaid.what", { count }), mend: t("points.exposure.unsaid.mend") }]
        : [],
    notes: [],
  };
}

/** Over the counted answers. */
function countKnown({ rows, view }: Facts): { said: number; known: number } {
  const { answers } = getAnalysed(rows, view);
  const values = Array.from(answers, (i) => rows.answers.knows[i] ?? -1);
  return {
    said: values.filter((value) => value >= 0).length,
    known: values.filter((value) => value === 1).length,
  };
}

type ExcludedPeople = { people: number; excluded: number; byReason: [ExclusionReason, number][] };

/** Somebody may be left out for more than one reason. */
export function countExcludedPeople({ rows, view }: Facts): ExcludedPeople {
  const people = rows.people.filter(({ who }) => who === view.who);
  const excluded = people.filter(({ exclusions }) => exclusions.length > 0);
  const byReason = exclusionReasons.flatMap((reason): [ExclusionReason, number][] => {
    const count = excluded.filter(({ exclusions }) =>
      exclusions.some((exclusion) => exclusion.reason === reason),
    ).length;
    return count > 0 ? [[reason, count]] : [];
  });
  return { people: people.length, excluded: excluded.length, byReason };
}

export const formatExclusionReasons = ({ byReason }: ExcludedPeople): string =>
  byReason.length === 0
    ? ""
    : ` ${t("points.exclusions.reasons", {
        list: byReason.map(([reason, count]) => `${t(`exclusionReasons.${reason}`)} ${count}`).join(", "),
      })}`;

export function checkExclusions(facts: Facts): Point {
  const { rows, view, results, record } = facts;
  const { questions, rules } = rows.study.design;
  const { failedChecks, haste, minAnswered, incomplete } = rules;
  const hasComprehension = rules.comprehension === "exclude" && !!questions.comprehension?.length;
  const left = countExcludedPeople(facts);
  const everybody = results.variants.find((variant) => variant.key === "excluded");
  const own = inPlaceOf(rows);
  const gap = (name: "noRule" | "noChecks"): Gap => ({
    what: t(`points.exclusions.${name}.what`),
    mend: t(`points.exclusions.${name}.mend`),
  });
  const hasRule =
    failedChecks !== null || haste !== null || minAnswered != null || incomplete || hasComprehension;
  const count = left.byReason.find(([reason]) => reason === "by_hand")?.[1] ?? 0;
  const gaps: Gap[] = [];
  if (!hasRule) gaps.push(gap("noRule"));
  if (failedChecks !== null && !rows.cases.some(({ stratum }) => stratum === "attention"))
    gaps.push(gap("noChecks"));
  if (count > 0)
    gaps.push({
      what: t("points.exclusions.byHand.what", { count }),
      mend: t("points.exclusions.byHand.mend"),
    });
  const withAll = everybody?.people;
  return {
    key: "exclusions",
    state: hasRule ? gradeBy(gaps) : "missing",
    value: t("points.exclusions.value", {
      excluded: left.excluded,
      people: left.people,
      reasons: formatExclusionReasons(left),
      withdrawn: record.arrivals.coming.reduce(
        (sum, { who, withdrawn }) => sum + (who === view.who ? withdrawn : 0),
        0,
      ),
      with: own
        ? t(left.excluded > 0 ? "judged.points.withAll" : "points.exclusions.same", {
            list: own.formatMeans(facts, { excluded: "with" }),
          })
        : !everybody?.differs
          ? t("points.exclusions.same")
          : withAll?.isClaimable && withAll.accuracy !== null
            ? t("points.exclusions.with", {
                share: inPercent(withAll.accuracy),
                range: formatRange(withAll.interval),
              })
            : t("points.exclusions.withFew"),
    }),
    gaps,
    notes: [],
  };
}
