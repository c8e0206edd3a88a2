import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { readStopping, type StopState } from "#lib/study-results/stopping/stopping.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { isInterim, type StudyFacts } from "#lib/study-results/schema.ts";

type StoppingStudy = Pick<StudyFacts, "slug" | "state" | "design">;

/** Answers are read only where there is a rule to follow: this is asked every two seconds. */
export async function getStopping(
  viewer: Staff,
  { slug, ...study }: StoppingStudy,
): Promise<StopState | null> {
  if (!study.design.claims?.stopping || !study.design.rules.interim || !isInterim(study)) return null;
  const rows = await getRows(viewer, slug, { mayLag: true });
  return rows && readStopping(rows);
}
