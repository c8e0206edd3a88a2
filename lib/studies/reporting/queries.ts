import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { revisionFields } from "#lib/revisions.ts";
import { reportingSchema, type Reporting } from "#lib/studies/reporting/schema.ts";

export type DetailsRevision = {
  revision: number;
  /** What differs from the plan. */
  content: Reporting;
  at: Date;
  /** Null for the command line. */
  by: string | null;
};

/** What was stated after opening, the oldest revision first. */
export async function listDetails(studyId: SeenStudyId): Promise<DetailsRevision[]> {
  const found = await db.studyDetails.findMany({
    where: { studyId },
    select: { ...revisionFields, content: true },
    orderBy: { revision: "asc" },
  });
  return found.map(({ revision, content, writtenAt, writtenBy }) => ({
    revision,
    content: reportingSchema.parse(content),
    at: writtenAt,
    by: writtenBy?.name ?? null,
  }));
}
