import { z } from "zod";
import { partsContent, textPart, type PartRole } from "#lib/task-kinds/parts/schema.ts";
import {
  storedScale,
  type Scale,
  defineScale,
  pointsOf,
  scaleInput,
  resolveScale,
  type ScaleInput,
} from "#lib/task-kinds/scale.ts";
import { textOverlap, type TextOverlap } from "#lib/metrics/text/overlap.ts";
import type { CaseFiles, PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { keep, refuse, simulatedOptions, optionColumns } from "#lib/task-kinds/options/server-kind.ts";
import {
  filesOfLines,
  readOwn,
  openingOf,
  passageOf,
  judgedBy,
  shownParts,
  textsOf,
} from "#lib/task-kinds/parts/files.ts";
import { draw, normal } from "#lib/simulated-people/chance.ts";
import type { Habit, SimulatedPerson } from "#lib/simulated-people/person.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";
import { bareWords, readObject } from "#lib/model-answers/read-answer.ts";
import {
  columnOf,
  countPeople,
  fromOne,
  type ExportedKind,
  type ModelFile,
} from "#lib/task-kinds/exports.ts";
import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import {
  maxSaid,
  type ModelQuestion,
  type ReadReply,
  type CaseReply,
  questionOfParts,
  writeJudging,
} from "#lib/task-kinds/model-questions/question.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

const ratedParts = partsContent(textPart, 1);

/** As the database holds it: a scale that has a name here by that, another one whole. */
const ratingContentSchema = ratedParts.extend({ scale: storedScale });
export type RatingContent = z.infer<typeof ratingContentSchema>;

/** A case as its participant gets it. */
export type ShownRating = z.infer<typeof ratedParts> & { scale: Scale };

const keys = { scale: scaleInput, content: ratedParts };
type Line = z.output<z.ZodObject<typeof keys>>;

/** Of what is judged with its one reference; with several, nobody says which it is held against. */
function overlapOf({ parts }: RatingContent): TextOverlap | null {
  const textsOf = (wanted: PartRole) => parts.flatMap(({ role, text }) => (role === wanted ? [text] : []));
  const [[reference, ...others], [judged]] = [textsOf("reference"), textsOf("judged")];
  return reference === undefined || judged === undefined || others.length > 0
    ? null
    : textOverlap(reference, judged);
}

const number = z.number("This must be a number, without quotation marks.");

/** What a judge gave: a point of the scale, or a measure’s own number, as the probability that a text follows from another. */
type GivenRating = { rating?: number | null; score?: number | null; repaired?: boolean };

/** No rating is right or wrong, so there is nothing to score it by. */
export const ratingPredictions: PredictionFiles<GivenRating> = {
  keys: { rating: number.nullish(), score: number.nullish() },
  words: ["a rating", "a score"],
  hold({ rating, score = null, repaired = false }, failed, { optionNames }) {
    if (failed) return keep({ failed, choice: null, score: null });
    if (rating != null && score !== null)
      return refuse(
        "score",
        "a judge gives a rating or a score: leave one of them out, or make two runs of them",
        score,
      );
    if (score !== null) return keep({ failed, repaired, choice: null, score });
    const point = rating == null ? -1 : optionNames.indexOf(String(rating));
    return point < 0
      ? refuse("rating", `not a point of the case’s scale, which has ${optionNames.join(", ")}`, rating)
      : keep({ failed, repaired, choice: point, score: null });
  },
  write: ({ choice, score }) => (score == null ? { rating: (choice ?? 0) + 1 } : { score }),
};

export const ratingFiles: CaseFiles<RatingContent, RatingContent> = {
  ...filesOfLines<RatingContent>("rating", {
    content: ratingContentSchema,
    shown: ({ own: { parts, scale } }) => [shownParts(parts), scale],
    version: ({ own: { parts, scale } }) => [parts, scale],
    said: (own) => passageOf(own, "\n"),
    overlap: overlapOf,
  }),
  standard: { column: "scale", define: defineScale },
  line: {
    keys,
    check: () => [],
    read: (read, bytes) => {
      const { scale, content } = read as Line;
      return readOwn(bytes, {
        optionNames: pointsOf(scale),
        gold: null,
        own: { parts: content.parts, scale },
      });
    },
  },
  write({ content }) {
    const { parts, scale } = ratingContentSchema.parse(content);
    return { scale, content: { parts } };
  },
  opening: openingOf,
  predictions: ratingPredictions,
};

/** How raters differ, in shares of the scale’s length: figures have to find it again. */
export const raters = {
  /** Of what is rated, around the middle. */
  quality: 0.28,
  /** Of raters: above 0 milder than others. */
  severity: 0.12,
  /** Of each rating by itself. */
  noise: { attentive: 0.1, hasty: 0.25, straight_lining: 0, position_bias: 0.15 } satisfies Record<
    Habit,
    number
  >,
  /** Of raters, from the first case to the fiftieth. */
  drift: 0.06,
} as const;
const driftsOver = 50;

export const severityOf = ({ seed }: SimulatedPerson): number => raters.severity * normal(seed, "severity");
export const driftOf = ({ seed }: SimulatedPerson): number => raters.drift * normal(seed, "drift");
/** What everybody would give it who rates without an error, from 0 to 1. */
export const qualityOf = ({ world }: Pick<SimulatedPerson, "world">, name: string): number =>
  0.5 + raters.quality * normal(world, "quality", name);

const rate = (choice: number): OptionValue => ({ choice, probabilities: [] });

/** A text that was written to be so good is about that to everybody. */
const writtenAround = 0.06;

function feel(person: SimulatedPerson, on: SimulatedCase): number {
  const { name, position = 1, intended } = on;
  const { habit, seed } = person;
  // Whoever always gives the same doesn’t look.
  if (habit === "straight_lining") return 0.4 + 0.4 * draw(seed, "favourite");
  const noise = raters.noise[habit] * normal(seed, "noise", showingOf(on));
  const quality =
    intended === undefined
      ? qualityOf(person, name)
      : intended + writtenAround * normal(person.world, "quality", name);
  return quality + severityOf(person) + (driftOf(person) * position) / driftsOver + noise;
}

const placeOn = ({ optionNames }: SimulatedCase, felt: number): number =>
  Math.round(Math.min(1, Math.max(0, felt)) * (optionNames.length - 1));

/** Nobody knows what is right: a rating comes of the case, of who rates, and of chance. */
export const simulatedRatings: SimulatedKind<OptionValue> = {
  ...simulatedOptions,
  decide: (person, on) => rate(placeOn(on, feel(person, on))),
  waver({ seed }, on, { choice }) {
    if (choice === null) return null;
    const step = draw(seed, "wavers to", showingOf(on)) < 0.5 ? -1 : 1;
    const other = choice + step;
    return rate(other >= 0 && other < on.optionNames.length ? other : choice - step);
  },
};

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
