import type { AppConfig } from "next-intl";
import type { Member } from "#lib/reviews/plan/queries.ts";
import { reviewLanguages, type ReviewSettings, type ReviewWords } from "#lib/reviews/plan/schema.ts";

export type Finding = {
  /** Its words stand under it. */
  code: keyof AppConfig["Messages"]["reviews"]["findings"];
  /** Where it is dealt with: each is a place of the plan's screen. */
  place: "source" | "decisions" | "coverage" | "people";
  values?: Readonly<Record<string, string | number>>;
};

export type SourceFacts = {
  /** A benchmark, or the study whose cases it is about. */
  isThere: boolean;
  study: { isClosed: boolean } | null;
  tracks: readonly string[];
  /** How many cases would be items if the review opened now. */
  items: number;
};

const isWhole = (words: ReviewWords) => reviewLanguages.every((language) => words[language] !== "");
const isEmpty = (words: ReviewWords) => reviewLanguages.every((language) => words[language] === "");

/** What keeps a review from opening. */
export function findProblems(settings: ReviewSettings, source: SourceFacts): Finding[] {
  const problems: Finding[] = [];
  const { decisions, errorTypes, tracks } = settings;
  if (!source.isThere) problems.push({ code: "no_source", place: "source" });
  if (source.study && !source.study.isClosed) problems.push({ code: "study_not_closed", place: "source" });
  const unknown = (tracks ?? []).filter((track) => !source.tracks.includes(track));
  if (source.isThere && unknown.length > 0)
    problems.push({ code: "unknown_tracks", place: "source", values: { tracks: unknown.join(", ") } });
  if (source.isThere && source.items === 0) problems.push({ code: "no_items", place: "source" });
  if (isEmpty(decisions.acceptWord)) problems.push({ code: "no_accept_word", place: "decisions" });
  if (decisions.reasons.length === 0) problems.push({ code: "no_reasons", place: "decisions" });
  if (errorTypes.length === 0) problems.push({ code: "no_error_types", place: "decisions" });
  for (const { key, words } of [...decisions.reasons, ...errorTypes])
    if (isEmpty(words)) problems.push({ code: "without_words", place: "decisions", values: { key } });
  return problems;
}

/** What is worth a look, and can stay as it is. */
export function findWarnings(settings: ReviewSettings, members: readonly Member[]): Finding[] {
  const { decisions, errorTypes, guidance, blind, coverage, secondShare, auditRate } = settings;
  const warnings: Finding[] = [];
  const named = [...decisions.reasons, ...errorTypes].map(({ words }) => words);
  const said = [decisions.acceptWord, guidance, ...named].filter((words) => !isEmpty(words));
  if (said.some((words) => !isWhole(words))) warnings.push({ code: "one_language", place: "decisions" });
  if (!blind) warnings.push({ code: "not_blind", place: "coverage" });
  if (coverage.by === "estimate") warnings.push({ code: "by_estimate", place: "coverage" });
  const having = (part: Member["parts"][number]) =>
    members.filter(({ parts, removedAt }) => !removedAt && parts.includes(part));
  const [annotators, reviewers] = [having("annotator"), having("reviewer")];
  if (annotators.length === 0) warnings.push({ code: "no_annotator", place: "people" });
  const others = annotators.map(({ name, userId }) => ({
    name,
    count: reviewers.filter((one) => one.userId !== userId).length,
  }));
  const unchecked = others.filter(({ count }) => count === 0);
  if (unchecked.length > 0)
    warnings.push({
      code: "nobody_checks",
      place: "people",
      values: { names: unchecked.map(({ name }) => name).join(", ") },
    });
  else if (secondShare > 0 && others.some(({ count }) => count < 2))
    warnings.push({ code: "no_second_reviewer", place: "people" });
  if (auditRate > 0 && having("auditor").length === 0) warnings.push({ code: "no_auditor", place: "people" });
  if (having("lead").length === 0) warnings.push({ code: "no_lead", place: "people" });
  return warnings;
}
