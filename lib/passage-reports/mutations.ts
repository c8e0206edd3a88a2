import "server-only";
import type { z } from "zod";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { passageReportInput } from "#lib/passage-reports/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { parsePlan } from "#lib/studies/schema.ts";

/**
 * One report a passage and person: said again, the newer stands. In SQL: one statement decides whether the
 * sitting still goes on, and waits for whoever is just withdrawing it.
 */
export async function storeReport(
  viewer: Viewer<"participant">,
  { sittingId, position, kind, words }: z.output<typeof passageReportInput>,
): Promise<Result<undefined, "not_found">> {
  const where = { id: sittingId, userId: viewer.userId };
  const mine = await db.sitting.findFirst({ where, select: { study: { select: { draft: true } } } });
  if (!mine || !parsePlan(mine.study.draft).questions.reportPassage) return fail("not_found");
  const stored = await db.$executeRaw`
    INSERT INTO passage_reports (sitting_id, position, kind, words)
    SELECT v.sitting_id, v.position, ${kind}, ${words}
    FROM served_cases v JOIN sittings s ON s.id = v.sitting_id JOIN studies t ON t.id = s.study_id
    WHERE s.id = ${sittingId}::uuid AND s.user_id = ${viewer.userId}::uuid AND v.position = ${position}
      AND s.state = 'started' AND t.state IN ('open', 'paused')
    FOR SHARE OF s
    ON CONFLICT (sitting_id, position) DO UPDATE
      SET kind = excluded.kind, words = excluded.words, reported_at = now()`;
  return stored === 0 ? fail("not_found") : succeed();
}
