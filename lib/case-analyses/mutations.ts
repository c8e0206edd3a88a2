import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import type { AnalysisInput } from "#lib/case-analyses/schema.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { addRevision, revisionFields } from "#lib/revisions.ts";
import { readCaseName } from "#lib/study-results/schema.ts";

/**
 * By whoever sees the study, as a new revision: the earlier ones stay. Whoever read an older one is told who wrote since
 * (`by`, `at`, `revision`), and nothing is stored.
 */
export async function writeAnalysis(
  viewer: Staff,
  { slug, track, key: name, revision, value: { words, errorClass } }: AnalysisInput,
): Promise<Result<{ revision: number }, "not_found" | "conflict">> {
  return db.$transaction(async (tx) => {
    const studyCase = await tx.studyCase.findFirst({
      where: {
        stratum: { not: "practice" },
        study: { slug, state: { not: "draft" }, ...studiesOf(viewer) },
        OR: readCaseName(name).map(({ key, variation }) => ({
          caseVersion: { variation, case: { key, track: { name: track } } },
        })),
      },
      select: { id: true, studyId: true },
    });
    if (!studyCase) return fail("not_found");
    const { id: studyCaseId, studyId } = studyCase;
    const last = await findLast(tx, studyCaseId);
    const now = { words: last?.words ?? "", errorClass: last?.errorClass ?? "" };
    const isSame = now.words === words && now.errorClass === errorClass;
    if ((last?.revision ?? 0) === revision && isSame) return succeed({ revision });
    const written = { words, errorClass, writtenById: viewer.actor.id };
    const added = await addRevision({
      seen: revision,
      findLast: () => findLast(tx, studyCaseId),
      add: (next) =>
        tx.caseAnalysis.createMany({
          data: [{ studyId, studyCaseId, revision: next, ...written }],
          skipDuplicates: true,
        }),
    });
    if (!added.ok) return added;
    const details = { track, key: name, errorClass, letters: words.length, revision: added.value.revision };
    await recordEvent(tx, viewer, "case.analysed", { type: "study", id: studyId }, details);
    return added;
  });
}

const findLast = (tx: Transaction, studyCaseId: number) =>
  tx.caseAnalysis.findFirst({
    where: { studyCaseId },
    select: { ...revisionFields, words: true, errorClass: true },
    orderBy: { revision: "desc" },
  });
