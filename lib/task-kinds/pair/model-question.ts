import { locales, sayIn } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { maxSaid, readPlace } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import { sideNames, type GivenSide } from "#lib/task-kinds/pair/predictions.ts";
import { showPair, type PairContent } from "#lib/task-kinds/pair/schema.ts";

type Said = SaidOfCase & GivenSide;

const letters = ["A", "B"] as const;
const form = [...letters, "tie"] as const;

/** What each answer may be called; “Text A” and what people press as well. */
const named = form.map((name, at) => {
  const inWords = locales.map((language) => {
    const words = wordsIn(language, "taskKinds.pair.sitting.reading");
    return at < letters.length ? `${words("parts.judged")} ${name}` : words("better.neither");
  });
  return [name, ...inWords];
});

/** What most samples prefer; neither where as many prefer another. */
function maxPreferred(places: readonly number[]): number {
  const most = maxSaid(places);
  const countOf = (place: number) => places.filter((one) => one === place).length;
  const isTied = [...new Set(places)].some((place) => place !== most && countOf(place) === countOf(most));
  return isTied ? sideNames.indexOf("tie") : most;
}

export const pairQuestion: ModelQuestion<PairContent, Said> = {
  needsPrompt: false,
  optionOrder: "random",
  write({ content, layout, language }) {
    const words = wordsIn(language, "taskKinds.pair.sitting.reading");
    const { question, context, sides } = showPair(content, layout[0]);
    return writeQuestion({
      language,
      task: wordsIn(language, "modelQuestions")("pair"),
      read: [
        ...context.map(({ role, text }) => ({ title: words(`parts.${role}`), text })),
        ...sides.map((text, at) => ({ title: `${words("parts.judged")} ${letters[at]}`, text })),
      ],
      asked: { title: words("candidates"), text: sayIn(question, language) },
      form: { better: form },
    });
  },
  read(text, { layout }) {
    const found = readPlace(text, "better", named);
    if (!found.ok) return found;
    const choice = sideNames[layout[found.place] ?? -1] ?? "tie";
    return { ok: true, said: { choice, repaired: found.isMended }, normalised: false };
  },
  combine(said) {
    const places = said.map(({ choice }) => sideNames.findIndex((name) => name === choice));
    return { choice: sideNames[maxPreferred(places)], repaired: said.some((one) => one.repaired) };
  },
  instructions: "the question that people get; A, B or tie asked for as JSON",
  listSent: ({ parts }) => parts.map(({ role }) => role),
};
