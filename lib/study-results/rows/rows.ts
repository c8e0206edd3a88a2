import type { Attributes, CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import type { TextOverlap } from "#lib/metrics/text/overlap.ts";
import type { ComprehensionTry, SittingState } from "#lib/sittings/schema.ts";
import type { Exclusion, StudyFacts, Population } from "#lib/study-results/schema.ts";
import { type Stratum, notByModel } from "#lib/studies/schema.ts";
import type { FrameCell } from "#lib/studies/strata/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export type TrackRow = { name: string; language: string } & CategoryDeclaration;

export type CaseRow = {
  /** Of the study's case. */
  id: number;
  versionId: number;
  version: number;
  /** What it is called in results: of a case that an arm shows otherwise, with how. */
  key: string;
  /** As arms vary it: its key in the benchmark, and how it is shown. */
  varied?: { key: string; as: string } | null;
  /** The arm that it is shown under, the first being 1; null where people have arms alone, or there are none. */
  arm?: number | null;
  /** Nobody was given it: the id of the case with the same text whose ratings count for it. */
  ratedAs?: number;
  kind: KindName;
  /** Index into the tracks. */
  track: number;
  stratum: Exclude<Stratum, "practice">;
  source: string | null;
  /** What cases of one scenario or person share. */
  group?: string | null;
  attributes?: Attributes | null;
  /** Of what is judged with its reference. */
  overlap?: TextOverlap | null;
  /** Of the text that is judged: words, Chinese and Japanese characters. */
  judgedLength?: number | null;
  optionNames: readonly string[];
  /** Index of the right option. */
  gold: number | null;
  /** What its kind keeps at hand for figures. */
  noted?: unknown;
  answerLength: number | null;
  report: { reason: string; at: Date; by: string | null } | null;
};

export type PersonRow = {
  sittingId: string;
  /** The participant number within the study. */
  number: number;
  cohort: string | null;
  /** The one that chance gave them, the first being 1; null where there are none, or each case has its own. */
  arm?: number | null;
  language: string;
  state: Exclude<SittingState, "withdrawn" | "consented">;
  who: Population;
  /** By the rules of the plan and by hand; none means the person counts. */
  exclusions: readonly Exclusion[];
  checks: { passed: number; failed: number };
  /** At the questions after the instructions, where the plan has any. */
  tries?: readonly ComprehensionTry[] | null;
  /** Counted cases they were given, and how many of them have a choice. */
  cases: number;
  answered: number;
  /** Those that they couldn't read: no answer that counts, and unanswered where such count as wrong or right. */
  passed: number;
  activeMs: number | null;
  /** In milliseconds of the server's clock; null where it didn't happen. */
  startedAt?: number | null;
  submittedAt?: number | null;
};

/** What each answer scores by each measure of its kind, in the order of the kind. */
export type Measures = readonly Float64Array[];

/** The measure that the headline is about. */
export function mainScores({ measures }: { measures: Measures }): Float64Array {
  const [scores] = measures;
  if (!scores) throw new Error("a kind of task scores nothing");
  return scores;
}

/** One answer a place in each column, by person and then by position; practice is left out. */
export type AnswerColumns = {
  length: number;
  /** Indexes into people and cases. */
  person: Int32Array;
  case: Int32Array;
  position: Int16Array;
  /** 1 where something was decided. */
  decided: Uint8Array;
  /** What the kind counts it by: of options the index in the case's own order; -1 where there is nothing to count. */
  choice: Int16Array;
  /** The place it was shown at, from 0; -1 without a choice. */
  shownAt: Int8Array;
  /** NaN where nothing was decided, or there is no right answer to hold it against. */
  measures: Measures;
  /** How sure: by the slider, or the probability given to the chosen option. NaN where it isn't there. */
  confidence: Float64Array;
  /** 1 knew the work, 0 did not, -1 not said. */
  knows: Int8Array;
  activeMs: Int32Array;
  /** -1 where it isn't known. */
  firstMs: Int32Array;
  changes: Int32Array;
  focusLosses: Int32Array;
  flagged: Uint8Array;
  /** By the server's clock, from the start of the sitting to the first choice; NaN where it isn't known. */
  arrivedMs: Float64Array;
  /** The same number for the same words, whatever their blanks and capitals; 0 without a reason. */
  reason: Int32Array;
  /** 1 where the case couldn't be read: then there is no choice. */
  cannotRead: Uint8Array;
};

/** What one run answered to the study's cases: a place for each case in the order of cases. */
export type PredictionColumns = {
  /** NaN where it didn't answer. */
  measures: Measures;
  /** -1 not answered. */
  choice: Int16Array;
  /** 1 where the call failed; a case that is neither answered nor failed is missing. */
  failed: Uint8Array;
  /** 0 without probabilities. */
  rank: Int8Array;
  above: Int8Array;
  tied: Int8Array;
  /** NaN without probabilities. */
  confidence: Float64Array;
  squaredError: Float64Array;
  /** The probability of the right option. */
  goldProbability: Float64Array;
  /** What a measure gave; NaN where it gave none. */
  given: Float64Array;
};

/**
 * Why a run is in no ranking and no test: the selected cases are its confident errors; it is the same model by another
 * method or version; it had a part in making the benchmark; a server answered that only plays its models; or people of a
 * study gave its answers, or simulated people.
 */
export const unrankedReasons = ["selecting", "sibling", "filter", ...notByModel] as const;
export type UnrankedReason = (typeof unrankedReasons)[number];

export type RunRow = {
  id: number;
  model: string;
  method: string;
  version: string;
  /** Which of several runs of the same thing it is. */
  replicate?: number | null;
  isDemo: boolean;
  ranAt: string | null;
  /** What it had before it, as far as somebody wrote that down; empty otherwise. */
  context?: string;
  apart: UnrankedReason | null;
  /** The arm of this study that it was asked under, where those of people differ in what they are told. */
  arm?: number | null;
  /** The model that it was tuned from. */
  base?: string;
  /** When it came into the product. */
  addedAt?: Date;
  /** What it took on these cases, where it was made from here. */
  taken?: RunCosts | null;
  predictions: PredictionColumns;
};

export type RunCosts = {
  cases: number;
  /** Cases that have no answer after all tries. */
  failed: number;
  tries: number;
  /** Of all tries, one after the other. */
  seconds: number;
  /** Null where a try that was counted had no price. */
  money: number | null;
  currency: string;
};

/** The frame that the sample came from, where what a run said of its cases parts it. */
export type FrameRows = {
  /** As opening froze it, and how many of them are in the sample. */
  cells: readonly FrameCell[];
  /** Its cases as they are now, and what each run answered to them; null where the sample can't speak for all of it. */
  now: { cases: number; runs: ReadonlyMap<number, RunCounts> } | null;
};
export type RunCounts = { answered: number; failed: number; right: number };

/** Everything the figures of a study are made of, as it was at one moment. */
export type StudyRows = {
  /** Of all cases here: figures are made of one kind at a time. */
  kind: KindName;
  /** Of the study's cases, in the order of their tracks. */
  kinds: readonly KindName[];
  /** Changes with every answer, exclusion, withdrawal, report and import that any figure depends on. */
  stamp: string;
  study: StudyFacts;
  tracks: readonly TrackRow[];
  cohorts: readonly string[];
  /** Whether anybody real, and anybody simulated, has begun. */
  has: Readonly<Record<Population, boolean>>;
  /** By track and key. */
  cases: readonly CaseRow[];
  /** Who began and didn't withdraw, by number. */
  people: readonly PersonRow[];
  answers: AnswerColumns;
  /** Where the answers of each person begin; one more at the end. */
  firstOf: Int32Array;
  /** By model, method and version. */
  runs: readonly RunRow[];
  /** Null where no run had a part in choosing cases. */
  frame: FrameRows | null;
};
