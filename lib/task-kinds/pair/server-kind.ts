import { z } from "zod";
import type { CaseFiles, PredictionResult, PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { keep, refuse, simulatedOptions, addColumns } from "#lib/task-kinds/options/server-kind.ts";
import {
  formatOriginName,
  tie,
  askedBy,
  questionInput,
  nameQuestion,
  pairContentSchema,
  pairInput,
  showPair,
  type PairContent,
  type ShownPair,
  shownNames,
  type Origin,
} from "#lib/task-kinds/pair/schema.ts";
import { filesOfLines, readOwn, openingOf, shownParts, textsOf } from "#lib/task-kinds/parts/files.ts";
import { draw, normal } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type Habit, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";
import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import { columnOf, fromOne, type ModelFile } from "#lib/task-kinds/exports.ts";
import { locales, textIn } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import {
  maxSaid,
  readPlace,
  type ModelQuestion,
  type CaseReply,
  writeQuestion,
  questionOfParts,
} from "#lib/task-kinds/model-questions/question.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** What files call the answers to a pair, by the order of its texts in the file. */
const sideNames = ["first", "second", "tie"] as const;

const keys = {
  question: questionInput.nullish(),
  content: pairInput,
  gold: z
    .enum(sideNames, "gold must be first, second or tie, by the order in this line. Leave it out if unknown.")
    .nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>>;

const showParts = ({ question, parts }: PairContent) => ({ question, parts: shownParts(parts) });
const sorted = (origin: PairContent["origins"][number]) =>
  Object.entries(origin).sort(([a], [b]) => (a < b ? -1 : 1));

/** All that is read of it, the same whichever text stands first. */
const wordsOf = ({ question, context, sides }: ShownPair): string =>
  [...context.map(({ text }) => text), Object.values(question)[0], ...sides.toSorted()].join("\n");

type SidePrediction = { choice?: string | null; repaired?: boolean };

function hold({ choice, repaired = false }: SidePrediction, failed: boolean): PredictionResult {
  const side = failed ? null : sideNames.findIndex((name) => name === choice);
  return side !== null && side < 0
    ? refuse(
        "choice",
        `a judge of a pair says ${sideNames.join(", ")}, by the order of the two texts in the file of cases`,
        choice,
      )
    : keep({ failed, repaired, choice: side });
}

/** A judge says which text is better, and nothing of how sure it is. */
export const pairPredictions: PredictionFiles<SidePrediction> = {
  keys: { choice: z.string("This must be text.").nullish() },
  words: ["a choice"],
  hold,
  write: ({ choice }) => ({ choice: sideNames[choice ?? -1] }),
};

export const pairFiles: CaseFiles<PairContent, PairContent> = {
  ...filesOfLines<PairContent>("pair", {
    content: pairContentSchema,
    shown: ({ own }) => [own.question, shownParts(own.parts)],
    // With their origins: what is known of a case stands with its version.
    version: ({ own, gold }) => [own.question, own.parts, own.origins.map(sorted), gold],
    said: (own) => wordsOf(showPair(own)),
  }),
  line: {
    keys,
    check: () => [],
    read: (read, bytes) => {
      const { question, content, gold } = read as Line;
      const [one = {}, other = {}] = content.parts.flatMap(({ origin }) => (origin ? [origin] : []));
      return readOwn(bytes, {
        optionNames: [formatOriginName(one), formatOriginName(other), tie],
        gold: gold == null ? null : sideNames.indexOf(gold),
        own: {
          question: askedBy(question),
          parts: content.parts.map(({ origin: _, ...part }) => part),
          origins: [one, other],
        },
      });
    },
  },
  write({ content, gold }) {
    const { question, parts, origins } = pairContentSchema.parse(content);
    const left = [...origins];
    return {
      question: nameQuestion(question),
      content: {
        parts: parts.map((part) => (part.role === "judged" ? { ...part, origin: left.shift() } : part)),
      },
      ...(gold === null ? {} : { gold: sideNames[gold] }),
    };
  },
  opening: openingOf,
  predictions: pairPredictions,
};

/** What makes one text be preferred, in log-odds: figures have to find it again. */
export const sides = {
  /** Of origins, around 0. */
  strength: 0.9,
  /** What a case adds to one of its texts, the same for everybody. */
  ofCase: 0.3,
  /** Of people: above 0 they like what they read first. */
  bias: 0.2,
  habitual: 1.5,
  /** Closer than this nobody can tell them apart. */
  tied: 0.3,
  /** How much of it who looks hastily sees. */
  seen: { attentive: 1, hasty: 0.4, straight_lining: 0, position_bias: 0.8 } satisfies Record<Habit, number>,
} as const;

const [one, other, tied] = [0, 1, 2];

export const strengthOf = ({ world }: Pick<SimulatedPerson, "world">, origin: string): number =>
  sides.strength * normal(world, "strength", origin);
export const biasOf = ({ seed, habit }: SimulatedPerson): number =>
  sides.bias * normal(seed, "side bias") + (habit === "position_bias" ? sides.habitual : 0);

const logistic = (share: number) => Math.log(share / (1 - share));

function choose(person: SimulatedPerson, on: SimulatedCase): number {
  const { seed, habit, world } = person;
  const { name, right, origins = [] } = on;
  if (habit === "straight_lining") return Math.floor(draw(seed, "favourite") * 3);
  if (right && draw(seed, "finds it", showingOf(on)) < chanceToBeRight(person, name, right))
    return right.option;
  const [first = "", second = ""] = origins;
  const liking = (origin: string) =>
    strengthOf(person, origin) + sides.ofCase * normal(world, "text", name, origin);
  const felt = origins.length > 0 ? sides.seen[habit] * (liking(first) - liking(second)) : 0;
  const lead = felt + biasOf(person) + logistic(draw(seed, "side", showingOf(on)));
  if (Math.abs(lead) < sides.tied) return tied;
  return lead > 0 ? one : other;
}

const decided = (choice: number): OptionValue => ({ choice, probabilities: [] });

/** A preference comes of who wrote the two texts, of where they stand, and of chance. */
export const simulatedPairs: SimulatedKind<OptionValue> = {
  ...simulatedOptions,
  originsOf: (optionNames, layout) => layout.slice(0, 2).map((side) => optionNames[side] ?? ""),
  decide: (person, on) => decided(choose(person, on)),
  // Who isn't sure goes from one text to neither, and from neither to one of them.
  waver: ({ seed }, on, { choice }) =>
    choice === null
      ? null
      : decided(choice === tied ? (draw(seed, "wavers to", showingOf(on)) < 0.5 ? one : other) : tied),
};

/** Two texts side by side: the one is better, the other, or neither. */
const pairSpec: KindSpec = {
  name: "pair",
  answer: { decides: "side" },
  content: { noted: "origins" },
};

/** What people preferred as a judge's results: what most of them said, and a tie where nothing has most. */
const peopleAsJudge: ModelFile = {
  ending: "jsonl",
  method: "choice of most",
  answer(counts) {
    const most = Math.max(...counts);
    const said = sideNames.filter((_, at) => counts[at] === most);
    return { choice: said.length === 1 ? said[0] : "tie" };
  },
};

type OwnPairCase = Pick<ShownPair, "context" | "question"> & { texts: ShownPair["sides"] };
type OwnPair = { better: (typeof better)[number] | null };

const better = ["first", "second", "neither"] as const;

/** The texts are counted as this participant saw them. */
const pairOwnData: KindOwnData<unknown, OptionValue, OwnPairCase, OwnPair> = {
  toOwnCase(shown) {
    const { context, question, sides } = shown as ShownPair;
    return { context, question, texts: sides };
  },
  toOwnAnswer: ({ choice, ...rest }) => ({ better: better[choice ?? -1] ?? null, ...rest }),
  writeCase: ({ context, question, texts }) =>
    writeReading(
      [...textsOf(context), Object.values(question).join("\n")],
      texts.map((name) => ({ name })),
    ),
  writeDecision: (told, words) =>
    told.better === null ? words.nothing : (shownNames[better.indexOf(told.better)] ?? ""),
};

type ModelReply = CaseReply & SidePrediction;

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

const pairQuestion: ModelQuestion<PairContent, ModelReply> = {
  ...questionOfParts,
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
      asked: { title: words("candidates"), text: textIn(question, language) },
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
};

const only = columnOf(pairSpec.name);

const originsOf = (noted: unknown) => noted as readonly [Origin, Origin];

/** Null for a tie, and where nothing was decided; written as the cases' origins are, so that they join. */
const preferred = (by: string) =>
  only(
    `origin of the text that ${by} preferred, as JSON like first_origin and second_origin; empty for a tie`,
    ({ choice, noted }: { choice: number | null; noted: unknown }) => {
      const origin = choice === null ? undefined : originsOf(noted)[choice];
      return origin ? JSON.stringify(origin) : null;
    },
  );
const originOf = (which: string, at: 0 | 1) =>
  only(`origin of the ${which} text, as JSON: texts by name`, ({ noted }: { noted: unknown }) =>
    JSON.stringify(originsOf(noted)[at]),
  );

/** What kinds with options export, the options being the first text, the second, and a tie. */
const columns = addColumns({
  answers: {
    preferred_origin: preferred("the participant"),
    preferred_side: only(
      "1 if the preferred text was shown first, 2 if it was shown second; empty for a tie",
      ({ choice, layout }) => (choice === null || choice > 1 ? null : fromOne(layout.indexOf(choice))),
      z.int().min(1).max(2).nullable().optional(),
    ),
  },
  cases: { first_origin: originOf("first", 0), second_origin: originOf("second", 1) },
  predictions: { preferred_origin: preferred("the judge") },
});

export const pairServer = makeOptionKind<PairContent, OptionValue, PairContent>(pairSpec, {
  ...pairFiles,
  columns,
  peopleAsModel: peopleAsJudge,
  modelQuestion: pairQuestion,
  simulate: simulatedPairs,
  takeAlong: pairOwnData,
  // Field by field: who wrote a text never reaches who judges it.
  arrange: (content, _optionNames, layout): { content: ShownPair; names: readonly string[] } => ({
    content: showPair(showParts(content), layout[0]),
    names: shownNames,
  }),
  // Of what is stored, and of what is shown.
  listWords: (shown: PairContent | ShownPair) => ({
    passage: wordsOf("parts" in shown ? showPair(showParts(shown)) : shown),
    beside: [],
  }),
});
