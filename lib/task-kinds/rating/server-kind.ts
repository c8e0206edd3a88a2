import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { serverOptionAnswer } from "#lib/task-kinds/options/server-answer.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { passageOf, writeParts } from "#lib/task-kinds/parts/texts.ts";
import { ratingFiles } from "#lib/task-kinds/rating/case-files.ts";
import type { RatingContent, ShownRating } from "#lib/task-kinds/rating/schema.ts";
import { simulatedRatings } from "#lib/task-kinds/rating/simulation.ts";
import { resolveScale, type GivenScale } from "#lib/task-kinds/scale.ts";
import { z } from "zod";
import { listFilled } from "#lib/task-kinds/cells.ts";
import type { ExportedKind, ModelFile } from "#lib/task-kinds/exports.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { bareWords, readObject } from "#lib/model-answers/read-object.ts";
import { maxSaid } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, ReadReply, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { listNumbered, paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import { sayIn } from "#lib/i18n/locale.ts";
import type { GivenRating } from "#lib/task-kinds/rating/predictions.ts";
import { takenOptions } from "#lib/task-kinds/options/own-data.ts";
import type { TakenKind } from "#lib/task-kinds/own-data.ts";

/**
 * What people rated as a judge's results. Their mean is no point of the scale, which is all that `rating` can be: it stands as
 * `score`, and so comes in again as any measure does.
 */
const peopleAsJudge: ModelFile = {
  ending: "jsonl",
  write({ model, study, track, case: key }, counts) {
    const ratings = counts.reduce((sum, count) => sum + count, 0);
    const points = counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
    return { model, method: `mean rating, ${study}`, track, case: key, score: points / ratings };
  },
};

type ToldCase = { parts: ShownRating["parts"]; scale: ShownRating["scale"] };
type ToldRating = { rating: number | null; probabilities: readonly number[] };

const takenRatings: TakenKind<ShownRating, OptionValue, ToldCase, ToldRating> = {
  tellCase: ({ parts, scale }) => ({ parts, scale }),
  tellAnswer: ({ choice, ...rest }) => ({ rating: choice === null ? null : choice + 1, ...rest }),
  writeCase: ({ parts }) => writeParts(parts),
  writeDecision: ({ rating }, words) => (rating === null ? words.nothing : String(rating)),
  writeParts: ({ probabilities }, words) =>
    takenOptions.writeParts({ chosen: null, chosenName: null, probabilities }, words),
};

type Said = SaidOfCase & GivenRating;

const tag = /<rate>([^<]*)<\/rate>/gi;

/** A score in an object, in RoleThink's manner, or between tags, in InterviewSim's; of both what the object says. */
function read(text: string, optionNames: readonly string[]): ReadReply<Said> {
  if (text.trim() === "") return { ok: false, failure: "empty" };
  const object = readObject(text);
  const tagged = [...bareWords(text).matchAll(tag)].at(-1)?.[1]?.trim();
  const score = object?.get("score") ?? tagged;
  if (score === undefined) return { ok: false, failure: object ? "names" : "no_json" };
  const number = typeof score === "string" && score.trim() !== "" ? Number(score) : score;
  if (typeof number !== "number" || Number.isNaN(number)) return { ok: false, failure: "names" };
  if (!optionNames.includes(String(number))) return { ok: false, failure: "range" };
  const isQuoted = typeof score === "string" && score !== tagged;
  return {
    ok: true,
    said: { rating: number, repaired: isQuoted || (object?.isMended ?? false) },
    normalised: false,
  };
}

const ratingQuestion: ModelQuestion<RatingContent, Said> = {
  needsPrompt: false,
  optionOrder: "fixed",
  write({ content: { parts, scale: given }, optionNames, language }) {
    const words = wordsIn(language, "taskKinds.rating.sitting.reading");
    const { question, points, notes } = resolveScale(given);
    const listed = points.map(({ label, about }) => ({
      name: sayIn(label, language),
      ...(about && { about: sayIn(about, language) }),
    }));
    return writeQuestion({
      language,
      task: wordsIn(language, "modelQuestions")("rating", { judged: words("parts.judged") }),
      read: parts.map(({ role, text }) => ({ title: words(`parts.${role}`), text })),
      asked: {
        title: words("candidates"),
        text: paragraphs(
          sayIn(question, language),
          listNumbered(listed, language),
          notes && sayIn(notes, language),
        ),
      },
      form: { score: optionNames.map(Number), explanation: "sentence" },
    });
  },
  read: (text, { optionNames }) => read(text, optionNames),
  // Their mean is no point of the scale: it is kept as a score, like the mean of people.
  combine(said, combining) {
    const ratings = said.map(({ rating }) => rating ?? 0);
    const repaired = said.some((one) => one.repaired);
    if (combining === "mean")
      return { score: ratings.reduce((sum, one) => sum + one, 0) / ratings.length, repaired };
    return { rating: maxSaid(ratings), repaired };
  },
  instructions: "the scale’s own words; a score and a sentence asked for as JSON",
  listSent: ({ parts }) => parts.map(({ role }) => role),
};

/** Rows of other kinds have no such columns. */
const point = z.int().min(1).nullable().optional();
const name = z.string().nullable().optional();
const share = z.number().min(0).max(1).nullable();
const onlyRatings = "; only for cases of the kind rating";

const scale = { about: `name of the scale${onlyRatings}`, cell: name };
const confidence = {
  about: "confidence from 0 to 1: from the slider, or the probability given to the chosen option",
  cell: share,
};
const probabilities = {
  about: "probabilities given to the options, in the order of their numbers; empty if not asked",
  cell: z.array(z.number().min(0).max(1)).nullable().optional(),
};

const nameOf = (noted: unknown) => resolveScale(noted as GivenScale).name;
const pointOf = (choice: number | null) => (choice === null ? null : choice + 1);

const exportedRatings: ExportedKind<OptionValue> = {
  columns: {
    answers: {
      scale,
      rating: { about: `rating, 1 or more; empty if none was given${onlyRatings}`, cell: point },
      confidence,
      probabilities,
    },
    cases: {
      scale,
      points: { about: `points of the scale, from 1 up${onlyRatings}`, cell: z.int().min(2).optional() },
    },
    predictions: {
      scale,
      rating: {
        about: `rating by the judge; empty for a failed call, and for a measure${onlyRatings}`,
        cell: point,
      },
      score: {
        about: `number that a measure gave; empty for a failed call, and for a judge who rates${onlyRatings}`,
        cell: z.number().nullable().optional(),
      },
    },
    history: {
      rating: { about: `rating at that time${onlyRatings}`, cell: point },
      confidence: {
        ...confidence,
        about:
          "confidence at that time, from 0 to 1: from the slider, or the probability given to the chosen option",
      },
      probabilities: {
        ...probabilities,
        about: "probabilities given to the options at that time, in the order of their numbers",
      },
    },
  },
  writeAnswer: ({ value, confidence: said, noted }) => ({
    scale: nameOf(noted),
    rating: pointOf(value.choice),
    confidence: optionResults.sureOf(value, said),
    probabilities: listFilled(value.probabilities),
  }),
  writeRevision: ({ value, confidence: said }) => ({
    rating: pointOf(value.choice),
    confidence: optionResults.sureOf(value, said),
    probabilities: listFilled(value.probabilities),
  }),
  writeCase: ({ noted, optionNames }) => ({ scale: nameOf(noted), points: optionNames.length }),
  writePrediction: ({ choice, score = null, noted }) => ({
    scale: nameOf(noted),
    rating: pointOf(choice),
    score,
  }),
  peopleAsModel: peopleAsJudge,
  unlogged: "number",
};

export const ratingServer: ServerKind<RatingContent, OptionValue, RatingContent> = {
  name: "rating",
  modelQuestion: ratingQuestion,
  ...ratingFiles,
  ...serverOptionAnswer,
  ...optionResults,
  ...exportedRatings,
  hasRight: false,
  ordersOptions: false,
  score: () => [null],
  noted: "scale",
  estimates: "mean",
  filters: [],
  asksProbabilities: true,
  simulate: simulatedRatings,
  takeAlong: takenRatings,
  // A scale has its order for everybody.
  layOut: (points) => Array.from({ length: points }, (_, point) => point),
  arrange: ({ parts, scale }, optionNames): { content: ShownRating; names: readonly string[] } => ({
    content: { parts, scale: resolveScale(scale) },
    names: optionNames,
  }),
  listWords: (shown) => ({ passage: passageOf(shown, "\n"), beside: [] }),
};
