import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { formatCaseName } from "#lib/study-results/schema.ts";
import { differInCases, variationKey, variationOf, type Arms } from "#lib/studies/arms/schema.ts";
import type { Design } from "#lib/studies/schema.ts";

export type ArmedDesign = Pick<Design, "assignment" | "sample">;

/** The case that is shown, in whatever way: its key in the benchmark. */
export const plainKeyOf = ({ key, varied }: Pick<CaseRow, "key" | "varied">): string => varied?.key ?? key;

/** Each case once, however many arms show it. */
export function listOnce(cases: readonly CaseRow[]): CaseRow[] {
  const seen = new Set<string>();
  return cases.filter((row) => {
    const name = JSON.stringify([row.track, plainKeyOf(row)]);
    return !seen.has(name) && seen.add(name);
  });
}

/** Whether cases are shown in several ways, each under an arm of its own. */
export const variesCases = ({ assignment: { arms } }: Pick<Design, "assignment">): boolean =>
  arms !== undefined && differInCases(arms.differ);

/** How many cases of the benchmark these are, by their places among the rows: shown in two ways, a case is still one. */
export function countOnce({ cases, study }: Pick<StudyRows, "cases" | "study">, places: Int32Array): number {
  if (!variesCases(study.design)) return places.length;
  return listOnce(Array.from(places, (at) => cases[at] as CaseRow)).length;
}

/** What a case that was read is called, and the arm that it is shown under: checks look the same under every one. */
export function placeInArms<Row extends CaseRow & { variation: string | null }>(
  { variation, ...row }: Row,
  design: ArmedDesign,
): CaseRow {
  const { key } = row;
  return {
    ...row,
    key: formatCaseName(key, variation),
    varied: variation === null ? null : { key, as: variation },
    arm: findArmOfCase(design, { variation, stratum: row.stratum }),
  };
}

type CaseInArm = { variation: string | null; stratum: string };

export const findArmOfCase = (design: ArmedDesign, { variation, stratum }: CaseInArm): number | null =>
  stratum === "attention" || stratum === "practice" ? null : findArm(design, variation);

export const formatArmName = (
  { assignment: { arms } }: Pick<Design, "assignment">,
  arm: number | null | undefined,
) => arms?.arms[(arm ?? 0) - 1]?.name ?? null;

/** The arm that shows cases so, the first being 1; null where arms don't differ in that. */
export function findArm(
  { assignment: { arms }, sample: { seed } }: ArmedDesign,
  variation: string | null,
): number | null {
  if (!arms || !differInCases(arms.differ)) return null;
  const at = nameWays(arms, seed).findIndex((way) => isShownSo(way, variation));
  return at < 0 ? null : at + 1;
}

/** Under which each case is what it is in the benchmark. */
export const findPlainArm = (design: ArmedDesign): number | null => findArm(design, null);

const nameWays = (arms: Arms, seed: number): (string | null)[] =>
  arms.arms.map((_, at) => {
    const way = variationOf(arms, at, seed);
    return way && variationKey(way);
  });

/** What was drawn anew, since the benchmark was another, has eight digits of its digest behind its name. */
const isShownSo = (way: string | null, variation: string | null): boolean =>
  way === variation ||
  (way !== null &&
    variation !== null &&
    /^:[0-9a-f]{8}$/.test(variation.slice(way.length)) &&
    variation.startsWith(way));
