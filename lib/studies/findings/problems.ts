import type en from "#lib/i18n/messages/en.json";
import type { ArmFacts } from "#lib/studies/arms/queries.ts";
import {
  type ComprehensionQuestion,
  studyLanguages,
  type BackgroundQuestion,
  type Design,
  type Finding,
  type Questions,
  type Sample,
  type StudyLanguage,
  ethicsFields,
} from "#lib/studies/schema.ts";
import { findDrawingProblems } from "#lib/studies/findings/drawing.ts";
import { findFieldProblems } from "#lib/studies/findings/texts.ts";
import { taskOf } from "#lib/studies/frame/planned-task.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { preferNotToSay } from "#lib/studies/prefer-not-to-say.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import type { SameTexts, SampleReading } from "#lib/studies/reading/queries.ts";
import type { NoLongerAlike } from "#lib/studies/sampling/rated-once.ts";
import {
  hasPartInChoice,
  isSameRun,
  runLabel,
  type BenchmarkRun,
  mayBeRanked,
} from "#lib/studies/run-names.ts";
import type { SampleResult, Shortfall } from "#lib/studies/sampling/sampling.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";
import { countAsked, countServed, listAskedTracks, quotaOf } from "#lib/studies/strata/schema.ts";

/** The wordings stand in the messages. */
export type Code = keyof (typeof en)["builder"]["findings"];

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
  spared?: SampleReading["spared"];
  /** Of what the plan rates once, what doesn't read the same any more. */
  noLongerAlike?: readonly NoLongerAlike[];
  /** Drawn cases that could be rated by another that shows the same. */
  alike?: number;
  /** Where arms show the sampled cases otherwise. */
  arms?: ArmFacts | undefined;
};

export const found = (step: Finding["step"], code: Code, values?: Finding["values"]): Finding =>
  values ? { step, code, values } : { step, code };

export const maxCases = 200;

export const sumOf = (perTrack: Readonly<Record<string, number>>): number =>
  Object.values(perTrack).reduce((total, count) => total + count, 0);

/** What keeps a study from opening. */
export function findProblems(design: Design, facts: Facts): Finding[] {
  const { frame, sample, rules, words, questions } = design;
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
  if (sumOf(sample.quota) === 0) add("sample", "no_quota");
  const outside = listAskedTracks(sample).filter((track) => !frame.tracks.includes(track));
  for (const track of outside) add("sample", "quota_outside", { track });
  if (!frame.reference) {
    if (sumOf(sample.controls) > 0) add("sample", "controls_without_reference");
    if (sumOf(quotaOf(sample, "unsure")) > 0) add("sample", "unsure_without_reference");
  }
  const cases = countServed(sample);
  problems.push(...findDrawingProblems(design, facts));
  if (cases > maxCases) add("sample", "too_many_cases", { cases, most: maxCases });
  if (facts.sample && !facts.sample.ok)
    for (const shortfall of facts.sample.shortfalls) {
      // Said already, and better, by what is wrong with the frame.
      const { track } = shortfall;
      const isSaid = track !== null && !shortfall.case && !(there.has(track) && frame.tracks.includes(track));
      const hasNoRun = !frame.reference && ["control", "unsure"].includes(shortfall.stratum);
      if (!isSaid && !hasNoRun) problems.push(formatShortfall(shortfall, sample));
    }
  const languages = offeredLanguages(words);
  if (languages.length === 0) add("words", "no_language");
  problems.push(
    ...findBackgroundProblems(questions, languages),
    ...findComprehensionProblems(questions.comprehension ?? [], languages),
    ...findConsentProblems(words, languages),
    ...findFieldProblems(design, facts),
  );
  if (rules.failedChecks !== null && sample.attention.count === 0) add("rules", "checks_rule_without_checks");
  return [...problems, ...findArmProblems(design, facts), ...findClaimProblems(design, facts)];
}

