import { compareMethods, type DifferenceOfPair } from "#lib/metrics/grouped/method-differences.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { countLabels, type GivenShares } from "#lib/task-kinds/label/shares/count.ts";
import { keepCases, type Given, type PackedSet } from "#lib/task-kinds/label/shares/pack.ts";
import { numberOrigins, type Origin } from "#lib/task-kinds/origins.ts";

/** More are a list of cases. */
export const mostOrigins = 60;
/** So many differences are looked at, over all labels, at most. */
export const mostLabelPairs = 500;

export type LabelComparison = DifferenceOfPair & { label: number };
export type LabelledOrigins = {
  /** Null where the attributes make too many. */
  origins: readonly { values: Origin; sides: readonly GivenShares[] }[] | null;
  /** Of origins with enough of people’s labels; Holm’s adjustment is over all labels together. Null where there would be too many. */
  comparisons: readonly LabelComparison[] | null;
};

/** Shares over the cases of each origin, by people and by each judge, and which of people's differ. */
export function describeOrigins(rows: StudyRows, packed: PackedSet, by: readonly string[]): LabelledOrigins {
  const cases = [...new Set(packed.people.case)].sort((a, b) => a - b);
  const { origins: found, originOf } = numberOrigins(rows, cases, by);
  if (found.length > mostOrigins) return { origins: null, comparisons: null };
  const placeOf = new Map(cases.map((at, place) => [at, originOf[place] as number]));
  const origins = found.map((values, origin) => {
    const own = [packed.people, ...packed.judges].map((side) =>
      keepCases(side, (at) => placeOf.get(at) === origin),
    );
    return { values, own, sides: own.map((side) => countLabels(side, packed)) };
  });
  const told = origins.flatMap(({ own: [given], sides: [people] }, place) =>
    given && people?.isClaimable ? [{ place, given }] : [],
  );
  return {
    origins: origins.map(({ values, sides }) => ({ values, sides })),
    comparisons: compareOrigins(packed, told),
  };
}

type Told = { place: number; given: Given };

/** Of two labels the second says nothing that the first doesn't. */
function compareOrigins(
  { labels, groupOf }: PackedSet,
  told: readonly Told[],
): LabelledOrigins["comparisons"] {
  const compared = labels.length === 2 ? 1 : labels.length;
  if ((compared * told.length * (told.length - 1)) / 2 > mostLabelPairs) return null;
  const found = Array.from({ length: compared }, (_, label) => {
    const byOrigin = told.map(({ given }) => ({
      value: Float64Array.from(given.label, (one) => Number(one === label)),
      group: given.case.map((at) => groupOf[at] as number),
      rater: given.rater,
    }));
    return compareMethods(byOrigin).map((pair) => ({
      ...pair,
      label,
      first: told[pair.first]?.place ?? 0,
      second: told[pair.second]?.place ?? 0,
    }));
  }).flat();
  const { holm } = adjustP(found.map(({ p }) => p));
  return found.map((pair, i) => ({ ...pair, holm: holm[i] ?? null }));
}
