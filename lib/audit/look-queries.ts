import "server-only";
import { z } from "zod";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";

/** Who looked at results while people answered, by a number instead of a name, and how many had finished. */
export type Look = {
  at: Date;
  /** In the order of their first look; the command line is one of them. */
  person: number;
  as: "admin" | "researcher" | "command_line";
  finished: number;
};

const looked = z.object({ finished: z.int(), role: z.enum(["admin", "researcher"]) });

/** Every look that is recorded of a study, the first one first. */
export async function listLooks(studyId: SeenStudyId): Promise<Look[]> {
  const events = await db.auditEvent.findMany({
    where: { action: "study_results.viewed", subjectType: "study", subjectId: studyId },
    select: { at: true, actorId: true, origin: true, details: true },
    orderBy: { id: "asc" },
  });
  const people = [...new Set(events.map(({ actorId }) => actorId))];
  return events.map(({ at, actorId, origin, details }) => {
    const { finished, role } = looked.parse(details);
    const as = origin === "command_line" ? origin : role;
    return { at, person: people.indexOf(actorId) + 1, as, finished };
  });
}
