import { z } from "zod";
import { bareWords, readObject } from "#lib/model-answers/read-answer.ts";
import {
  columnOf,
  countPeople,
  fromOne,
  type ExportedKind,
  type ModelFile,
} from "#lib/task-kinds/exports.ts";
import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import { maxSaid } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, ReadReply, CaseReply } from "#lib/task-kinds/model-questions/question.ts";
import { optionColumns } from "#lib/task-kinds/options/columns.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import { questionOfParts, writeJudging } from "#lib/task-kinds/parts/question.ts";
import { judgedBy, textsOf } from "#lib/task-kinds/parts/texts.ts";
import { ratingFiles, type GivenRating } from "#lib/task-kinds/rating/case-files.ts";
import type { RatingContent, ShownRating } from "#lib/task-kinds/rating/schema.ts";
import { simulatedRatings } from "#lib/task-kinds/rating/simulation.ts";
import { resolveScale, type ScaleInput } from "#lib/task-kinds/scale.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** Something written is rated: one of the points of a scale, which are the same for everybody and stand in their order. */
const ratingSpec: KindSpec = {
  name: "rating",
  answer: { decides: "scale" },
  content: { standard: "scale" },
};

/**
 * What people rated as a judge's results. Their mean is no point of the scale, which is all that `rating` can be: it stands as
 * `score`, and so comes in again as any measure does.
 */
const peopleAsJudge: ModelFile = {
  ending: "jsonl",
  method: "mean rating",
  answer(counts) {
    const points = counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
    return { score: points / countPeople(counts) };
  },
};

type OwnRating = { rating: number | null };

const ratingOwnData: KindOwnData<ShownRating, OptionValue, ShownRating, OwnRating> = {
  toOwnCase: (shown) => shown,
  toOwnAnswer: ({ choice, ...rest }) => ({ rating: fromOne(choice), ...rest }),
  writeCase: ({ parts }) => writeReading(textsOf(parts)),
  writeDecision: ({ rating }, words) => (rating === null ? words.nothing : String(rating)),
};

type ModelReply = CaseReply & GivenRating;

const tag = /<rate>([^<]*)<\/rate>/gi;

/** A score in an object, in RoleThink's manner, or between tags, in InterviewSim's; of both what the object says. */
function read(text: string, optionNames: readonly string[]): ReadReply<ModelReply> {
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

const ratingQuestion: ModelQuestion<RatingContent, ModelReply> = {
  ...questionOfParts,
  write({ content: { parts, scale: given }, optionNames, language }) {
    const { question, points: entries, notes } = resolveScale(given);
    const form = () => ({ score: optionNames.map(Number), explanation: "sentence" as const });
    return writeJudging({ kind: "rating", parts, question, entries, notes, form, language });
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
};

const only = columnOf(ratingSpec.name);
const scale = only(
  "name of the scale",
  ({ noted }: { noted: unknown }) => resolveScale(noted as ScaleInput).name,
);
const rating = (about: string) =>
  only(
    about,
    (row: Pick<OptionValue, "choice">) => fromOne(row.choice),
    z.int().min(1).nullable().optional(),
  );

/** Of what kinds with options export, the options being points. */
const { answers, history } = optionColumns;
const columns: ExportedKind<OptionValue>["columns"] = {
  answers: {
    scale,
    rating: rating("rating, 1 or more; empty if none was given"),
    confidence: answers.confidence,
    probabilities: answers.probabilities,
  },
  cases: {
    scale,
    points: only(
      "points of the scale, from 1 up",
      ({ optionNames }) => optionNames.length,
      z.int().min(2).optional(),
    ),
  },
  predictions: {
    scale,
    rating: rating("rating by the judge; empty for a failed call, and for a measure"),
    score: only(
      "number that a measure gave; empty for a failed call, and for a judge who rates",
      ({ score = null }) => score,
      z.number().nullable().optional(),
    ),
  },
  history: {
    rating: rating("rating at that time"),
    confidence: history.confidence,
    probabilities: history.probabilities,
  },
};

export const ratingServer = makeOptionKind<RatingContent, OptionValue, RatingContent>(ratingSpec, {
  ...ratingFiles,
  ...judgedBy("scale", resolveScale),
  columns,
  peopleAsModel: peopleAsJudge,
  modelQuestion: ratingQuestion,
  simulate: simulatedRatings,
  takeAlong: ratingOwnData,
});
