import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { measureCases } from "#lib/studies/reading/case-texts-queries.ts";
import { readCells, type ReadCase, type Spread } from "#lib/studies/reading/reading-time.ts";
import { findSameTexts, type SameTexts } from "#lib/studies/reading/same-texts.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";
import type { Design } from "#lib/studies/schema.ts";

export type SampleReading = {
  /** In the order that the plan has. */
  reading: Spread | null;
  /** In either order of the cases of a group; null where they share no text. */
  orders: Record<"spread" | "by_group", Spread> | null;
  /** What somebody would be asked twice. */
  sameTexts: SameTexts | null;
};

/** How long the cases of one sitting take to read, by the sample that was drawn. */
export async function measureSample(
  admin: Viewer<"admin">,
  { cases, cells }: Plan,
  { assignment: { caseOrder }, sample: { repeats } }: Pick<Design, "assignment" | "sample">,
): Promise<SampleReading> {
  const read = await measureCases(admin, cases);
  const apart = readCells(read, cells, { repeats });
  const together = readCells(read, cells, { together: true, repeats });
  const orders = apart && together && sharesTexts(read) ? { spread: apart, by_group: together } : null;
  return {
    reading: caseOrder === "by_group" ? together : apart,
    orders,
    sameTexts: findSameTexts(cases, read, cells),
  };
}

function sharesTexts(cases: readonly ReadCase[]): boolean {
  const seen = new Set<string>();
  return cases.some(({ group, shared }) =>
    shared.some(({ digest }) => {
      const key = `${digest} ${group}`;
      return group !== null && (seen.has(key) || !seen.add(key));
    }),
  );
}
