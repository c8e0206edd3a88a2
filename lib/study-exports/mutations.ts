import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { ExportChoices } from "#lib/study-exports/schema.ts";

type Details = Omit<ExportChoices, "key"> & { files: string };

/** Answers leave the product: who took which, and how far they were made unrecognisable, is kept. */
export async function recordExport(viewer: Staff, studyId: SeenStudyId, details: Details): Promise<void> {
  const subject = { type: "study", id: studyId };
  await db.$transaction((tx) => recordEvent(tx, viewer, "study_results.exported", subject, details));
}

const dayMs = 24 * 60 * 60 * 1000;

/** For a page in the middle: whoever came to it without the first one, for they wrote its address, is in the record too. */
export async function recordPages(viewer: Staff, studyId: SeenStudyId, details: Details): Promise<void> {
  const begun = await db.auditEvent.findFirst({
    where: {
      actorId: viewer.actor.id,
      at: { gt: new Date(Date.now() - dayMs) },
      action: "study_results.exported",
      subjectId: studyId,
      details: { equals: details },
    },
    select: { id: true },
  });
  if (!begun) await recordExport(viewer, studyId, details);
}
