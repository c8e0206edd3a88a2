import { z } from "zod";
import { inferMissing } from "#lib/metrics/scores/missing-probability.ts";
import { scoreOptions } from "#lib/metrics/scores/item-score.ts";
import { writtenNoise } from "#lib/model-answers/read-answer.ts";
import type {
  AnsweredCase,
  PredictionResult,
  PredictionFiles,
  PredictionScore,
  StoredPrediction,
} from "#lib/task-kinds/case-files.ts";
import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import { type OptionValue, optionFields } from "#lib/task-kinds/options/value.ts";
import type { ResultKind } from "#lib/task-kinds/spec.ts";
import {
  fromOne,
  orderFromOne,
  type ExportedKind,
  type OwnColumn,
  type OwnColumns,
} from "#lib/task-kinds/exports.ts";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { draw, happens, pick } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";

const text = z.string("This must be text.");
const number = z.number("This must be a number.");

const keys = {
  probabilities: z
    .union(
      [z.array(number.nullable()), z.record(z.string(), number)],
      "probabilities must be a list in option order, or an object with a number per option.",
    )
    .nullish(),
  choice: text.nullish(),
};

/** A model's answer as a file gives it. */
export type OptionsPrediction = {
  probabilities?: readonly (number | null)[] | Readonly<Record<string, number>> | null;
  /** The option that the file says was chosen. */
  choice?: string | null;
  /** Whoever read it had to mend it. */
  repaired?: boolean;
};

/** An answer that has nothing to be told of it; of a failed call nothing was mended. */
export const keep = ({
  failed,
  repaired = false,
  ...given
}: Pick<StoredPrediction, "failed" | "choice"> & Partial<StoredPrediction>): PredictionResult => ({
  ok: true,
  prediction: { failed, repaired: !failed && repaired, probabilities: [], ...given },
  normalised: false,
  differs: false,
});

export const refuse = (column: string, problem: string, found: unknown): PredictionResult => ({
  ok: false,
  column,
  problem,
  found: String(found ?? ""),
});

type ReadProbabilities =
  | { ok: true; probabilities: readonly number[]; repaired: boolean; normalised: boolean }
  | { ok: false; option: number | null; problem: string; found: string };

/** What adding up leaves. */
const noise = 1e-9;
const tolerance = 0.01;

/**
 * The probabilities of one row, in option order. One that is missing is what the others leave; a sum within 1e-5 of 1
 * stays as it is, one within 1 % is made 1; everything else is refused, with the option it lies at.
 */
export function completeProbabilities(
  given: readonly (number | null)[],
  optionCount: number,
): ReadProbabilities {
  const refuse = (option: number | null, problem: string, found: string) =>
    ({ ok: false, option, problem, found }) as const;
  const tooMany = given.findIndex((value, index) => index >= optionCount && value !== null);
  if (tooMany >= 0)
    return refuse(
      tooMany,
      `a probability for option ${tooMany + 1}, but the case has ${optionCount} options`,
      String(given[tooMany]),
    );
  const filled = Array.from({ length: optionCount }, (_, index) => given[index] ?? null);
  const wrong = filled.findIndex((value) => value !== null && !(value >= 0 && value <= 1 + tolerance));
  if (wrong >= 0) return refuse(wrong, "a probability must be between 0 and 1", String(filled[wrong]));
  const missing = filled.filter((value) => value === null).length;
  if (missing > 1) {
    return refuse(
      filled.indexOf(null),
      `${missing} of ${optionCount} probabilities are missing: at most one can be inferred from the others`,
      "",
    );
  }
  const complete = (missing === 1 ? inferMissing(filled) : filled) as readonly number[];
  const sum = complete.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) > tolerance + noise)
    return refuse(null, "the probabilities don’t sum to 1 (within 1%)", `${complete.join(" + ")} = ${sum}`);
  const normalised = Math.abs(sum - 1) > writtenNoise;
  return {
    ok: true,
    probabilities: normalised ? complete.map((value) => value / sum) : complete,
    repaired: missing === 1,
    normalised,
  };
}

function hold(
  { probabilities: all, choice: named, repaired: wasMended = false }: OptionsPrediction,
  failed: boolean,
  { optionNames }: AnsweredCase,
): PredictionResult {
  if (failed) return keep({ failed, choice: null });
  const stated = named == null ? -1 : optionNames.indexOf(named);
  if (all == null)
    return stated < 0
      ? refuse("choice", `not one of the options: ${optionNames.join(" | ")}`, named)
      : keep({ failed, repaired: wasMended, choice: stated });
  const given = inOrder(all, optionNames);
  if ("unknown" in given)
    return refuse(
      "probabilities",
      `not an option of this case, which has ${optionNames.join(" | ")}`,
      given.unknown,
    );
  const complete = completeProbabilities(given.values, optionNames.length);
  if (!complete.ok) return refuse(`prob${(complete.option ?? 0) + 1}`, complete.problem, complete.found);
  const { probabilities, repaired, normalised } = complete;
  const choice = probabilities.indexOf(Math.max(...probabilities));
  return {
    ok: true,
    prediction: { failed, repaired: repaired || wasMended, choice, probabilities },
    normalised,
    differs: named != null && stated !== choice,
  };
}

