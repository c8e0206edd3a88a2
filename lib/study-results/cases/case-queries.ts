import "server-only";
import { lookUpStudy, studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { CaseAnswer } from "#lib/study-results/cases/case-answers.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { openingOf, readContent } from "#lib/task-kinds/server-registry.ts";
import { kindNameOf, type KindName } from "#lib/task-kinds/registry.ts";

/** How the cases of one page begin, by the number of the study's case: as they were frozen. */
export async function listOpenings(
  viewer: Staff,
  slug: string,
  studyCaseIds: readonly number[],
): Promise<Map<number, string>> {
  if (studyCaseIds.length === 0) return new Map();
  const study = await lookUpStudy(viewer, { slug }, {});
  if (!study) return new Map();
  const found = await db.studyCase.findMany({
    where: { studyId: study.id, id: { in: [...studyCaseIds] } },
    select: {
      id: true,
      caseVersion: { select: { content: true, original: true, case: { select: { kind: true } } } },
    },
  });
  return new Map(
    found.map(({ id, caseVersion }) => [id, openingOf(caseVersion.case.kind, caseVersion, 200)]),
  );
}

export type StudyCase = NonNullable<Awaited<ReturnType<typeof getStudyCase>>>;

/** One case of a study in the version that was served, with every run's answer to exactly that version. */
export async function getStudyCase(viewer: Staff, slug: string, studyCaseId: number) {
  const found = await db.studyCase.findFirst({
    where: { id: studyCaseId, study: { slug, state: { not: "draft" }, ...studiesOf(viewer) } },
    select: { caseVersion: { select: version } },
  });
  if (!found) return null;
  const { case: item, content: _, gold, predictions, responses, ...rest } = found.caseVersion;
  const texts = new Map(responses.map(({ runId, text }) => [runId, text]));
  const served = {
    ...rest,
    kind: kindNameOf(item.kind),
    gold: gold?.choice ?? null,
    content: readContent(item.kind, found.caseVersion),
  };
  return {
    ...served,
    newer: describeNewer(served, item.versions[0]),
    answers: new Map(
      predictions.map(({ runId, repaired, probabilities }) => [
        runId,
        { repaired, probabilities, text: texts.get(runId) || null },
      ]),
    ),
  };
}

const shown = {
  number: true,
  original: true,
  form: true,
  content: true,
  optionNames: true,
  gold: { select: { choice: true } },
} as const;
const version = {
  ...shown,
  answerLength: true,
  predictions: { select: { runId: true, repaired: true, probabilities: true } },
  responses: { select: { runId: true, text: true } },
  case: {
    select: { kind: true, versions: { where: { retiredAt: null }, select: { ...shown, createdAt: true } } },
  },
} as const;

type Version = { number: number; original: string; content: unknown; optionNames: string[] };

/** What an import has changed since; null while the version that was served is still the current one. */
function describeNewer(
  served: Version & { kind: KindName; gold: number | null },
  current: (Version & { createdAt: Date; gold: { choice: number | null } | null }) | undefined,
) {
  if (!current || current.number === served.number) return null;
  const goldOf = ({ optionNames }: Version, gold: number | null) =>
    gold === null ? null : optionNames[gold];
  const isOther = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  return {
    number: current.number,
    since: current.createdAt,
    goldChanged: goldOf(served, served.gold) !== goldOf(current, current.gold?.choice ?? null),
    optionsChanged: isOther(served.optionNames, current.optionNames),
    textChanged:
      served.original !== current.original || isOther(served.content, readContent(served.kind, current)),
  };
}

/** What every run gave each option of one case, by run. */
export async function readProbabilities(
  { study, cases, runs }: StudyRows,
  index: number,
): Promise<Map<number, number[]>> {
  const found = await db.prediction.findMany({
    where: {
      runId: { in: runs.map(({ id }) => id) },
      caseVersion: {
        id: cases[index]?.versionId ?? 0,
        studyCases: { some: { studyId: study.id } },
      },
    },
    select: { runId: true, probabilities: true },
  });
  return new Map(found.map(({ runId, probabilities }) => [runId, probabilities]));
}

/** What people wrote beside their answers to one case, by sitting. */
export async function listReasons(
  viewer: Staff,
  slug: string,
  studyCaseId: number,
  answers: readonly Pick<CaseAnswer, "person" | "hasReason">[],
): Promise<Map<string, string>> {
  const sittingIds = answers.filter(({ hasReason }) => hasReason).map(({ person }) => person.sittingId);
  if (sittingIds.length === 0) return new Map();
  const found = await db.answer.findMany({
    where: {
      reason: { not: null },
      served: {
        studyCaseId,
        repeats: null,
        sitting: {
          id: { in: sittingIds },
          state: { not: "withdrawn" },
          study: { slug, state: { not: "draft" }, ...studiesOf(viewer) },
        },
      },
    },
    select: { sittingId: true, reason: true },
  });
  return new Map(found.map(({ sittingId, reason }) => [sittingId, reason ?? ""]));
}
