import { hasEnoughData } from "#lib/metrics/claim.ts";
import { isFewNearCeiling } from "#lib/metrics/two-way/ceiling.ts";
import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import { listUnreadable, missingParts } from "#lib/studies/languages.ts";
import {
  ethicsFields,
  type EthicsField,
  studyLanguages,
  textParts,
  type Design,
  type Finding,
} from "#lib/studies/schema.ts";
import { found, listKinds, sumOf, type Facts } from "#lib/studies/findings/problems.ts";
import { findDrawingWarnings } from "#lib/studies/findings/drawing.ts";
import { findLongSitting, findTextWarnings } from "#lib/studies/findings/texts.ts";
import { taskOf } from "#lib/studies/frame/planned-task.ts";
import { listConsentSays, listUnstated } from "#lib/studies/reporting/stated.ts";
import { isSameModel, isSameRun, proposeSiblings, runLabel } from "#lib/studies/run-names.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { findReachGaps, listFrameCells, quotaOf } from "#lib/studies/strata/schema.ts";

const fewRaters = 3;

/** What a reviewer would ask about. */
export function findWarnings(design: Design, facts: Facts): Finding[] {
  const { frame, sample, assignment, questions, words, rules, recruitment } = design;
  const warnings: Finding[] = findLongSitting(design, facts.reading);
  const add = (...given: Parameters<typeof found>) => warnings.push(found(...given));
  if (facts.benchmark?.isDemo) add("frame", "demo_benchmark");
  if (frame.reference) {
    const { model, threshold } = frame.reference;
    add("frame", "selection_effect", { model, threshold });
    if (sumOf(sample.controls) === 0) add("sample", "no_controls");
    warnings.push(...findGaps(design, facts));
  }
  const filters = listFilters(facts.benchmark);
  if (filters.length > 0)
    add("frame", "filter_effect", { models: [...new Set(filters.map(({ model }) => model))].join(", ") });
  warnings.push(...findSizeWarnings(design, facts), ...findOriginWarnings(design, facts));
  warnings.push(...findDrawingWarnings(design, facts));
  const { hasRight, hasGold } = taskOf(facts.tracks);
  if (hasRight && sample.attention.count === 0) add("sample", "no_attention");
  if (hasGold && sample.practice.count === 0) add("sample", "no_practice");
  for (const { track, cases, withoutContext } of facts.tracks)
    if (withoutContext > 0) add("sample", "no_context", { track, cases, without: withoutContext });
  warnings.push(...findKindWarnings(design, facts));
  const served = facts.tracks.filter(({ track }) => (sample.quota[track] ?? 0) > 0);
  const inLanguages = [...new Set(served.map(({ language }) => language))];
  if (inLanguages.length > 1) add("sample", "mixed_languages", { languages: inLanguages.join(", ") });
  for (const { cases, language } of listUnreadable(design, facts.tracks))
    add("sample", "language_not_offered", { cases, language });
  const { people, ratersPerCase: raters } = assignment;
  if (assignment.design === "blocks") {
    const sets = assignment.arms?.arms.length ?? 1;
    const room = Math.ceil(peoplePerArm(assignment) / raters) * raters * sets;
    if (room !== people) add("assignment", "people_not_multiple", { people, raters, room });
    if (raters < fewRaters) add("assignment", "few_raters", { raters });
  }
  warnings.push(...findArmWarnings(design, facts));
  if (questions.timeLimitMinutes !== null)
    add("questions", "time_limit", { minutes: questions.timeLimitMinutes });
  for (const language of studyLanguages) {
    const parts = missingParts(words[language]);
    if (parts.length === textParts.length) add("words", "language_absent", { language });
    else if (parts.length > 0) add("words", "language_unfinished", { language, parts: parts.join(", ") });
  }
  warnings.push(...findTextWarnings(design, facts), ...findConsentWarnings(words, recruitment.reporting));
  const checks = sample.attention.count;
  if (rules.failedChecks !== null && checks > 0 && rules.failedChecks >= checks)
    add("rules", "checks_rule_never", { failed: rules.failedChecks, checks });
  if (rules.interim) add("rules", "interim_on");
  return [...warnings, ...findClaimWarnings(design, facts), ...findRecruitmentWarnings(design, facts)];
}

