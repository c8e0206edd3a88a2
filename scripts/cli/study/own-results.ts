import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { linesOfLabels } from "#scripts/cli/study/labels.ts";
import { linesOfPairs } from "#scripts/cli/study/pairs.ts";
import { linesOfRatings } from "#scripts/cli/study/ratings.ts";

/** What a kind says of a study, and whether that stands alone: where nothing is right or wrong. */
export function linesOfOwn({ ratings, labels, pairs, people }: ResultsDocument, name: string) {
  const lines = [
    ...(ratings ? linesOfRatings(ratings, name) : []),
    ...(labels ? linesOfLabels(labels, name) : []),
    ...(pairs ? linesOfPairs(pairs, name) : []),
  ];
  return { lines, isAlone: lines.length > 0 && people.n.answers === 0 };
}
