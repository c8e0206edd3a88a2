import { locales } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { placeAmong } from "#lib/model-answers/place-among.ts";
import { readObject } from "#lib/model-answers/read-object.ts";
import type { ModelQuestion, ReadReply, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { explain, paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import type { GivenTraits } from "#lib/task-kinds/traits/predictions.ts";
import { traitNames, type Level, type TraitName } from "#lib/task-kinds/traits/profile.ts";
import { listDrawn, nameLevel, type TraitsContent } from "#lib/task-kinds/traits/schema.ts";

type Runs = NonNullable<GivenTraits["traits"]>;
type Said = SaidOfCase & { traits: Runs };

const reading = "taskKinds.traits.sitting.reading";
const levelKeys = ["low", "neutral", "high"] as const;
const namedLevels = levelKeys.map((key, at) => [
  key,
  nameLevel(at),
  ...locales.map((language) => wordsIn(language, reading)(`levels.${key}`)),
]);

const ofTraits = <Of>(of: (name: TraitName) => Of) =>
  Object.fromEntries(traitNames.map((name) => [name, of(name)])) as Record<TraitName, Of>;

function read(text: string): ReadReply<Said> {
  if (text.trim() === "") return { ok: false, failure: "empty" };
  const object = readObject(text);
  if (!object) return { ok: false, failure: "no_json" };
  const found = traitNames.map((name) => {
    const said = object.get(name);
    return typeof said === "string" ? placeAmong(said.trim(), namedLevels) : null;
  });
  if (found.includes(null)) return { ok: false, failure: "names" };
  const levels = ofTraits((name) => [(found[traitNames.indexOf(name)]?.place ?? 1) as Level]);
  const repaired = object.isMended || found.some((one) => one?.isMended);
  return { ok: true, said: { traits: levels, repaired }, normalised: false };
}

export const traitsQuestion: ModelQuestion<TraitsContent, Said> = {
  needsPrompt: false,
  optionOrder: "fixed",
  write({ content, language }) {
    const words = wordsIn(language, reading);
    const items = listDrawn(content);
    const title = (name: TraitName) =>
      language === "en" ? name : `${name}（${words(`traits.${name}.name`)}）`;
    return writeQuestion({
      language,
      task: wordsIn(language, "modelQuestions")("traits"),
      read: items.map((text, at) => ({ title: words("answer", { number: at + 1 }), text })),
      asked: {
        title: words("candidates"),
        text: paragraphs(
          words("question"),
          traitNames.map((name) => `- ${title(name)}\n  ${words(`traits.${name}.about`)}`).join("\n"),
          words("neutral"),
          language === "en"
            ? null
            : levelKeys.map((key) => explain(key, words(`levels.${key}`), language)).join("；"),
        ),
      },
      form: ofTraits(() => levelKeys),
    });
  },
  read,
  // Every run is kept: the level that most of them found is the profile.
  combine: (said) => ({
    traits: ofTraits((name) => said.flatMap(({ traits }) => traits[name])),
    repaired: said.some((one) => one.repaired),
  }),
  instructions: "what each trait means; a level of each of five traits asked for as JSON",
  listSent: () => ["the drawn answers"],
};