/** What keeps the whole benchmark out of reach, where the plan asks about more than the selected cases. */
function findGaps({ sample }: Design, { sample: drawn, tracks }: Facts): Finding[] {
  if (!drawn?.ok || sumOf(sample.controls) + sumOf(quotaOf(sample, "unsure")) === 0) return [];
  const cells = listFrameCells(
    tracks,
    (track, stratum) =>
      drawn.plan.cases.filter((one) => one.track === track && one.stratum === stratum).length,
  );
  return findReachGaps(cells).map(({ stratum, track, served, needed }) =>
    track === null
      ? found("sample", "few_of_stratum", { stratum, served, needed })
      : found("sample", "none_of_track", { stratum, track }),
  );
}

/** Where so much is asked that little can be said of it, by the rules of results. */
export function findSizeWarnings(
  { sample, assignment: { people }, power }: Design,
  { sample: drawn, tracks }: Pick<Facts, "sample" | "tracks">,
): Finding[] {
  const selected = drawn?.ok ? drawn.plan.cases.filter(({ stratum }) => stratum === "selected") : null;
  const warnings = Object.entries(sample.quota).flatMap(([track, quota]) => {
    const cases = selected?.filter((one) => one.track === track).length ?? quota;
    const answers = quota * people;
    return quota === 0 || hasEnoughData({ answers, people, cases })
      ? []
      : [found("sample", "small_track", { track, cases, answers })];
  });
  const cases = selected?.length ?? 0;
  if (cases > 0 && taskOf(tracks).hasRight && isFewNearCeiling(cases, power.accuracy))
    warnings.push(found("power", "few_near_ceiling", { cases, accuracy: Math.round(100 * power.accuracy) }));
  return warnings;
}

/** Where somebody wrote so little of what is judged that no figure can be told of them, by the rules of results. */
function findOriginWarnings({ assignment: { people } }: Design, { sample: drawn }: Facts): Finding[] {
  if (!drawn?.ok) return [];
  const { cases, cells } = drawn.plan;
  const sets = cells.map((cell) => new Set(cell.cases));
  const byTrack = Map.groupBy(
    cases.flatMap(({ track, origin }, at) => (origin === null ? [] : [{ track, origin, at }])),
    ({ track }) => track,
  );
  return [...byTrack].flatMap(([track, ofTrack]): Finding[] => {
    const origins = [...Map.groupBy(ofTrack, ({ origin }) => origin)].map(([origin, own]) => {
      const asked = own.reduce((sum, { at }) => sum + sets.filter((set) => set.has(at)).length, 0);
      return { origin, cases: own.length, answers: Math.round((asked * people) / cells.length) };
    });
    const few = origins
      .filter(({ cases: n, answers }) => !hasEnoughData({ answers, people, cases: n }))
      .sort((a, b) => a.answers - b.answers);
    const [smallest] = few;
    return smallest
      ? [found("sample", "small_origins", { track, few: few.length, origins: origins.length, ...smallest })]
      : [];
  });
}

/** What several kinds make different from what one may expect. */
function findKindWarnings({ claims, sample }: Design, { tracks, sample: drawn }: Facts): Finding[] {
  const kinds = listKinds(tracks);
  if (kinds.length < 2) return [];
  const warnings: Finding[] = [];
  if (drawn?.ok && sample.practice.count > 0) {
    const practice = drawn.plan.cases.filter(({ stratum }) => stratum === "practice");
    const practised = listKinds(tracks.filter(({ track }) => practice.some((one) => one.track === track)));
    const lacking = kinds.filter((kind) => !practised.includes(kind));
    if (lacking.length > 0)
      warnings.push(found("sample", "practice_lacks_kinds", { kinds: lacking.join(", ") }));
  }
  if (claims?.comparator) warnings.push(found("claims", "claims_by_kind", { kinds: kinds.join(", ") }));
  return warnings;
}

