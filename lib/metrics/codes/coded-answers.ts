import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { groupedShare, type GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart, weighAlike } from "#lib/metrics/grouped/parts.ts";
import { requirePlaces, requireSize } from "#lib/metrics/input-error.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** What was found in cases by a shared code book, each entry by its rater and its case; several codes of one, or none. */
export type CodedAnswers = {
  readonly raters: number;
  readonly cases: number;
  readonly rater: Int32Array;
  readonly case: Int32Array;
  /** By entry and code: 1 where the rater found it. */
  readonly found: readonly Uint8Array[];
  /** By case: the group it belongs to, and the method that wrote it, -1 for none of those asked for. */
  readonly groupOf: Int32Array;
  readonly methodOf: Int32Array;
  readonly methods: number;
};

export type CodeFigures = {
  /** By method: in which share of cases it is found, each case counting once, by the share of its raters who found it. */
  readonly shares: readonly GroupedMean[];
  /** Krippendorff's, of found or not found. */
  readonly alpha: Bounded;
};

export function codeFigures(coded: CodedAnswers, level: number = defaultLevel): CodeFigures[] {
  const { raters, cases, rater, case: caseOf, found, groupOf, methodOf, methods } = coded;
  requireSize(caseOf.length, rater.length, "cases of entries");
  requirePlaces(rater, raters, "a rater");
  requirePlaces(caseOf, cases, "a case");
  const group = caseOf.map((at) => groupOf[at] as number);
  const method = caseOf.map((at) => methodOf[at] as number);
  const weight = weighAlike(caseOf);
  return found.map((own) => {
    requireSize(own.length, rater.length, "entries of a code");
    const parts = splitByPart({ value: Float64Array.from(own), group, weight, rater }, method, methods);
    const choices = { people: raters, person: rater, case: caseOf, choice: Int8Array.from(own) };
    const { alpha } = agreeTwoWay(
      { ...choices, options: new Int32Array(cases).fill(2) },
      { are: "shared", count: 2, ordered: false },
      { level, groupOf },
    ).figures;
    return { shares: parts.map((part) => groupedShare(part, level)), alpha };
  });
}
