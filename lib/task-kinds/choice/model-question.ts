import { combineSamples } from "#lib/model-answers/combine-samples.ts";
import { readAnswer } from "#lib/model-answers/read-answer.ts";
import type { ModelQuestion, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { choiceFields } from "#lib/task-kinds/choice/template-fields.ts";
import { findCandidates, reorderCandidates } from "#lib/task-kinds/choice/prompt/reorder-candidates.ts";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";

type Said = SaidOfCase & { probabilities: readonly number[] };

/** As models are asked everywhere else: by the prompt that the case holds, to the byte but for the order of its candidates where that is another. */
export const choiceQuestion: ModelQuestion<ChoiceContent, Said> = {
  needsPrompt: true,
  optionOrder: "fixed",
  isOrderable: ({ original, optionNames }) => findCandidates(original, optionNames) !== null,
  write: ({ original, optionNames, layout }) => reorderCandidates(original, optionNames, layout),
  read(text, { optionNames }) {
    const read = readAnswer(text, optionNames);
    if (!read.ok) return read;
    const { probabilities, normalised, repairs } = read;
    return { ok: true, said: { probabilities, repaired: repairs.length > 0 }, normalised };
  },
  combine(said, combining, optionNames) {
    const repaired = said.some((one) => one.repaired);
    const given = said.map(({ probabilities }) => probabilities);
    const combined = combineSamples(given, combining ?? "mean");
    if (combined === null) throw new Error("no sample brought an answer");
    return "choice" in combined
      ? { choice: optionNames[combined.choice], repaired }
      : { probabilities: combined.probabilities, repaired };
  },
  instructions: "",
  listSent: () => [],
  fields: choiceFields,
};
