import { wordsIn } from "#lib/i18n/words.ts";
import {
  combineChoices,
  letterOf,
  nameOptions,
  readPlace,
} from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import { listSaid } from "#lib/task-kinds/texts/case-files.ts";
import { textsTogether } from "#lib/task-kinds/texts/questions-together.ts";
import type { TextsContent } from "#lib/task-kinds/texts/schema.ts";

type Said = SaidOfCase & { choice?: string; probabilities?: readonly number[] };

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
  read(text, { optionNames, layout }) {
    const found = readPlace(text, "choice", nameOptions({ optionNames, layout }));
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
  together: textsTogether,
  listSent: ({ before }) => [...(before ? ["what comes before the question"] : []), "question", "answers"],
};
