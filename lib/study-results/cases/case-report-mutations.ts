import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { readCaseName } from "#lib/study-results/schema.ts";

/** The key is what results call the case. */
type ReportTarget = { slug: string; track: string; key: string };

/** The case stays in the sample. From now on it is listed as reported, and every headline is shown without it too. */
export async function reportCase(
  viewer: Staff,
  { reason, ...asked }: ReportTarget & { reason: string },
): Promise<Result<undefined, "not_found" | "case_reported">> {
  return db.$transaction(async (tx) => {
    const found = await findCase(tx, viewer, asked);
    if (!found) return fail("not_found");
    // Of two reports in the same instant the database takes one.
    const { count } = await tx.caseReport.createMany({
      data: [{ ...found, reason, reportedById: viewer.actor.id }],
      skipDuplicates: true,
    });
    if (count === 0) return fail("case_reported");
    await record(tx, viewer, "case.reported", found.studyId, { ...asked, reason });
    return succeed();
  });
}

/** Whoever reported it: the team decides together. The report stays in the database as one that was taken back. */
export async function withdrawCaseReport(
  viewer: Staff,
  asked: ReportTarget,
): Promise<Result<undefined, "not_found" | "case_not_reported">> {
  return db.$transaction(async (tx) => {
    const found = await findCase(tx, viewer, asked);
    if (!found) return fail("not_found");
    const { count } = await tx.caseReport.updateMany({
      where: { ...found, withdrawnAt: null },
      data: { withdrawnAt: new Date() },
    });
    if (count === 0) return fail("case_not_reported");
    await record(tx, viewer, "case.report_withdrawn", found.studyId, asked);
    return succeed();
  });
}

/** A case of the frozen sample, of a study that is the viewer's; practice is in no figure. */
async function findCase(tx: Transaction, viewer: Staff, { slug, track, key: name }: ReportTarget) {
  const found = await tx.studyCase.findFirst({
    where: {
      stratum: { not: "practice" },
      study: { slug, state: { not: "draft" }, ...studiesOf(viewer) },
      OR: readCaseName(name).map(({ key, variation }) => ({
        caseVersion: { variation, case: { key, track: { name: track } } },
      })),
    },
    select: { id: true, studyId: true },
  });
  return found && { studyCaseId: found.id, studyId: found.studyId };
}

const record = (
  tx: Transaction,
  viewer: Staff,
  action: string,
  studyId: string,
  { track, key, reason }: ReportTarget & { reason?: string },
) =>
  recordEvent(
    tx,
    viewer,
    action,
    { type: "study", id: studyId },
    { track, key, ...(reason !== undefined && { reason }) },
  );
