import type { Arms } from "#lib/studies/arms/schema.ts";

// What the manifest says of arms, so that somebody else can do it again. The languages of screens have no part in it.

const peopleRule =
  " Every cell comes once for each arm. Whoever consents gets the arm that the fewest people have, of those with a free place; of several the first in the order of sha256 over the seed of the sitting, a line end, the word arm, a line end and the number of the arm. Whoever has withdrawn and consents again gets the arm they had: they are recognised by their browser and, at an open link, by their network address, from which the next newcomer after a withdrawal is taken for the same person.";

const casesRule =
  " Every cell comes once for each arm. In it, the cases of each stratum and track stand in the order of sha256 over the seed of the sample, a line end, the word arm, a line end, the track, a line end and the key, strata and tracks by name; in the first copy the first case is shown under the first arm, the next under the second and so on, and each further copy begins one arm later. Of the copies with the fewest people, chance decides by md5 over the seed of the sitting, a space and the number of the cell.";

const ruleOfDifference = {
  instructions: "",
  translation: "",
  context:
    " Of a case with a limit, the turns before the last one without a speaker are left out but for as many as the limit says.",
  profiles: " A case without profiles shows its options by name alone.",
  distractors:
    " A case with random distractors has others in the places of all its options but the right one: for each, the digest of the seed of the sample, the word distractor, the track, the key of the case and the number of the option from 0, as a whole number of 63 bits, modulo the number of those offered in the current cases of the track under other names than the case has, by the order of their names’ bytes; whoever is taken already gives way to the next.",
} as const;

export const formatArmRule = ({ differ, unit }: Arms): string =>
  (unit === "people" ? peopleRule : casesRule) + ruleOfDifference[differ];
