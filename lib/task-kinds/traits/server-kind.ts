import { hash } from "node:crypto";
import { z } from "zod";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type {
  CaseFiles,
  PredictionResult,
  PredictionFiles,
  StoredPrediction,
} from "#lib/task-kinds/case-files.ts";
import { keep, refuse } from "#lib/task-kinds/options/server-kind.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import { valueFrom, tied, decodeLevels } from "#lib/task-kinds/traits/decoded.ts";
import {
  encodeLevels,
  itemsOf,
  ofTraits,
  traitNames,
  type Level,
  type TraitName,
  type TraitsValue,
  traits,
  codeOf,
  levelsOf,
} from "#lib/task-kinds/traits/profile.ts";
import {
  drawInput,
  givenParts,
  isSide,
  level,
  listDrawn,
  levelNameAt,
  ofEachTrait,
  sides,
  traitsContentSchema,
  unlessMissing,
  type TraitsContent,
  showDrawn,
  type ShownTraits,
} from "#lib/task-kinds/traits/schema.ts";
import {
  traitLevels,
  traits as letters,
  type TraitProfile,
} from "#lib/metrics/scores/personality-similarity.ts";
import { commonLevel } from "#lib/metrics/scores/trait-levels.ts";
import { draw, happens, normal } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type Habit, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";
import type { AppConfig } from "next-intl";
import { makeSeveralKind } from "#lib/task-kinds/server-kind.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import { columnOf, type ExportedKind, type ModelFile, sureness } from "#lib/task-kinds/exports.ts";
import { locales } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { placeAmong, readObject } from "#lib/model-answers/read-answer.ts";
import {
  type ModelQuestion,
  type ReadReply,
  type CaseReply,
  explain,
  paragraphs,
  writeQuestion,
} from "#lib/task-kinds/model-questions/question.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

