import type { AppConfig } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import type { SittingWords } from "#components/sitting/words.ts";
import type { Figure } from "#lib/figures/figure.ts";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { StoredPrediction } from "#lib/task-kinds/case-files.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";

// What a kind of task looks like. Types alone.

export type FeedbackProps = {
  names: readonly string[];
  /** As shown. */
  right: number;
  value: OwnValue;
  words: Pick<SittingWords, "practice" | "reading">;
};

/** What is told of a practice case that was answered: in a sentence, and on the card of each option. */
export type KindFeedback = {
  say(props: FeedbackProps): string;
  mark(props: FeedbackProps): ReactNode[];
};

/** What an answer is called. */
export type KindNames = {
  /** What was decided, in the words of the case; null while nothing is. */
  formatDecision: (value: OwnValue, names: readonly string[]) => string | null;
  /** The same where the case itself is no longer there. */
  formatByPlace: (value: OwnValue, words: AppConfig["Messages"]["sending"]) => string | null;
};

export type OwnOverviewProps = {
  rows: StudyRows;
  view: View;
  /** What else the address asks for. */
  asked: Readonly<Record<string, string | string[] | undefined>>;
};

/** As it is stored. */
export type StaffNotesProps = { content: unknown; language: string };

/** Decided against what one gave numbers to: known by its key, so that it is asked once. */
export type Doubt = { key: string };
export type EachConfidenceProps = {
  names: readonly string[];
  /** Of the names. */
  language: string;
  value: OwnValue | null;
  required: boolean;
  isGuided: boolean;
  words: Pick<SittingWords, "extra" | "optional">;
  error?: string;
};

/** What only a study needs that asks how sure people are. */
export type KindAsking<D extends Doubt = Doubt> = {
  /** Where each option gets a number. */
  EachConfidence: ComponentType<EachConfidenceProps>;
  findDoubt(value: OwnValue): D | null;
  DoubtQuestion(props: {
    doubt: D;
    names: readonly string[];
    words: AppConfig["Messages"]["answering"]["contrary"];
    onChange: () => void;
  }): ReactNode;
};

export type CaseFigureProps = {
  slug: string;
  view: View;
  /** The number of the study's case. */
  caseId: number;
  /** As the kind draws the case. */
  figure: Figure;
  models: CaseFigures["models"];
};

/** What a run answered, on the page of a case in its benchmark. */
export type PredictedAnswerProps = {
  prediction: Pick<StoredPrediction, "choice" | "probabilities" | "score" | "traits">;
  optionNames: readonly string[];
  gold: number | null;
};