function formatShortfall(shortfall: Shortfall, sample: Sample): Finding {
  const { stratum, track, needed, found: there, reason, each = 0 } = shortfall;
  if (shortfall.case)
    return found("sample", reason === "unknown_gold" ? reason : "unknown_case", {
      stratum,
      ...shortfall.case,
    });
  if (track === null) return found("sample", "too_few_common", { stratum, needed, found: there });
  const values = { stratum, track, needed, found: there };
  if (reason === "too_few_groups") return found("sample", reason, { ...values, each });
  if (reason === "question_limit") return found("sample", reason, values);
  return reason === "source_limit"
    ? found("sample", reason, { ...values, most: sample.mostFromOneSource ?? 0 })
    : found("sample", "too_few", values);
}

export const listKinds = (tracks: readonly Pick<TrackCount, "kinds">[]): string[] =>
  [...new Set(tracks.flatMap(({ kinds }) => kinds))].sort();

/** A study may have cases of several kinds, a track of one: figures, and what is said between, go by it. */
function findKindProblems({ claims, sample }: Design, tracks: readonly TrackCount[]): Finding[] {
  const problems: Finding[] = [];
  const kinds = listKinds(tracks);
  const asked = new Map<string, number>();
  for (const {
    track,
    kinds: [kind = ""],
  } of tracks)
    asked.set(kind, (asked.get(kind) ?? 0) + countAsked(sample, track));
  // Cases of the first half of their stretch may come again in its second, and each kind has a stretch of its own.
  const most = [...asked.values()].reduce((sum, count) => sum + Math.floor(count / 2), 0);
  const { repeats = 0 } = sample;
  if (repeats > most) problems.push(found("sample", "too_many_repeats", { repeats, most }));
  for (const { track, kinds: own } of tracks)
    if (own.length > 1)
      problems.push(found("frame", "mixed_track", { track, kinds: own.toSorted().join(", ") }));
  // It looks at one figure, and there is none of all kinds.
  if (claims?.stopping && kinds.length > 1)
    problems.push(found("claims", "stopping_several_kinds", { kinds: kinds.join(", ") }));
  return problems;
}

type CheckedQuestion = Pick<BackgroundQuestion, "key" | "label" | "options">;
type Languages = readonly StudyLanguage[];

/** What would leave a participant before a question without words, or without anything to choose. */
export function findBackgroundProblems(
  { background, preferNotToSay: mayBeUnsaid }: Questions,
  languages: Languages,
): Finding[] {
  const reserved = background.filter(
    ({ options }) => mayBeUnsaid && options.some(({ value }) => value === preferNotToSay),
  );
  return [
    ...findRepeatedKeys("background", background),
    ...background.flatMap((question) => [
      ...findUnworded("background", question, languages),
      ...(question.kind === "choice" ? findOptionProblems("background", question, languages) : []),
    ]),
    ...reserved.map(({ key }) =>
      found("questions", "background_reserved_value", { key, value: preferNotToSay }),
    ),
  ];
}

/** The same of what is asked after the instructions; each needs an option that is right. */
export function findComprehensionProblems(
  questions: readonly ComprehensionQuestion[],
  languages: Languages,
): Finding[] {
  return [
    ...findRepeatedKeys("comprehension", questions),
    ...questions.flatMap((question) => {
      const { key, options, right } = question;
      return [
        ...findUnworded("comprehension", question, languages),
        ...findOptionProblems("comprehension", question, languages),
        ...(options.some(({ value }) => value === right)
          ? []
          : [found("questions", "comprehension_no_right", { key, value: right })]),
      ];
    }),
  ];
}

type QuestionPart = "background" | "comprehension";

const findRepeatedKeys = (part: QuestionPart, questions: readonly CheckedQuestion[]): Finding[] =>
  repeated(questions.map(({ key }) => key)).map((key) =>
    found("questions", `${part}_duplicate_key`, { key }),
  );

const findUnworded = (part: QuestionPart, { key, label }: CheckedQuestion, languages: Languages): Finding[] =>
  languages
    .filter((language) => label[language] === "")
    .map((language) => found("questions", `${part}_no_label`, { key, language }));