const keys = {
  draw: drawInput.nullish(),
  content: givenParts,
  gold: ofEachTrait(level, "gold").nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>> & {
  id?: string;
  group?: string | null;
  attributes?: Readonly<Record<string, string>> | null;
};

/**
 * Which of so many items are read, the first being 1, in their own order. It hangs on the name alone, which the sides of
 * one person share: the same for everybody who judges, and the same questions on either side.
 */
export function drawItems(name: string, count: number, wanted: number | null): number[] {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  if (wanted === null || wanted >= count) return all;
  return orderBySeed(all, 0, (place) => `item\n${name}\n${place}`)
    .slice(0, wanted)
    .sort((a, b) => a - b);
}

/** People who took part may stand for runs. */
const maxRuns = 1000;
const runLevels = z
  .array(level, {
    error: unlessMissing(
      "The levels of a trait are a list, one for each run, such as [“High”, “Neutral”, “High”].",
    ),
  })
  .min(1, "A trait needs the level of at least one run.")
  .max(maxRuns, `A judge can have at most ${maxRuns} runs.`);
const ofJudge = ofEachTrait(runLevels, "traits");

/** What a judge found: of each trait the level of every run. */
type TraitsPrediction = { traits?: z.output<typeof ofJudge> | null; repaired?: boolean };

function hold({ traits, repaired = false }: TraitsPrediction, failed: boolean): PredictionResult {
  if (failed) return keep({ failed, choice: null, traits: [] });
  if (traits == null)
    return refuse("traits", "a judge of this case gives the levels of five traits, in traits", null);
  const count = traits.openness.length;
  const other = traitNames.find((name) => traits[name].length !== count);
  if (other)
    return refuse(
      `traits.${other}`,
      `each trait needs a level of every run: openness has ${count}`,
      traits[other].length,
    );
  const byRun = Array.from({ length: count }, (_, run) => traitNames.map((name) => traits[name][run] ?? 1));
  return keep({ failed, repaired, choice: commonCode(byRun), traits: byRun.flat() });
}

function writeRuns({ traits }: StoredPrediction) {
  const runsOf = (at: number) =>
    (traits ?? []).flatMap((found, i) => (i % traitNames.length === at ? [levelNameAt(found)] : []));
  return { traits: ofTraits((_, at) => runsOf(at)) };
}

/** Several runs count as the level that most of them found. Nothing is right or wrong. */
export const traitsPredictions: PredictionFiles<TraitsPrediction> = {
  keys: { traits: ofJudge.nullish() },
  words: ["traits"],
  hold,
  write: writeRuns,
};

export const traitsFiles: CaseFiles<TraitsContent, TraitsContent> = {
  ...filesOfLines<TraitsContent>("traits", {
    content: traitsContentSchema,
    shown: ({ own }) => listDrawn(own),
    version: ({ own: { parts, draw, drawn }, gold }) => [parts, draw, drawn, gold],
    said: (own) => listDrawn(own).join("\n"),
  }),
  line: {
    keys,
    told: ["drawn"],
    check: (read) => {
      const { side } = (read as Line).attributes ?? {};
      if (side === undefined || isSide(side)) return [];
      const named = sides.map((one) => `“${one}”`).join(" or ");
      return [{ path: "attributes", message: `A side is ${named}. Call it so, or leave it out.` }];
    },
    read: (read, bytes) => {
      const { draw = null, content, gold, id, group } = read as Line;
      const items = itemsOf(content);
      const name = group ?? id ?? hash("sha256", JSON.stringify(items));
      return readOwn(bytes, {
        optionNames: [],
        gold: gold ? encodeLevels(traitNames.map((trait) => gold[trait])) : null,
        own: { parts: content.parts, draw, drawn: drawItems(name, items.length, draw) },
      });
    },
  },
  write({ content, gold }) {
    const { parts, draw, drawn } = traitsContentSchema.parse(content);
    const right = gold === null ? null : valueFrom(gold);
    return {
      // What was drawn is told; importing it again draws the same.
      ...(draw === null ? {} : { draw, drawn }),
      content: { parts },
      ...(right && { gold: ofTraits((name) => levelNameAt(right[name] ?? 1)) }),
    };
  },
  opening: (content) => listDrawn(content)[0] ?? null,
  predictions: traitsPredictions,
};

/** Five levels as the metrics take them; a tie is neutral. */
export const profileOf = (levels: readonly number[]): TraitProfile =>
  Object.fromEntries(
    letters.map((letter, at) => [letter, levels[at] === tied ? "neutral" : traitLevels[levels[at] ?? -1]]),
  );

/** What most of several runs found of each trait, as one number. */
function commonCode(runs: readonly (readonly number[])[]): number {
  return encodeLevels(
    traitNames.map((_, at) => {
      const found = runs.map((levels) => traitLevels[levels[at] ?? 1] ?? "neutral");
      const { level, isTie } = commonLevel(found);
      return isTie || level === null ? tied : traitLevels.indexOf(level);
    }),
  );
}

/** How those who judge differ, where a level is as wide as 1: figures have to find it again. */
export const raters = {
  /** Of whom answers are about, around neutral. */
  trait: 0.9,
  /** Of those who judge, by trait: above 0 they see more of it. */
  leaning: 0.2,
  /** Of each level by itself. */
  noise: { attentive: 0.25, hasty: 0.8, straight_lining: 0, position_bias: 0.4 } satisfies Record<
    Habit,
    number
  >,
  /** Of those who judge, from the first case to the fiftieth. */
  drift: 0.15,
} as const;
const driftsOver = 50;

const nearest = (felt: number) => Math.round(Math.min(2, Math.max(0, felt))) as Level;

/** What everybody would find who judges without an error. */
export const truthOf = ({ world }: Pick<SimulatedPerson, "world">, name: string, trait: TraitName): number =>
  1 + raters.trait * normal(world, "trait", name, trait);

function feel(person: SimulatedPerson, on: SimulatedCase, trait: TraitName): number {
  const { habit, seed } = person;
  const { name, position = 1 } = on;
  // Whoever always gives the same doesn’t look.
  if (habit === "straight_lining") return 2 * draw(seed, "favourite");
  const leaning = raters.leaning * normal(seed, "leaning", trait);
  const drift = (raters.drift * normal(seed, "drift") * position) / driftsOver;
  const noise = raters.noise[habit] * normal(seed, "noise", showingOf(on), trait);
  return truthOf(person, name, trait) + leaning + drift + noise;
}

export const simulatedTraits: SimulatedKind<TraitsValue> = {
  decide(person, on) {
    const { right, name } = on;
    const finds =
      right && happens(chanceToBeRight(person, name, right), person.seed, "finds it", showingOf(on));
    return finds ? valueFrom(right.option) : ofTraits((trait) => nearest(feel(person, on, trait)));
  },
  // One trait, by one level.
  waver({ seed }, on, decided) {
    const showing = showingOf(on);
    const at = Math.floor(draw(seed, "wavers on", showing) * traitNames.length);
    const level = decided[traitNames[at] ?? "openness"] ?? 1;
    const other = (level === 1 ? (draw(seed, "wavers to", showing) < 0.5 ? 0 : 2) : 1) as Level;
    return { ...decided, [traitNames[at] ?? "openness"]: other };
  },
  decision: valueFrom,
  fillIn: (value) =>
    Object.fromEntries(
      traitNames.flatMap((name) => {
        const level = value[name] ?? null;
        return level === null ? [] : [[name, String(level)]];
      }),
    ),
};

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
