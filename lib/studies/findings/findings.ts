import type { Code } from "#lib/studies/findings/codes.ts";
import { findArmProblems, findArmWarnings } from "#lib/studies/findings/arms.ts";
import { findClaimProblems, findClaimWarnings } from "#lib/studies/findings/claims.ts";
import { findBackgroundProblems, findComprehensionProblems } from "#lib/studies/findings/questions.ts";
import { findRecruitmentWarnings } from "#lib/studies/findings/recruitment.ts";
import { findGroupProblems, findOriginWarnings } from "#lib/studies/findings/groups.ts";
import { findKindProblems, findKindWarnings } from "#lib/studies/findings/kinds.ts";
import { findSizeWarnings } from "#lib/studies/findings/size.ts";
import { findConsentProblems, findConsentWarnings } from "#lib/studies/findings/consent.ts";
import { findFieldProblems, findLongSitting, findTextWarnings } from "#lib/studies/findings/texts.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import type { ArmFacts } from "#lib/studies/arms/facts-queries.ts";
import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import type { SameTexts } from "#lib/studies/reading/same-texts.ts";
import {
  countServed,
  findReachGaps,
  listAskedTracks,
  listFrameCells,
  quotaOf,
} from "#lib/studies/strata/schema.ts";
import { taskOf } from "#lib/studies/frame/planned-task.ts";
import { listUnreadable } from "#lib/studies/case-languages.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import type { BenchmarkRun } from "#lib/studies/run-names.ts";
import { listFilters, type Filter } from "#lib/studies/selectors/schema.ts";
import { missingParts, offeredLanguages } from "#lib/studies/languages.ts";
import type { SampleResult, Shortfall } from "#lib/studies/sampling/sampling.ts";
import { studyLanguages, textParts, type Design, type Finding, type Sample } from "#lib/studies/schema.ts";

export const maxCases = 200;
const fewRaters = 3;

export type Facts = {
  benchmark: { slug: string; name: string; isDemo: boolean; filters: readonly Filter[] } | null;
  tracks: readonly TrackCount[];
  referenceFound: boolean;
  sample: SampleResult | null;
  runs: readonly BenchmarkRun[];
  /** Cases of the frame that the named comparator has no answer to; null without one. */
  comparatorUnanswered: number | null;
  /** Cases that nobody is given, by which the comparator is to be chosen; null where it isn't, or no sample could be drawn. */
  unserved: { cases: number; isDecidable: boolean } | null;
  /** Where people would come in, if that is this computer alone. */
  localAddress: string | null;
  /** Seconds that the cases of one sitting take to read; null where no sample could be drawn. */
  reading: Spread | null;
  /** The same in either order of the cases of a group; null where these share no text. */
  orders: Record<"spread" | "by_group", Spread> | null;
  /** What somebody would be asked twice. */
  sameTexts: SameTexts | null;
  /** Where arms show the sampled cases otherwise. */
  arms?: ArmFacts | undefined;
};

const found = (step: Finding["step"], code: Code, values?: Finding["values"]): Finding =>
  values ? { step, code, values } : { step, code };

const sum = (perTrack: Readonly<Record<string, number>>): number =>
  Object.values(perTrack).reduce((total, count) => total + count, 0);

export function findProblems(design: Design, facts: Facts): Finding[] {
  const { frame, sample, rules } = design;
  const problems: Finding[] = [];
  const add = (...given: Parameters<typeof found>) => problems.push(found(...given));
  if (!facts.benchmark) add("frame", "no_benchmark");
  if (frame.tracks.length === 0) add("frame", "no_tracks");
  const there = new Set(facts.tracks.map(({ track }) => track));
  if (facts.benchmark) {
    for (const track of frame.tracks) if (!there.has(track)) add("frame", "unknown_track", { track });
    if (frame.reference && !facts.referenceFound) {
      const { model, method } = frame.reference;
      add("frame", "unknown_run", { model, method });
    }
  }
  problems.push(...findKindProblems(design, facts.tracks));
  if (sum(sample.quota) === 0) add("sample", "no_quota");
  const outside = listAskedTracks(sample).filter((track) => !frame.tracks.includes(track));
  for (const track of outside) add("sample", "quota_outside", { track });
  if (!frame.reference) {
    if (sum(sample.controls) > 0) add("sample", "controls_without_reference");
    if (sum(quotaOf(sample, "unsure")) > 0) add("sample", "unsure_without_reference");
  }
  const cases = countServed(sample);
  problems.push(...findGroupProblems(design, facts));
  if (cases > maxCases) add("sample", "too_many_cases", { cases, most: maxCases });
  if (facts.sample && !facts.sample.ok)
    for (const shortfall of facts.sample.shortfalls) {
      // Said already, and better, by what is wrong with the frame.
      const { track } = shortfall;
      const isSaid = track !== null && !shortfall.case && !(there.has(track) && frame.tracks.includes(track));
      const hasNoRun = !frame.reference && ["control", "unsure"].includes(shortfall.stratum);
      if (!isSaid && !hasNoRun) problems.push(formatShortfall(shortfall, sample));
    }
  const languages = offeredLanguages(design.words);
  if (languages.length === 0) add("words", "no_language");
  problems.push(...findBackgroundProblems(design.questions, languages));
  problems.push(...findComprehensionProblems(design.questions.comprehension ?? [], languages));
  problems.push(...findConsentProblems(design.words, languages), ...findFieldProblems(design, facts));
  if (rules.failedChecks !== null && sample.attention.count === 0) add("rules", "checks_rule_without_checks");
  problems.push(...findArmProblems(design, facts), ...findClaimProblems(design, facts));
  return problems;
}

function formatShortfall(
  { stratum, track, needed, found: there, reason, ...named }: Shortfall,
  sample: Sample,
) {
  if (named.case)
    return found("sample", reason === "unknown_gold" ? reason : "unknown_case", { stratum, ...named.case });
  if (reason === "too_few_groups")
    return found("sample", reason, {
      stratum,
      track: track ?? "",
      needed,
      found: there,
      each: named.each ?? 0,
    });
  if (reason === "source_limit") {
    const most = sample.mostFromOneSource ?? 0;
    return found("sample", "source_limit", { stratum, track: track ?? "", needed, found: there, most });
  }
  return track === null
    ? found("sample", "too_few_common", { stratum, needed, found: there })
    : found("sample", "too_few", { stratum, track, needed, found: there });
}

export function findWarnings(design: Design, facts: Facts): Finding[] {
  const { frame, sample, assignment, questions, words, rules, recruitment } = design;
  const warnings: Finding[] = findLongSitting(design, facts.reading);
  const add = (...given: Parameters<typeof found>) => warnings.push(found(...given));
  if (facts.benchmark?.isDemo) add("frame", "demo_benchmark");
  if (frame.reference) {
    const { model, threshold } = frame.reference;
    add("frame", "selection_effect", { model, threshold });
    if (sum(sample.controls) === 0) add("sample", "no_controls");
    warnings.push(...findGaps(design, facts));
  }
  const filters = listFilters(facts.benchmark);
  if (filters.length > 0)
    add("frame", "filter_effect", { models: [...new Set(filters.map(({ model }) => model))].join(", ") });
  warnings.push(...findSizeWarnings(design, facts), ...findOriginWarnings(design, facts));
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
  if (!drawn?.ok || sum(sample.controls) + sum(quotaOf(sample, "unsure")) === 0) return [];
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
