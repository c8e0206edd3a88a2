import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { listAnalyses } from "#lib/case-analyses/queries.ts";
import { db } from "#lib/db.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { kindNameOf } from "#lib/task-kinds/registry.ts";
import { readContent, serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type StoredCaseStudy = {
  studyCaseId: number;
  words: string;
  errorClass: string;
  /** The passage and its candidates in the order of the benchmark, as plain text. */
  lines: readonly string[];
};

/** Cases with an analysis, as they were served. */
export async function listCaseStudies(studyId: SeenStudyId): Promise<StoredCaseStudy[]> {
  const analyses = await listAnalyses(studyId);
  const cases = await db.studyCase.findMany({
    where: { studyId, id: { in: analyses.map(({ studyCaseId }) => studyCaseId) } },
    select: {
      id: true,
      caseVersion: {
        select: { content: true, original: true, optionNames: true, case: { select: { kind: true } } },
      },
    },
  });
  const served = new Map(cases.map(({ id, caseVersion }) => [id, caseVersion]));
  return analyses.flatMap(({ studyCaseId, words, errorClass }) => {
    const version = served.get(studyCaseId);
    if (!version) return [];
    const kind = kindNameOf(version.case.kind);
    const { arrange, takeAlong } = serverKindOf(kind);
    const order = version.optionNames.map((_, i) => i);
    const { content, names } = arrange(readContent(kind, version), version.optionNames, order);
    const lines = takeAlong.writeCase(takeAlong.toOwnCase(content, names), en.ownData.file);
    return [{ studyCaseId, words, errorClass, lines }];
  });
}
