import "server-only";
import { recordEvent } from "#lib/audit/mutations.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { ExportChoices } from "#lib/study-exports/schema.ts";

/** Answers leave the product: who took which, and how far they were made unrecognisable, is kept. */
export async function recordExport(
  viewer: Staff,
  studyId: string,
  details: Omit<ExportChoices, "key"> & { files: string },
): Promise<void> {
  const subject = { type: "study", id: studyId };
  await db.$transaction((tx) => recordEvent(tx, viewer, "study_results.exported", subject, details));
}
