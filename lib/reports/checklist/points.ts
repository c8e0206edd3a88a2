import { defaultLocale } from "#lib/i18n/locale.ts";
import { wordClusters } from "#lib/study-results/cluster-words.ts";
import type en from "#lib/i18n/messages/en.json";
import { inPercent } from "#lib/figures/written.ts";
import { listUndefined, formatTrackName, formatAgreement } from "#lib/reports/agreement-words.ts";
import { listCompared, listLater, type Facts } from "#lib/reports/facts.ts";
import { inPlaceOf } from "#lib/reports/kinds/registry.ts";
import type { Gap, Point, PointKey, PointState } from "#lib/reports/schema.ts";
import {
  formatDecimal,
  formatFilters,
  formatExclusions,
  formatFullName,
  formatRange,
  formatReason,
  formatRunName,
  formatShare,
  joinList,
  t,
} from "#lib/reports/words.ts";
import { isFilter } from "#lib/studies/selectors/schema.ts";
import { agreementMeasures } from "#lib/metrics/agreement/agreement-tally.ts";
import { isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { isTooSmallForSelf } from "#lib/study-results/figure-schemas.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import { exclusionReasons, selectorsOf, type ExclusionReason } from "#lib/study-results/schema.ts";

type PointWords = (typeof en)["reports"]["points"];
type GapName<Words> = {
  [Name in keyof Words]: Words[Name] extends { what: string; mend: string } ? Name : never;
}[keyof Words];

/** What is missing of a point, and what would mend it. */
export const gapOf = <Key extends PointKey>(
  key: Key,
  name: GapName<PointWords[Key]> & string,
  words: object = {},
): Gap => ({
  what: t(`points.${key}.${name}.what` as never, words as never),
  mend: t(`points.${key}.${name}.mend` as never, words as never),
});

export const gradeBy = (gaps: readonly Gap[], otherwise: PointState = "met"): PointState =>
  gaps.length > 0 ? "partly" : otherwise;

/** Who answered, in words that never take made-up people for others. */
export const formatPopulation = ({ view }: Facts, count: number): string => t(`who.${view.who}`, { count });

export function checkSameItems(facts: Facts): Point {
  const { n } = facts.results.people;
  const compared = listCompared(facts);
  const partial = compared.filter(({ answered }) => answered < n.cases);
  const gaps: Gap[] = [];
  if (n.answers === 0) gaps.push(gapOf("sameItems", "noAnswers"));
  if (compared.length === 0) gaps.push(gapOf("sameItems", "noModels"));
  if (partial.length > 0)
    gaps.push(
      gapOf("sameItems", "partial", {
        list: joinList(partial.map((model) => `${formatRunName(model)} ${model.answered}/${n.cases}`)),
      }),
    );
  return {
    key: "sameItems",
    state: n.answers === 0 || compared.length === 0 ? "missing" : gradeBy(gaps),
    value: t("points.sameItems.value", {
      answers: n.answers,
      cases: n.cases,
      who: formatPopulation(facts, n.people),
      models: compared.length,
      full: compared.length - partial.length,
    }),
    gaps,
    notes: [
      ...(facts.published ? [t("points.sameItems.published", { citation: facts.published.citation })] : []),
      ...noteArms(facts),
    ],
  };
}

function noteArms({ rows }: Facts): string[] {
  const { arms } = rows.study.design.assignment;
  if (!arms) return [];
  const differ = t(`methods.armDifferences.${arms.differ}`);
  return [t("points.sameItems.arms", { count: arms.arms.length, differ })];
}

export function checkSelection(facts: Facts): Point {
  const { rows, results } = facts;
  const key = "selection";
  const selectors = selectorsOf(rows.study);
  const reference = selectors.find(({ way }) => way === "errors");
  const filters = selectors.filter(isFilter);
  if (selectors.length === 0)
    return { key, state: "not_applicable", value: t("points.selection.none"), gaps: [], notes: [] };
  const controls = results.strata.find(({ name }) => name === "control")?.people;
  const others = results.models.filter(({ apart }) => apart !== null && apart !== "selecting");
  const hasOther = listCompared(facts).length > 0;
  const gaps = [
    ...(reference ? findControlGaps(formatRunName(reference), controls) : []),
    ...(filters.length > 0 ? [gapOf("selection", "dropped")] : []),
    ...(hasOther ? [] : [gapOf("selection", "noOther")]),
  ];
  const value = [
    reference &&
      t("points.selection.value", {
        model: formatRunName(reference),
        threshold: reference.threshold ?? 0,
        controls: controls?.n.cases ?? 0,
      }),
    filters.length > 0 && t("points.selection.filtered", formatFilters(filters)),
  ];
  return {
    key,
    state: hasOther ? gradeBy(gaps) : "missing",
    value: value.filter(Boolean).join(" "),
    gaps,
    notes:
      others.length === 0
        ? []
        : [t("points.selection.others", { list: joinList(others.map(formatFullName)) })],
  };
}

function findControlGaps(
  model: string,
  controls: Facts["results"]["strata"][number]["people"] | undefined,
): Gap[] {
  if (!controls || controls.n.cases === 0) return [gapOf("selection", "noControls", { model })];
  if (controls.isClaimable) return [];
  return [gapOf("selection", "fewControls", controls.n)];
}

export function checkSmallTracks({ results }: Facts): Point {
  const { n, isClaimable: mayClaim } = results.people;
  const tracks = results.tracks.map(({ name, people }) => ({ track: name, ...people.n }));
  const gaps: Gap[] = mayClaim ? [] : [gapOf("smallTracks", "fewInAll", n)];
  for (const track of tracks) if (!hasEnoughData(track)) gaps.push(gapOf("smallTracks", "few", track));
  const counted = tracks.map((track) => t("points.smallTracks.track", track));
  return {
    key: "smallTracks",
    state: mayClaim ? gradeBy(gaps) : "missing",
    value: t("points.smallTracks.value", {
      ...n,
      tracks: counted.length > 0 ? `${counted.join("; ")}.` : "",
    }).trim(),
    gaps,
    notes: [],
  };
}

export function checkUncertainty({ rows, results }: Facts): Point {
  const { people, method, resampled } = results;
  const { interval, accuracy, n } = people;
  const key = "uncertainty";
  const none = (gap: Gap): Point => ({
    key,
    state: "missing",
    notes: [],
    gaps: [gap],
    value: t("points.uncertainty.none"),
  });
  if (!people.isClaimable || accuracy === null) return none(gapOf("uncertainty", "tooFew", n));
  if (interval.low === null)
    return none(gapOf("uncertainty", "noInterval", { reason: formatReason(interval.reason) }));
  return {
    key,
    state: "met",
    value: t("points.uncertainty.value", {
      share: inPercent(accuracy),
      range: formatRange(interval),
      ...wordClusters(rows, method.works, defaultLocale),
      resampled: formatRange(resampled.people),
      casesOnly: formatRange(resampled.peopleCasesOnly),
      naive: formatRange(people.naive),
      b: resampled.b,
      seed: String(resampled.seed),
    }),
    gaps: [],
    notes: [],
  };
}

export function checkPairedTests(facts: Facts): Point {
  const { consensus, method } = facts.results;
  const untold = method.everyLook ? "interim" : "no_items";
  const compared = listCompared(facts);
  // Of a study that didn’t end as planned, the differences of the consensus have no test.
  const tested = compared.filter(
    ({ consensusLessModel, peopleLessModel }) =>
      consensusLessModel.p !== null || (method.everyLook && peopleLessModel.p !== null),
  );
  const missing = compared.filter(
    ({ consensusLessModel, peopleLessModel }) => consensusLessModel.p === null || peopleLessModel.p === null,
  );
  const { opened, closed } = listLater(facts);
  const isLater = new Set([...opened, ...closed].map(({ runId }) => runId));
  const later = tested.filter(({ runId }) => isLater.has(runId)).length;
  const gaps: Gap[] = [];
  if (compared.length === 0) gaps.push(gapOf("pairedTests", "noModels"));
  if (missing.length > 0)
    gaps.push(
      gapOf("pairedTests", "untested", {
        list: missing
          .map(
            (model) =>
              `${formatRunName(model)}: ${formatReason(model.peopleLessModel.reason ?? model.peopleLessModel.interval?.reason ?? untold)}`,
          )
          .join("; "),
      }),
    );
  return {
    key: "pairedTests",
    state: tested.length === 0 ? "missing" : gradeBy(gaps),
    value: t("points.pairedTests.value", {
      tested: tested.length,
      apart: tested.filter(({ consensusLessModel }) => (consensusLessModel.holm ?? 1) < 0.05).length,
      ahead: tested.filter(({ peopleLessModel }) => (peopleLessModel.holm ?? 1) < 0.05).length,
      ties: consensus.ties,
    }),
    gaps,
    notes: [
      ...(later === 0 ? [] : [t("points.pairedTests.later", { later, tested: tested.length })]),
      ...notePairsOfArms(facts),
    ],
  };
}

function notePairsOfArms({ rows, view }: Facts): string[] {
  const { people } = getArmDifferences(rows, view);
  if (people.length === 0) return [];
  const tested = people.filter(({ p }) => p !== null);
  const apart = tested.filter(({ holm }) => (holm ?? 1) < 0.05).length;
  return [t("points.pairedTests.arms", { pairs: people.length, tested: tested.length, apart })];
}

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
    .map(({ isByDesign, words }) => t(`tables.agreement.${isByDesign ? "undefined" : "noInterval"}`, words))
    .concat(noteSelfAgreement({ results }));
  const gaps = agreement.parts
    .filter(isTooSmall)
    .map(({ track, answers, cases }): Gap =>
      gapOf("agreement", "few", { track: formatTrackName(track), answers, cases }),
    );
  const undefinedOnes = lacking
    .filter(({ isByDesign, lacks }) => !isByDesign && lacks === "figure")
    .map(({ words }): Gap => ({
      what: t("tables.agreement.undefined", words),
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
      gaps: [gapOf("alternative", "oneLook")],
    };
  if (!best) {
    const most = tried.reduce((one, other) => (other.eligible > one.eligible ? other : one));
    const counts = { people: most.people, eligible: most.eligible, least: minItems };
    return {
      key,
      state: "missing",
      notes: [],
      value: t("points.alternative.none"),
      gaps: [gapOf("alternative", "notEligible", { ...counts, wanted: leastAnnotators })],
    };
  }
  const others = tried.filter(({ passes }) => passes === null).map(({ run }) => formatRunName(run));
  const gaps = others.length === 0 ? [] : [gapOf("alternative", "some", { list: joinList(others) })];
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
      gaps: [gapOf("exposure", "notAsked")],
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
    gaps: count > 0 ? [gapOf("exposure", "unsaid", { count })] : [],
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
        list: byReason.map(([reason, count]) => formatExclusions(reason, count)).join(", "),
      })}`;

export function checkExclusions(facts: Facts): Point {
  const { rows, view, results, record } = facts;
  const { questions, rules } = rows.study.design;
  const { failedChecks, haste, minAnswered, incomplete } = rules;
  const hasComprehension = rules.comprehension === "exclude" && !!questions.comprehension?.length;
  const left = countExcludedPeople(facts);
  const everybody = results.variants.find((variant) => variant.key === "excluded");
  const own = inPlaceOf(rows);
  const hasRule =
    failedChecks !== null || haste !== null || minAnswered != null || incomplete || hasComprehension;
  const count = left.byReason.find(([reason]) => reason === "by_hand")?.[1] ?? 0;
  const gaps: Gap[] = [];
  if (!hasRule) gaps.push(gapOf("exclusions", "noRule"));
  if (failedChecks !== null && !rows.cases.some(({ stratum }) => stratum === "attention"))
    gaps.push(gapOf("exclusions", "noChecks"));
  if (count > 0) gaps.push(gapOf("exclusions", "byHand", { count }));
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
