import { wordsIn } from "#lib/i18n/words.ts";
import { combineChoices, readPlace } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import { listSaid } from "#lib/task-kinds/texts/case-files.ts";
import type { TextsContent } from "#lib/task-kinds/texts/schema.ts";

type Said = SaidOfCase & { choice?: string; probabilities?: readonly number[] };

const letterOf = (at: number) => String.fromCodePoint(65 + at);

export const textsQuestion: ModelQuestion<TextsContent, Said> = {
  needsPrompt: false,
  optionOrder: "random",
  write({ content: { question, before }, optionNames, layout, language }) {
    const words = wordsIn(language, "taskKinds.texts.sitting.reading");
    const options = layout.map((option, at) => `${letterOf(at)}. ${optionNames[option] ?? ""}`);
    return writeQuestion({
      language,
      task: wordsIn(language, "modelQuestions")("texts"),
      read: before ? [{ title: words("conversation"), text: listSaid(before).join("\n") }] : [],
      asked: { title: words("candidates"), text: paragraphs(question, options.join("\n")) },
      form: { choice: options.map((_, at) => letterOf(at)) },
    });
  },
  // By its letter, by its text, or by both.
  read(text, { optionNames, layout }) {
    const named = layout.map((option, at) => {
      const [letter, name] = [letterOf(at), optionNames[option] ?? ""];
      return [letter, `(${letter})`, `${letter})`, `${letter}.`, name, `${letter}. ${name}`];
    });
    const found = readPlace(text, "choice", named);
    if (!found.ok) return found;
    const choice = optionNames[layout[found.place] ?? -1] ?? "";
    return { ok: true, said: { choice, repaired: found.isMended }, normalised: false };
  },
  combine(said, combining, optionNames) {
    const places = said.map(({ choice = "" }) => optionNames.indexOf(choice));
    const combined = combineChoices(places, combining, optionNames);
    const repaired = said.some((one) => one.repaired);
    return "shares" in combined
      ? { probabilities: combined.shares, repaired }
      : { choice: combined.chosen ?? "", repaired };
  },
  instructions: "the question and the answers that people get; a letter asked for as JSON",
  listSent: ({ before }) => [...(before ? ["what comes before the question"] : []), "question", "answers"],
};
