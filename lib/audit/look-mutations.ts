import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import { db, takeLock } from "#lib/db.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";

/** By study and person, at how many finished people their last look is in the record: the live page asks every two seconds. */
const recorded = processSingleton("looks", () => new BoundedMap<string, number>(10_000));

/**
 * Somebody is shown results of people while they answer: in the record once for each number of finished people. Which plan
 * allows it is for the caller to know.
 */
export async function recordLook(viewer: Staff, studyId: SeenStudyId): Promise<void> {
  // In SQL: Prisma counts under one condition at a time.
  const [seen] = await db.$queryRaw<{ finished: number }[]>`
    SELECT count(s.submitted_at)::int AS finished FROM studies st JOIN sittings s ON s.study_id = st.id
    WHERE st.id = ${studyId}::uuid AND st.state IN ('open', 'paused') AND NOT s.is_simulated AND s.started_at IS NOT NULL
    HAVING count(*) > 0`;
  const key = `${studyId} ${viewer.userId}`;
  if (!seen || recorded.get(key) === seen.finished) return;
  const { finished } = seen;
  await db.$transaction(async (tx) => {
    await takeLock(tx, "looks", key);
    const known = await tx.auditEvent.findFirst({
      where: {
        action: "study_results.viewed",
        subjectType: "study",
        subjectId: studyId,
        actorId: viewer.actor.id,
        details: { path: ["finished"], equals: finished },
      },
      select: { id: true },
    });
    const details = { finished, role: viewer.role };
    if (!known)
      await recordEvent(tx, viewer, "study_results.viewed", { type: "study", id: studyId }, details);
  });
  recorded.set(key, finished);
}