function inOrder(
  given: readonly (number | null)[] | Readonly<Record<string, number>>,
  names: readonly string[],
): { values: readonly (number | null)[] } | { unknown: string } {
  if (Array.isArray(given)) return { values: given as readonly (number | null)[] };
  const byName = new Map(Object.entries(given));
  const unknown = [...byName.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) return { unknown };
  return { values: names.map((name) => byName.get(name) ?? null) };
}

const unscored = {
  correct: null,
  rank: null,
  above: null,
  tied: null,
  confidence: null,
  squaredError: null,
  bin: null,
};

/** Where no right answer is known, or nothing is right or wrong, there is nothing to score. */
export const scoreNothing = ({ failed, choice }: StoredPrediction): PredictionScore => ({
  ...unscored,
  choice: failed ? null : choice,
});

/** Of an answer that is one of the options. */
export function scoreChoice(prediction: StoredPrediction, gold: number | null): PredictionScore {
  if (gold === null) return scoreNothing(prediction);
  const { failed, choice, probabilities } = prediction;
  const scored = probabilities.length === 0 ? null : scoreOptions(probabilities, gold);
  const chosen = failed ? null : (scored?.choice ?? choice);
  return {
    choice: chosen,
    correct: chosen === null ? null : chosen === gold,
    rank: scored?.rank ?? null,
    above: scored?.above ?? null,
    tied: scored?.tied ?? null,
    confidence: scored?.confidence ?? null,
    squaredError: scored?.squaredError ?? null,
    bin: scored?.bin ?? null,
  };
}

const write = ({ probabilities, choice }: StoredPrediction, optionNames: readonly string[]) =>
  probabilities.length > 0 ? { probabilities } : { choice: optionNames[choice ?? -1] };

/** Of kinds whose answer is one of the case's options: how probable each is, or just which. */
export const optionPredictions: PredictionFiles<OptionsPrediction> = {
  keys,
  words: ["probabilities", "a choice"],
  hold,
  write,
};

/** Of kinds whose answer is one of a case's options. */
export const optionResults = {
  guess: (optionCount) => 1 / optionCount,
  category: ({ choice }) => choice,
  shownAt({ choice }, layout) {
    const place = choice === null ? -1 : layout.indexOf(choice);
    return place < 0 ? null : place;
  },
  sureOf: ({ choice, probabilities }, said) =>
    said ?? (choice === null ? null : (probabilities[choice] ?? null)),
  aggregate: voteOn,
} satisfies Partial<ResultKind<OptionValue>>;

const share = z.number().min(0).max(1);
const numberOfOption = z.int().min(1);
// Kinds whose answer is no option have no such columns.
const ofOption = numberOfOption.nullable().optional();

type Columns = ExportedKind<OptionValue>["columns"];
type Chosen = Pick<OptionValue, "choice">;
type Held = { gold: number | null };

const choice = (about: string): OwnColumn<Chosen> => ({
  about,
  cell: ofOption,
  write: (row) => fromOne(row.choice),
});

const gold: OwnColumn<Held> = {
  about: "number of the right option",
  cell: ofOption,
  write: (row) => fromOne(row.gold),
};

const right = (without: string): OwnColumn<Chosen & Held> => ({
  about: `1 if the choice is right, 0 if wrong; empty ${without}`,
  cell: z.literal([0, 1]).nullable().optional(),
  write: (row) => (row.choice === null || row.gold === null ? null : Number(row.choice === row.gold)),
});

const confidence = (about: string): OwnColumn<OptionValue & { confidence: number | null }> => ({
  about: `${about}: from the slider, or the probability given to the chosen option`,
  cell: share.nullable(),
  write: (row) => optionResults.sureOf(row, row.confidence),
});

/** What there is nothing of is stored as an empty list, or as none. */
const probabilities = (about: string): OwnColumn<{ probabilities: readonly number[] | null }> => ({
  about,
  cell: z.array(share).nullable().optional(),
  write: (row) => (row.probabilities && row.probabilities.length > 0 ? row.probabilities : null),
});

