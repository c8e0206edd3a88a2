import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { groupedShare, type GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart, weighAlike } from "#lib/metrics/grouped/parts.ts";
import { requirePlaces, requireSize } from "#lib/metrics/input-error.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** Whether one code was found in cases, each entry by its case. */
export type CodeEntries = {
  readonly cases: number;
  readonly case: Int32Array;
  /** 1 where it was found. */
  readonly found: ArrayLike<number>;
  /** By case: the group it belongs to. */
  readonly groupOf: Int32Array;
};

/** By whom; null for the entries of one judge, who is spoken of alone. */
type EntriesByRater = { readonly rater: Int32Array | null };

/** By case: the method that wrote it, or whatever else parts cases; -1 for none of those asked for. */
type CasesByMethod = { readonly methodOf: ArrayLike<number>; readonly methods: number };

/** By method: in which share of cases it is found, each case counting once, by the share of its raters who found it. */
export function codeShares(
  coded: CodeEntries & EntriesByRater & CasesByMethod,
  level: number = defaultLevel,
): GroupedMean[] {
  const { case: caseOf, found, groupOf, rater, methodOf, methods } = coded;
  checkEntries(coded);
  const group = caseOf.map((at) => groupOf[at] as number);
  const method = caseOf.map((at) => methodOf[at] as number);
  const given = { value: Float64Array.from(found), group, weight: weighAlike(caseOf), rater };
  return splitByPart(given, method, methods).map((part) => groupedShare(part, level));
}

/** Krippendorff's alpha of found or not found, and how often two raters of a case say the same. */
export function codeAgreement(
  coded: CodeEntries & { readonly raters: number; readonly rater: Int32Array },
  level: number = defaultLevel,
): { alpha: Bounded; pairwise: Bounded } {
  const { raters, rater, cases, case: caseOf, found, groupOf } = coded;
  checkEntries(coded);
  requireSize(caseOf.length, rater.length, "cases of entries");
  requirePlaces(rater, raters, "a rater");
  const choices = { people: raters, person: rater, case: caseOf, choice: Int8Array.from(found) };
  const { alpha, pairwise } = agreeTwoWay(
    { ...choices, options: new Int32Array(cases).fill(2) },
    { are: "shared", count: 2, ordered: false },
    { level, groupOf },
  ).figures;
  return { alpha, pairwise };
}

function checkEntries({ cases, case: caseOf, found }: CodeEntries): void {
  requirePlaces(caseOf, cases, "a case");
  requireSize(found.length, caseOf.length, "entries of a code");
}
