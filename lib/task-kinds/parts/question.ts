import { textIn, type Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { listNumbered, paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import type { AnswerForm } from "#lib/task-kinds/model-questions/write-question.ts";
import type { TextPart } from "#lib/task-kinds/parts/schema.ts";
import type { ScaleWords } from "#lib/task-kinds/scale.ts";

type Entry = { name?: string; label?: ScaleWords | undefined; about?: ScaleWords | undefined };
type JudgingTask = {
  kind: "rating" | "label";
  parts: readonly TextPart[];
  /** In place of the usual question. */
  question: ScaleWords | undefined;
  entries: readonly Entry[];
  notes: ScaleWords | undefined;
  form: (names: readonly string[]) => AnswerForm;
  language: Locale;
};

/** Of kinds that judge a part by entries that each stand for something: what a model is asked is what people read. */
export const questionOfParts = {
  needsPrompt: false,
  optionOrder: "fixed",
  listSent: ({ parts }: { parts: readonly TextPart[] }) => parts.map(({ role }) => role),
} as const;

export function writeJudging({ kind, parts, question, entries, notes, form, language }: JudgingTask): string {
  const words = wordsIn(language, `taskKinds.${kind}.sitting.reading`);
  const listed = entries.map(({ name = "", label, about }) => ({
    name: label ? textIn(label, language) : name,
    ...(about && { about: textIn(about, language) }),
  }));
  const ask = () => wordsIn(language, "taskKinds.label.sitting.reading")("ask");
  return writeQuestion({
    language,
    task: wordsIn(language, "modelQuestions")(kind, { judged: words("parts.judged") }),
    read: parts.map(({ role, text }) => ({ title: words(`parts.${role}`), text })),
    asked: {
      title: words("candidates"),
      text: paragraphs(
        question ? textIn(question, language) : ask(),
        listNumbered(listed, language),
        notes && textIn(notes, language),
      ),
    },
    form: form(listed.map(({ name }) => name)),
  });
}
