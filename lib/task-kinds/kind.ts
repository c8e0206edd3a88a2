import type { AppConfig } from "next-intl";
import type { z } from "zod";

// What a kind of task is to the rest of the house. Types alone: a browser loads none of it.

/**
 * What an answer has of its own kind. On the wire, in revisions and in drafts it stands flat beside the parts that the
 * answers of all kinds have.
 */
export type OwnValue = Readonly<Record<string, unknown>>;
/** Which option of the case stands first, second, … for one participant; empty where a kind has no options. */
export type Layout = readonly number[];
/** A case's content and options as one participant gets them. */
export type ShownPart<Content> = { content: Content; names: readonly string[] };
/** The right answer as it is stored. */
export type StoredGold = { choice: number | null };
/** What an answer lacks, by the key of the words that say so. */
export type MissingPart = keyof AppConfig["Messages"]["sitting"]["missing"];
/** How a study asks how sure one is. */
export type ConfidenceQuestion = {
  confidence: {
    ask: "off" | "optional" | "required";
    form: "slider" | "options";
    guided?: boolean | undefined;
  };
};
/** Whether each participant gets the options in an order of their own. */
export type OptionOrder = "random" | "fixed";

type Fields = { get: (name: string) => unknown };
/** What stands in fields and is no answer yet. */
export type UnreadField = {
  says: MissingPart;
  /** The missing part that this is told in place of. */
  insteadOf: MissingPart;
  /** The parts of the value that are left out for it. */
  parts: readonly string[];
};
export type FormRead<Value> = {
  value: Value;
  /** As it stands in the fields, unfit or not. */
  written: Value;
  problem: UnreadField | null;
};

/** What the server and the browser both know of a kind: it travels with a participant's first page, so it is small. */
export interface TaskKind<Value extends OwnValue = OwnValue> {
  /** Of each part the empty one: null, or a list of nothing. */
  nothing: Value;
  /**
   * What was decided, shortly: answers that decide the same have the same words, and so has the case's right answer in
   * `case_golds.choice`. Null while nothing is decided.
   */
  decide(value: Value): string | null;
  /** What the study requires and the own parts lack, in the order of the screen. */
  listMissing(value: Value, asked: ConfidenceQuestion): MissingPart[];
  /** Where something unfolds: it stands open until somebody folds it. */
  beginsUnfolded?: true;
  /** The field with which one decides, or how the names of those begin. Who can't read a case says so there, too. */
  decidingField: string;
}

/** How an answer stands in fields: what a page needs once somebody answers at it. */
export interface FormKind<Value extends OwnValue = OwnValue> {
  /** Whether a field changes with every key or step, so that a change of it is not yet what was meant. */
  isGradual?(field: string): boolean;
  readForm(form: Fields, optionCount: number, asked: ConfidenceQuestion): FormRead<Value>;
  /** By the names of radio buttons: the value of the one that is pressed. */
  pressedIn(value: Value): Readonly<Record<string, string>>;
  /** Parts that are drawn anew where they change from elsewhere: their fields tell more than they hold. */
  drawnParts?: readonly string[];
  /** What can be stored of a value that is still being worked at; all of it where a kind says nothing. */
  withoutUnfit?(value: Value): Value;
  /** `gold` as shown. */
  isRight(value: Value, gold: number): boolean;
}

/** How answers of a kind are stored and shown: all that the server needs to take one. */
export interface AnswerKind<Value extends OwnValue = OwnValue> {
  /** Of an answer's own parts, stored with each revision. */
  version: number;
  isAskedOnly(value: Value, asked: ConfidenceQuestion): boolean;
  /** Null where it doesn't fit the case as it was served. */
  toStored(value: Value, layout: Layout): Value | null;
  toShown(value: Value, layout: Layout): Value;
  /** The own parts of an answer as a screen sends them and a revision holds them, each with its default. */
  answer: z.ZodRawShape;
  /** `name` is the case's own, so that ids and the order of rows don't matter. */
  layOut(optionCount: number, order: OptionOrder, seed: bigint, name: string): number[];
  /** Which of the options shown is right; null where none is known. */
  showGold(gold: StoredGold, layout: Layout): number | null;
}
