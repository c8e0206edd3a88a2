import type { AppConfig } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import type { ReadingWords } from "#components/reading/words.ts";
import type { Unfolding } from "#components/task-kinds/registry.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";

// What a kind of task looks like. Types alone.

export type CaseProps = {
  shown: Pick<ShownCase, "content" | "names" | "language">;
  words: ReadingWords;
  unfolding?: Unfolding;
  value: OwnValue | null;
  /** What can be pressed in place of a decision: a radio button of the same field. */
  instead: ReactNode;
};
export type FeedbackProps = {
  names: readonly string[];
  /** As shown. */
  right: number;
  value: OwnValue;
  words: Pick<SittingWords, "practice">;
};

/** What a participant sees of one kind: fetched by those pages alone whose study has it. */
export type KindScreens = {
  /** A case to be read, with native fields to decide by: all of it works without a script. */
  Case: ComponentType<CaseProps>;
};

/** What an answer is called. */
export type KindNames = {
  /** What was decided, in the words of the case; null while nothing is. */
  nameDecision: (value: OwnValue, names: readonly string[]) => string | null;
  /** The same where the case itself is no longer there. */
  nameByPlace: (value: OwnValue, words: AppConfig["Messages"]["sending"]) => string | null;
};

/** What pages are drawn of that nobody answers at, or that only the server draws. */
export type KindViews = {
  /** Makes the screens known to everything in it. */
  Screens: ComponentType<{ children: ReactNode }>;
  /** Written for the instructions, and in no benchmark. */
  Example: ComponentType<{ language: StudyLanguage; words: Pick<SittingWords, "instructions" | "reading"> }>;
};

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
    words: AppConfig["Messages"]["room"]["contrary"];
    onChange: () => void;
  }): ReactNode;
};
