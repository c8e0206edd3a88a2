import "server-only";
import { recordEvent } from "#lib/audit/mutations.ts";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import type { AnalysisInput } from "#lib/case-analyses/schema.ts";
import { db, type Transaction } from "#lib/db.ts";
import { conflict, fail, succeed, type Result } from "#lib/result.ts";

/**
 * By whoever sees the study, as a new revision: the earlier ones stay. Whoever read an older one is told who wrote since
 * (`by`, `at`, `revision`), and nothing is stored.
 */
export async function writeAnalysis(
  viewer: Staff,
  { slug, track, key, revision, value: { words, errorClass } }: AnalysisInput,
): Promise<Result<{ revision: number }, "not_found" | "conflict">> {
  return db.$transaction(async (tx) => {
    const studyCase = await tx.studyCase.findFirst({
      where: {
        stratum: { not: "practice" },
        study: { slug, state: { not: "draft" }, ...studiesOf(viewer) },
        caseVersion: { case: { key, track: { name: track } } },
      },
      select: { id: true, studyId: true },
    });
    if (!studyCase) return fail("not_found");
    const { id: studyCaseId, studyId } = studyCase;
    const last = await findLast(tx, studyCaseId);
    const now = { words: last?.words ?? "", errorClass: last?.errorClass ?? "" };
    const isSame = now.words === words && now.errorClass === errorClass;
    if ((last?.revision ?? 0) === revision && isSame) return succeed({ revision });
    // Of two who save at once the database takes one.
    const { count } =
      (last?.revision ?? 0) === revision
        ? await tx.caseAnalysis.createMany({
            data: [
              {
                studyId,
                studyCaseId,
                revision: revision + 1,
                words,
                errorClass,
                writtenById: viewer.actor.id,
              },
            ],
            skipDuplicates: true,
          })
        : { count: 0 };
    if (count === 0) return tellConflict(await findLast(tx, studyCaseId));
    const details = { track, key, errorClass, letters: words.length, revision: revision + 1 };
    await recordEvent(tx, viewer, "case.analysed", { type: "study", id: studyId }, details);
    return succeed({ revision: revision + 1 });
  });
}

const findLast = (tx: Transaction, studyCaseId: number) =>
  tx.caseAnalysis.findFirst({
    where: { studyCaseId },
    select: {
      ...{ revision: true, words: true, errorClass: true, writtenAt: true },
      writtenBy: { select: { name: true } },
    },
    orderBy: { revision: "desc" },
  });

const tellConflict = (last: Awaited<ReturnType<typeof findLast>>) =>
  conflict(last?.revision ?? 0, last && { name: last.writtenBy?.name ?? null, at: last.writtenAt });
