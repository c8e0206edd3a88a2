import { z } from "zod";
import { listFilled } from "#lib/task-kinds/cells.ts";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { peopleAsJudge } from "#lib/task-kinds/rating/people-as-judge.ts";
import { resolveScale, type GivenScale } from "#lib/task-kinds/scale.ts";

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

export const exportedRatings: ExportedKind<OptionValue> = {
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
