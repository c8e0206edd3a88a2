import type { AppConfig } from "next-intl";
import { z } from "zod";
import { makeSeveralKind } from "#lib/task-kinds/server-kind.ts";
import { traits } from "#lib/task-kinds/traits/kind.ts";
import { traitsFiles, type TraitsPrediction } from "#lib/task-kinds/traits/case-files.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import {
  codeOf,
  itemsOf,
  levelsOf,
  ofTraits,
  traitNames,
  type TraitName,
  type TraitsValue,
  type Level,
} from "#lib/task-kinds/traits/profile.ts";
import {
  showDrawn,
  type ShownTraits,
  type TraitsContent,
  levelNameAt,
  listDrawn,
} from "#lib/task-kinds/traits/schema.ts";
import { simulatedTraits } from "#lib/task-kinds/traits/simulation.ts";
import { columnOf, type ExportedKind, type ModelFile, sureness } from "#lib/task-kinds/exports.ts";
import { decodeLevels, tied } from "#lib/task-kinds/traits/decoded.ts";
import { locales } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { placeAmong, readObject } from "#lib/model-answers/read-answer.ts";
import type { ModelQuestion, ReadReply, CaseReply } from "#lib/task-kinds/model-questions/question.ts";
import { explain, paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** Five traits of whoever gave a set of answers, each low, neutral or high. */
const traitsSpec: KindSpec = {
  name: "traits",
  answer: { decides: "levels" },
  content: { noted: "drawn" },
};

/** What people told as a judge's results: each of them is one of its runs. */
const peopleAsJudge: ModelFile = {
  ending: "jsonl",
  countCategories: () => 4 ** traitNames.length,
  method: "people one by one",
  answer(counts) {
    const people = [...counts].flatMap((count, code) =>
      Array.from({ length: count }, () => decodeLevels(code) ?? []),
    );
    return { traits: ofTraits((_, at) => people.map((levels) => levelNameAt(levels[at] ?? 1))) };
  },
};

type Runs = NonNullable<TraitsPrediction["traits"]>;
type ModelReply = CaseReply & { traits: Runs };

const reading = "taskKinds.traits.sitting.reading";
const levelKeys = ["low", "neutral", "high"] as const;
const namedLevels = levelKeys.map((key, at) => [
  key,
  levelNameAt(at),
  ...locales.map((language) => wordsIn(language, reading)(`levels.${key}`)),
]);

function read(text: string): ReadReply<ModelReply> {
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

const traitsQuestion: ModelQuestion<TraitsContent, ModelReply> = {
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

const only = columnOf(traitsSpec.name);

/** `levels`: of a row, what was found of each trait. */
const columnsOf = <Row>(
  about: (trait: string) => string,
  levels: (row: Row) => readonly (number | null)[] | null,
) =>
  ofTraits((name, at) =>
    only(about(name), (row: Row) => {
      const level = levels(row)?.[at] ?? null;
      return level === null ? null : levelNameAt(level === tied ? 1 : level);
    }),
  );

const confidence = sureness("confidence from 0 to 1");

const columns: ExportedKind<TraitsValue>["columns"] = {
  answers: {
    ...columnsOf((name) => `${name}: Low, Neutral or High; empty if none was given`, levelsOf),
    confidence,
  },
  cases: {
    drawn: only(
      "numbers of the items that were read, in their order; the first item of the case is 1",
      ({ noted }) => noted as number[],
      z.array(z.int().min(1)).optional(),
    ),
  },
  predictions: columnsOf(
    (name) =>
      `${name} by the judge: the level that most of its runs found, neutral if tied; empty for a failed call`,
    ({ choice }: { choice: number | null }) => (choice === null ? null : decodeLevels(choice)),
  ),
  history: { ...columnsOf((name) => `${name} at that time`, levelsOf), confidence },
};

type ToldLevel = (typeof levelKeys)[number] | null;
type ToldCase = { items: readonly string[] };
type ToldTraits = { traits: Readonly<Record<TraitName, ToldLevel>> };
/** With those that only this kind has. */
type Words = AppConfig["Messages"]["ownData"]["file"] &
  AppConfig["Messages"]["taskKinds"]["traits"]["ownData"]["file"];

const takenTraits: KindOwnData<ShownTraits, TraitsValue, ToldCase, ToldTraits> = {
  toOwnCase: (content) => ({ items: itemsOf(content) }),
  toOwnAnswer({ openness, conscientiousness, extraversion, agreeableness, neuroticism, ...rest }) {
    const given = { openness, conscientiousness, extraversion, agreeableness, neuroticism };
    return { ...rest, traits: ofTraits((name) => (given[name] === null ? null : levelKeys[given[name]])) };
  },
  writeCase: ({ items }) => writeReading(items),
  writeDecision({ traits }, given) {
    const words = given as Words;
    const said = traitNames.flatMap((name) => {
      const level = traits[name];
      return level === null ? [] : [`${words.traits[name]}: ${words.levels[level]}`];
    });
    return said.length === 0 ? words.nothing : said.join("; ");
  },
};

export const traitsServer = makeSeveralKind<TraitsContent, TraitsValue, TraitsContent>(traitsSpec, traits, {
  ...traitsFiles,
  category: codeOf,
  columns,
  peopleAsModel: peopleAsJudge,
  modelQuestion: traitsQuestion,
  simulate: simulatedTraits,
  takeAlong: takenTraits,
  arrange: (content) => ({ content: showDrawn(content), names: [] }),
  listWords: (shown) => ({ passage: itemsOf(shown).join("\n"), beside: [] }),
});