/** Where arms differ less than it looks, or aren't of one size. */
export function findArmWarnings(
  { assignment }: Pick<Design, "assignment">,
  { arms: facts }: Pick<Facts, "arms">,
): Finding[] {
  const { arms, people } = assignment;
  if (!arms) return [];
  const warnings: Finding[] = [];
  const count = arms.arms.length;
  const room = peoplePerArm(assignment) * count;
  if (room !== people) warnings.push(found("assignment", "arms_uneven", { people, arms: count, room }));
  if (!facts) return warnings;
  const { cases: of, withoutProfiles, uncut } = facts;
  if (withoutProfiles > 0 && withoutProfiles < of)
    warnings.push(found("assignment", "arm_some_profiles", { cases: withoutProfiles, of }));
  arms.arms.forEach(({ name }, arm) => {
    const cases = uncut[arm] ?? 0;
    if (cases > 0) warnings.push(found("assignment", "arm_uncut", { name, cases, of }));
  });
  return warnings;
}

type ReportingFields = Design["recruitment"]["reporting"];

/** What a review board will ask for, and the consent has no line about: whom to ask and who approved it by themselves. */
export function findConsentWarnings({ ethics }: Design["words"], reporting?: ReportingFields): Finding[] {
  const isUnsaid = (field: EthicsField) => studyLanguages.every((language) => !ethics?.[field][language]);
  const at = (field: EthicsField) => ({ field: `words.ethics.${field}.en` });
  const warnings: Finding[] = [];
  if (isUnsaid("contact")) warnings.push({ ...found("words", "no_contact"), ...at("contact") });
  if (isUnsaid("approval") && reporting?.approval === undefined)
    warnings.push({ ...found("words", "no_approval"), ...at("approval") });
  const rest = ethicsFields.filter((field) => field !== "contact" && field !== "approval" && isUnsaid(field));
  const [first] = rest;
  if (first)
    warnings.push({ ...found("words", "consent_incomplete", { fields: rest.join(", ") }), ...at(first) });
  return warnings;
}

/** The best of a few cases is the luckiest. */
const fewUnserved = 50;
const manyUnanswered = 0.05;

/** What a reviewer would ask about what is claimed. */
export function findClaimWarnings(design: Design, facts: Facts): Finding[] {
  const { claims, frame, assignment } = design;
  const { comparator = null, siblings = [], stopping = null } = claims ?? {};
  const warnings: Finding[] = [];
  const add = (code: Parameters<typeof found>[1], values?: Finding["values"]) =>
    warnings.push(found("claims", code, values));
  if (!comparator && taskOf(facts.tracks).hasRight) add("no_comparator");
  const cases = facts.tracks.reduce((sum, track) => sum + track.cases, 0);
  const unanswered = facts.comparatorUnanswered;
  if (comparator?.by === "name" && unanswered !== null && unanswered > manyUnanswered * cases)
    add("comparator_unanswered", { run: runLabel(comparator.run), unanswered, cases });
  if (facts.unserved && facts.unserved.cases > 0 && facts.unserved.cases < fewUnserved)
    add("few_unserved", { cases: facts.unserved.cases });
  const { reference } = frame;
  if (reference) {
    const proposed = proposeSiblings(reference, facts.runs);
    const open = proposed.filter((run) => !siblings.some((sibling) => isSameRun(sibling, run)));
    if (open.length > 0) add("siblings_open", { count: open.length, runs: open.map(runLabel).join(", ") });
    for (const sibling of siblings.filter((one) => !isSameModel(one, reference)))
      add("sibling_other_model", { run: runLabel(sibling), model: reference.model });
  }
  const { people } = assignment;
  if (stopping && stopping.mostPeople > people)
    add("stopping_beyond_places", { most: stopping.mostPeople, people });
  return warnings;
}

/** Ways in that strangers are sent along, who stand nowhere near this computer. */
const sentOut = ["open_link", "prolific"] as const;

/** Where nobody could come in, and what the report will have to mark as not stated. */
export function findRecruitmentWarnings(
  { recruitment: { ways, reporting }, words }: Pick<Design, "recruitment" | "words">,
  { localAddress }: Pick<Facts, "localAddress">,
): Finding[] {
  const warnings: Finding[] = [];
  if (ways.length === 0) warnings.push(found("recruitment", "no_recruitment"));
  else if (localAddress !== null && sentOut.some((way) => ways.includes(way)))
    warnings.push(found("recruitment", "local_address", { address: localAddress }));
  const count = listUnstated(reporting, listConsentSays(words.ethics)).length;
  if (count > 0) warnings.push(found("recruitment", "reporting_incomplete", { count }));
  return warnings;
}
