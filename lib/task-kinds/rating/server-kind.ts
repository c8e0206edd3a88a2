import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { serverOptionAnswer } from "#lib/task-kinds/options/server-answer.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { passageOf } from "#lib/task-kinds/parts/texts.ts";
import { ratingFiles } from "#lib/task-kinds/rating/case-files.ts";
import { exportedRatings } from "#lib/task-kinds/rating/columns.ts";
import { takenRatings } from "#lib/task-kinds/rating/own-data.ts";
import type { RatingContent, ShownRating } from "#lib/task-kinds/rating/schema.ts";
import { simulatedRatings } from "#lib/task-kinds/rating/simulation.ts";
import { ratingQuestion } from "#lib/task-kinds/rating/model-question.ts";
import { resolveScale } from "#lib/task-kinds/scale.ts";

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