function findOptionProblems(
  part: QuestionPart,
  { key, options }: CheckedQuestion,
  languages: Languages,
): Finding[] {
  const problems: Finding[] = [];
  const add = (code: Code, values: Finding["values"]) => problems.push(found("questions", code, values));
  if (options.length < 2) add(`${part}_no_options`, { key });
  for (const value of repeated(options.map((option) => option.value)))
    add(`${part}_duplicate_option`, { key, value });
  for (const { value, label } of options)
    for (const language of languages)
      if (label[language] === "") add(`${part}_no_option_label`, { key, value, language });
  return problems;
}

/** Each word that stands there more than once. */
const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, index) => words.indexOf(word) !== index)),
];

/** What would leave some participants without a line that others agree to, or before a box without words. */
export function findConsentProblems(
  { ethics, ticks = [] }: Design["words"],
  languages: Languages,
): Finding[] {
  const problems: Finding[] = [];
  for (const field of ethicsFields) {
    const said = ethics?.[field];
    if (!said || studyLanguages.every((language) => said[language] === "")) continue;
    for (const language of languages)
      if (said[language] === "") problems.push(found("words", "consent_no_text", { field, language }));
  }
  for (const key of repeated(ticks.map((tick) => tick.key)))
    problems.push(found("words", "tick_duplicate_key", { key }));
  for (const { key, label } of ticks)
    for (const language of languages)
      if (label[language] === "") problems.push(found("words", "tick_no_label", { key, language }));
  return problems;
}

/** Arms that couldn't be told apart, or couldn't be made. */
export function findArmProblems(
  { assignment: { arms }, words }: Pick<Design, "assignment" | "words">,
  { arms: facts }: Pick<Facts, "arms">,
): Finding[] {
  if (!arms) return [];
  const problems: Finding[] = [];
  const add = (code: Code, values: Finding["values"]) => problems.push(found("assignment", code, values));
  if (arms.differ === "instructions")
    for (const language of offeredLanguages(words)) {
      const lacking = arms.arms.filter(({ instructions }) => !instructions?.[language]);
      if (lacking.length === arms.arms.length) add("arm_no_instructions", { language });
      // Who adds nothing adds nothing in any language.
      else
        for (const { name, instructions } of lacking)
          if (instructions?.en || instructions?.["zh-CN"]) add("arm_half_instructions", { name, language });
    }
  if (!facts || facts.cases === 0) return problems;
  const { cases: of, unfit, withoutProfiles, fewOthers } = facts;
  if (unfit > 0) add("arm_unfit_cases", { cases: unfit, of });
  if (withoutProfiles === of) add("arm_no_profiles", { of });
  if (fewOthers > 0) add("arm_few_others", { cases: fewOthers, of });
  return problems;
}

/** What can't be claimed as it stands. */
export function findClaimProblems(design: Design, facts: Facts): Finding[] {
  const { claims, rules } = design;
  if (!claims) return [];
  const problems: Finding[] = [];
  const add = (code: Code, values?: Finding["values"]) => problems.push(found("claims", code, values));
  if (facts.benchmark) problems.push(...findComparatorProblem(design, facts));
  if (facts.benchmark && design.frame.reference)
    for (const sibling of claims.siblings)
      if (!facts.runs.some((run) => isSameRun(run, sibling))) add("sibling_gone", { run: runLabel(sibling) });
  if (claims.stopping && !rules.interim) add("stopping_without_looking");
  if (claims.stopping && !taskOf(facts.tracks).hasRight) add("stopping_without_right");
  return problems;
}

function findComparatorProblem(design: Design, { runs, unserved }: Facts): Finding[] {
  const about = (code: Code, values?: Finding["values"]) => [found("claims", code, values)];
  const comparator = design.claims?.comparator;
  if (!comparator) return [];
  if (comparator.by === "unserved_cases") {
    if (!unserved) return [];
    if (unserved.cases === 0) return about("no_unserved_cases");
    return unserved.isDecidable ? [] : about("no_candidate", { cases: unserved.cases });
  }
  const run = runLabel(comparator.run);
  const there = runs.find((one) => isSameRun(one, comparator.run));
  if (!there) return about("comparator_gone", { run });
  if (hasPartInChoice(there, design)) return about("comparator_selecting", { run });
  if (!mayBeRanked(there)) return about("comparator_fake", { run });
  return there.isFilter ? about("comparator_filter", { run }) : [];
}
