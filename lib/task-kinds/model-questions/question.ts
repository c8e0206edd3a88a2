import type { Locale } from "#lib/i18n/locale.ts";
import type { CombineMethod } from "#lib/model-answers/combine-samples.ts";
import type { AnswerFailure } from "#lib/model-answers/read-answer.ts";
import type { Layout, OptionOrder } from "#lib/task-kinds/kind.ts";

// What a model is sent of a case, and how its text is read. Types alone.

/** A case as one question to a model has it. */
export type QuestionedCase<Content = unknown> = {
  content: Content;
  /** The prompt, of kinds that are asked by their own. */
  original: string;
  optionNames: readonly string[];
  /** Which option stands first, second, …. */
  layout: Layout;
  /** Of the case's track. */
  language: Locale;
};

/** What was said, as the kind's predictions take it; `repaired` where it had to be mended. */
export type CaseReply = Readonly<Record<string, unknown>> & { repaired: boolean };
export type ReadReply<Reply> =
  | { ok: true; said: Reply; normalised: boolean }
  | { ok: false; failure: AnswerFailure };

/** What a template of one's own may show of a case, by name. */
export type TemplateFields<Content = unknown> = {
  names: readonly string[];
  fill(
    asked: Pick<QuestionedCase<Content>, "content" | "optionNames" | "layout">,
    track: { name: string; language: string },
  ): Readonly<Record<string, string>>;
};

/** The part of what a case shows that is read once before all questions of a call; only cases that have it alike are in one. */
export const readOnce = "before";

/** Several cases in one call, numbered from 1 in their order. */
export type QuestionsTogether<Content = unknown, Reply extends CaseReply = CaseReply> = {
  /** The first one's part that is read once stands for all of them. */
  write(asked: readonly QuestionedCase<Content>[]): string;
  /** What the text says of the case at a place, from 0. */
  read(text: string, place: number, asked: QuestionedCase<Content>): ReadReply<Reply>;
  /** In English, for the parity record. */
  instructions: string;
};

export interface ModelQuestion<Content = unknown, Reply extends CaseReply = CaseReply> {
  /** Only a case that holds a prompt of its own can be asked about, and that is what is sent. */
  needsPrompt: boolean;
  optionOrder: OptionOrder;
  /** Of kinds that can be asked about in several orders of their options: whether those of this prompt can be put in another. */
  isOrderable?(asked: Pick<QuestionedCase<Content>, "original" | "optionNames">): boolean;
  /** The one message. What only staff know of a case is never in it. */
  write(asked: QuestionedCase<Content>): string;
  read(text: string, asked: QuestionedCase<Content>): ReadReply<Reply>;
  /** What the answers to several samples come to, at least one; of a run that asks once, `combining` is null. */
  combine(said: readonly Reply[], combining: CombineMethod | null, optionNames: readonly string[]): CaseReply;
  /** In English, for the parity record: what was sent beside the wording, and the parts that a case shows. */
  instructions: string;
  listSent(content: Content): readonly string[];
  /** Of kinds of which all cases of a group can be asked about in one call. */
  together?: QuestionsTogether<Content, Reply>;
  /** Of kinds that are asked by a prompt: what takes its place can show these. */
  fields?: TemplateFields<Content>;
}