export const optionColumns = {
  answers: {
    option_order: {
      about: "option numbers in the order in which this participant saw the options",
      cell: z.array(numberOfOption).optional(),
      write: (row) => orderFromOne(row.layout),
    },
    choice: choice("number of the chosen option; empty if none was chosen"),
    choice_name: {
      about: "name of the chosen option",
      cell: z.string().nullable().optional(),
      write: (row) => (row.choice === null ? null : (row.optionNames[row.choice] ?? null)),
    },
    gold,
    right: right("without a choice"),
    confidence: confidence("confidence from 0 to 1"),
    probabilities: probabilities(
      "probabilities given to the options, in the order of their numbers; empty if not asked",
    ),
  },
  cases: {
    "option*": {
      about: "name of the option with that number",
      cell: z.string(),
      write: (row) => row.optionNames,
    },
    gold,
    answer_length: {
      about: "number of tokens in the unknown speaker’s turn, if known",
      cell: z.int().nullable().optional(),
      write: (row) => row.answerLength,
    },
  },
  predictions: {
    choice: choice("number of the chosen option; empty for a failed call"),
    right: right("for a failed call"),
    probabilities: probabilities(
      "probabilities of the options, in the order of their numbers; empty if the run has none",
    ),
  },
  history: {
    choice: choice("number of the option chosen at that time"),
    confidence: confidence("confidence at that time, from 0 to 1"),
    probabilities: probabilities(
      "probabilities given to the options at that time, in the order of their numbers",
    ),
  },
} as const satisfies Columns;

const addAfter = <Row>(
  place: string,
  all: OwnColumns<NoInfer<Row>>,
  added: OwnColumns<Row>,
): OwnColumns<Row> =>
  Object.fromEntries(
    Object.entries(all).flatMap((column) =>
      column[0] === place ? [column, ...Object.entries(added)] : [column],
    ),
  );

/** The same, and behind what was chosen columns of one's own. */
export const addColumns = ({ answers, cases, predictions }: Omit<Columns, "history">): Columns => ({
  ...optionColumns,
  answers: addAfter("choice_name", optionColumns.answers, answers),
  cases: addAfter("option*", optionColumns.cases, cases),
  predictions: addAfter("choice", optionColumns.predictions, predictions),
});

const tempted = 0.6;
const choose = (choice: number | null): OptionValue => ({ choice, probabilities: [] });
const everyOption = ({ optionNames }: SimulatedCase) => optionNames.map((_, option) => option);

export const simulatedOptions: SimulatedKind<OptionValue> = {
  decide: (person, on) => choose(findOption(person, on)),
  waver({ seed }, on, { choice }) {
    const others = everyOption(on).filter((option) => option !== choice);
    return others.length > 0 ? choose(pick(others, seed, "wavers to", showingOf(on))) : null;
  },
  decision: (choice) => ({ choice }),
  byParts: {
    field: optionFields.probability(0),
    shareOut({ seed }, on, { choice }, sure) {
      const { optionNames } = on;
      const weights = optionNames.map((one) => 0.1 + draw(seed, "weight", showingOf(on), one));
      const others = weights.reduce((sum, weight, option) => (option === choice ? sum : sum + weight), 0);
      const shares = weights.map((weight, option) =>
        option === choice ? sure : ((1 - sure) * weight) / others,
      );
      return { choice, probabilities: wholePercents(shares).map((percent) => percent / 100) };
    },
    certain: (optionCount) => ({
      choice: 0,
      probabilities: Array.from({ length: optionCount }, (_, option) => (option === 0 ? 1 : 0)),
    }),
  },
  fillIn: ({ choice, probabilities }) => ({
    ...(choice == null ? {} : { [optionFields.choice]: String(choice) }),
    ...Object.fromEntries(
      wholePercents(probabilities ?? []).map((percent, option) => [
        optionFields.probability(option),
        String(percent),
      ]),
    ),
  }),
};

function findOption(person: SimulatedPerson, on: SimulatedCase): number {
  const { seed, habit, world } = person;
  const { name, optionNames, right } = on;
  const showing = showingOf(on);
  const last = optionNames.length - 1;
  if (habit === "straight_lining") return Math.min(Math.floor(draw(seed, "favourite") * 4), last);
  if (habit === "position_bias" && happens(0.25, seed, "first of all", showing)) return 0;
  const options = everyOption(on);
  if (!right) return pick(options, seed, "choice", showing);
  if (happens(chanceToBeRight(person, name, right), seed, "finds it", showing)) return right.option;
  // The same wrong answer tempts everybody, as it does people; its name tells which, its place differs.
  const wrong = orderBySeed(
    options.filter((option) => option !== right.option),
    world,
    (option) => `${name}\n${optionNames[option]}`,
  );
  const [temptation = 0] = wrong;
  return happens(tempted, seed, "tempted", showing)
    ? temptation
    : pick(wrong.length > 0 ? wrong : [0], seed, "wrong", showing);
}

/** Percents are whole, so what is left over goes to the largest. */
function wholePercents(shares: readonly number[]): number[] {
  if (shares.length === 0) return [];
  const whole = shares.map((share) => Math.round(share * 100));
  const left = 100 - whole.reduce((sum, one) => sum + one, 0);
  const largest = whole.indexOf(Math.max(...whole));
  return whole.map((one, option) => (option === largest ? one + left : one));
}
