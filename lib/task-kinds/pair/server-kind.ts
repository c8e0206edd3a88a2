import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { pairFiles, sideNames, wordsOf, type SidePrediction } from "#lib/task-kinds/pair/case-files.ts";
import { shownNames, showPair, type PairContent, type ShownPair } from "#lib/task-kinds/pair/schema.ts";
import { simulatedPairs } from "#lib/task-kinds/pair/simulation.ts";
import { z } from "zod";
import { columnOf, fromOne, type ModelFile } from "#lib/task-kinds/exports.ts";
import { addColumns } from "#lib/task-kinds/options/columns.ts";
import { formatOriginName, type Origin } from "#lib/task-kinds/pair/origins.ts";
import { locales, textIn } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { maxSaid, readPlace } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, CaseReply } from "#lib/task-kinds/model-questions/question.ts";
import { writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import { questionOfParts } from "#lib/task-kinds/parts/question.ts";
import { textsOf } from "#lib/task-kinds/parts/texts.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

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

/** Null for a tie, and where nothing was decided. */
const preferred = (by: string) =>
  only(
    `origin of the text that ${by} preferred; empty for a tie`,
    ({ choice, noted }: { choice: number | null; noted: unknown }) => {
      const origin = choice === null ? undefined : originsOf(noted)[choice];
      return origin ? formatOriginName(origin) : null;
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
    content: showPair(content, layout[0]),
    names: shownNames,
  }),
  // Of what is stored, and of what is shown.
  listWords: (shown: PairContent | ShownPair) => ({
    passage: wordsOf("parts" in shown ? showPair(shown) : shown),
    beside: [],
  }),
});
