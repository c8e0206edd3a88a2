import { locales, sayIn } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { labelNames, resolveLabels, type GivenLabels } from "#lib/task-kinds/label-set.ts";
import type { LabelContent } from "#lib/task-kinds/label/schema.ts";
import { combineChoices, readPlace } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { listNumbered, paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";

type Said = SaidOfCase & { label?: string; probabilities?: readonly number[] };

/** What each label may be called: by its name in files, and as people see it in either language. */
const namesOf = (given: GivenLabels) =>
  resolveLabels(given).labels.map(({ name, label }) => [
    name,
    ...locales.flatMap((language) => label?.[language] ?? []),
  ]);

export const labelQuestion: ModelQuestion<LabelContent, Said> = {
  needsPrompt: false,
  optionOrder: "fixed",
  write({ content: { parts, labels: given }, language }) {
    const words = wordsIn(language, "taskKinds.label.sitting.reading");
    const { question, labels, notes } = resolveLabels(given);
    const listed = labels.map(({ name, label, about }) => ({
      name: label ? sayIn(label, language) : name,
      ...(about && { about: sayIn(about, language) }),
    }));
    return writeQuestion({
      language,
      task: wordsIn(language, "modelQuestions")("label", { judged: words("parts.judged") }),
      read: parts.map(({ role, text }) => ({ title: words(`parts.${role}`), text })),
      asked: {
        title: words("candidates"),
        text: paragraphs(
          question ? sayIn(question, language) : words("ask"),
          listNumbered(listed, language),
          notes && sayIn(notes, language),
        ),
      },
      form: { label: listed.map(({ name }) => name) },
    });
  },
  read(text, { content: { labels } }) {
    const found = readPlace(text, "label", namesOf(labels));
    if (!found.ok) return found;
    const label = labelNames(labels)[found.place] ?? "";
    return { ok: true, said: { label, repaired: found.isMended }, normalised: false };
  },
  combine(said, combining, optionNames) {
    const places = said.map(({ label = "" }) => optionNames.indexOf(label));
    const combined = combineChoices(places, combining, optionNames);
    const repaired = said.some((one) => one.repaired);
    return "shares" in combined
      ? { probabilities: combined.shares, repaired }
      : { label: combined.chosen ?? "", repaired };
  },
  instructions: "the labels’ own words and rules; one label asked for as JSON",
  listSent: ({ parts }) => parts.map(({ role }) => role),
};
