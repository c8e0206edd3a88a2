import { inPercent } from "#lib/figures/written.ts";
import { listCompared, listLater, type Facts } from "#lib/reports/facts.ts";
import type { Gap, Point, PointState } from "#lib/reports/schema.ts";
import {
  formatFilters,
  joinList,
  formatFullName,
  formatRunName,
  t,
  formatReason,
  formatRange,
} from "#lib/reports/words.ts";
import { isFilter } from "#lib/studies/selectors/schema.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { selectorsOf } from "#lib/study-results/schema.ts";

export const gradeBy = (gaps: readonly Gap[], otherwise: PointState = "met"): PointState =>
  gaps.length > 0 ? "partly" : otherwise;

/** Who answered, in words that never take made-up people for others. */
export const formatPopulation = ({ view }: Facts, count: number): string => t(`who.${view.who}`, { count });

export function checkSameItems(facts: Facts): Point {
  const { n } = facts.results.people;
  const compared = listCompared(facts);
  const partial = compared.filter(({ answered }) => answered < n.cases);
  const gaps: Gap[] = [];
  const at = (key: "noAnswers" | "noModels"): Gap => ({
    what: t(`points.sameItems.${key}.what`),
    mend: t(`points.sameItems.${key}.mend`),
  });
  if (n.answers === 0) gaps.push(at("noAnswers"));
  if (compared.length === 0) gaps.push(at("noModels"));
  if (partial.length > 0)
    gaps.push({
      what: t("points.sameItems.partial.what", {
        list: joinList(partial.map((model) => `${formatRunName(model)} ${model.answered}/${n.cases}`)),
      }),
      mend: t("points.sameItems.partial.mend"),
    });
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
  const at = (gap: "dropped" | "noOther"): Gap => ({
    what: t(`points.selection.${gap}.what`),
    mend: t(`points.selection.${gap}.mend`),
  });
  const gaps = [
    ...(reference ? findControlGaps(formatRunName(reference), controls) : []),
    ...(filters.length > 0 ? [at("dropped")] : []),
    ...(hasOther ? [] : [at("noOther")]),
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
  if (!controls || controls.n.cases === 0)
    return [
      {
        what: t("points.selection.noControls.what", { model }),
        mend: t("points.selection.noControls.mend"),
      },
    ];
  if (controls.isClaimable) return [];
  return [
    {
      what: t("points.selection.fewControls.what", controls.n),
      mend: t("points.selection.fewControls.mend"),
    },
  ];
}

export function checkSmallTracks({ results }: Facts): Point {
  const { n, isClaimable: mayClaim } = results.people;
  const tracks = results.tracks.map(({ name, people }) => ({ track: name, ...people.n }));
  const gaps: Gap[] = mayClaim
    ? []
    : [
        {
          what: t("points.smallTracks.fewInAll.what", n),
          mend: t("points.smallTracks.fewInAll.mend"),
        },
      ];
  for (const track of tracks)
    if (!hasEnoughData(track))
      gaps.push({ what: t("points.smallTracks.few.what", track), mend: t("points.smallTracks.few.mend") });
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

export function checkUncertainty({ results }: Facts): Point {
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
  if (!people.isClaimable || accuracy === null)
    return none({
      what: t("points.uncertainty.tooFew.what", n),
      mend: t("points.uncertainty.tooFew.mend"),
    });
  if (interval.low === null)
    return none({
      what: t("points.uncertainty.noInterval.what", { reason: formatReason(interval.reason) }),
      mend: t("points.uncertainty.noInterval.mend"),
    });
  return {
    key,
    state: "met",
    value: t("points.uncertainty.value", {
      share: inPercent(accuracy),
      range: formatRange(interval),
      works: method.works ?? 0,
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
  if (compared.length === 0)
    gaps.push({ what: t("points.pairedTests.noModels.what"), mend: t("points.pairedTests.noModels.mend") });
  if (missing.length > 0)
    gaps.push({
      what: t("points.pairedTests.untested.what", {
        list: missing
          .map(
            (model) =>
              `${formatRunName(model)}: ${formatReason(model.peopleLessModel.reason ?? model.peopleLessModel.interval?.reason ?? untold)}`,
          )
          .join("; "),
      }),
      mend: t("points.pairedTests.untested.mend"),
    });
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
