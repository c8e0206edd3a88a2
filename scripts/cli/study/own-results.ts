import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { linesOfCodes } from "#scripts/cli/study/codes.ts";
import { linesOfLabels } from "#scripts/cli/study/labels.ts";
import { linesOfPairs } from "#scripts/cli/study/pairs.ts";
import { linesOfRatings } from "#scripts/cli/study/ratings.ts";
import { linesOfTraits } from "#scripts/cli/study/traits.ts";

/** What a kind says of a study, and whether that stands alone: where nothing is right or wrong. */
export function linesOfOwn(results: ResultsDocument, name: string) {
  const { ratings, labels, pairs, traits, codes, people } = results;
  const lines = [
    ...(ratings ? linesOfRatings(ratings, name) : []),
    ...(labels ? linesOfLabels(labels, name) : []),
    ...(pairs ? linesOfPairs(pairs, name) : []),
    ...(traits ? linesOfTraits(traits, name) : []),
    ...(codes ? linesOfCodes(codes, name) : []),
  ];
  return { lines, isAlone: lines.length > 0 && people.n.answers === 0 };
}
