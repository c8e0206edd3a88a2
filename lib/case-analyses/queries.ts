import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { revisionFields } from "#lib/revisions.ts";
import { isWritten, type Analysis } from "#lib/case-analyses/schema.ts";

const select = { ...revisionFields, studyCaseId: true, words: true, errorClass: true } as const;

type AnalysisRow = Omit<Analysis, "at" | "by"> & { writtenAt: Date; writtenBy: { name: string } | null };

const read = ({ writtenAt, writtenBy, ...rest }: AnalysisRow): Analysis => ({
  ...rest,
  at: writtenAt,
  by: writtenBy?.name ?? null,
});

/** Of every case that has one, by the number of the study's case. What was emptied is not there. */
export async function listAnalyses(studyId: SeenStudyId): Promise<Analysis[]> {
  const found = await db.caseAnalysis.findMany({
    where: { studyId },
    select,
    distinct: ["studyCaseId"],
    orderBy: [{ studyCaseId: "asc" }, { revision: "desc" }],
  });
  return found.map(read).filter(isWritten);
}

/** Every revision of one case's, the newest first. */
export async function listRevisions(studyId: SeenStudyId, studyCaseId: number): Promise<Analysis[]> {
  const where = { studyId, studyCaseId };
  return (await db.caseAnalysis.findMany({ where, select, orderBy: { revision: "desc" } })).map(read);
}
