import "server-only";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { RunParity } from "#lib/model-runs/schema.ts";
import { getManifest, type FrozenManifest } from "#lib/studies/queries.ts";
import type { RecruitmentWay } from "#lib/studies/schema.ts";
import type { Who } from "#lib/study-results/schema.ts";

export type Coming = {
  who: Who;
  /** How they came; null where that isn't known. */
  way: RecruitmentWay | null;
  began: number;
  submitted: number;
  withdrawn: number;
};

/** What a report has to say beside figures. */
export type StudyRecord = {
  manifest: FrozenManifest | null;
  coming: readonly Coming[];
  /** By run. */
  parity: ReadonlyMap<number, RunParity>;
  /** Cases of the figures: set like a script, and shown as plain text. */
  forms: { parsed: number; unparsed: number };
};

export async function getStudyRecord(
  viewer: Staff,
  study: { id: string; benchmark: { id: number } },
): Promise<StudyRecord> {
  const inFigures: Prisma.StudyCaseWhereInput = {
    studyId: study.id,
    study: studiesOf(viewer),
    stratum: { in: ["selected", "control"] },
  };
  const [manifest, coming, runs, cases, parsed] = await Promise.all([
    getManifest(viewer, study.id),
    countComing(viewer, study.id),
    db.modelRun.findMany({
      where: { benchmarkId: study.benchmark.id },
      select: { id: true, instructions: true, context: true, tools: true, optionOrder: true },
      orderBy: { id: "asc" },
    }),
    db.studyCase.count({ where: inFigures }),
    db.studyCase.count({ where: { ...inFigures, caseVersion: { form: "dialogue" } } }),
  ]);
  return {
    manifest,
    coming,
    parity: new Map(runs.map(({ id, ...parity }) => [id, parity])),
    forms: { parsed, unparsed: cases - parsed },
  };
}

async function countComing(viewer: Staff, studyId: string): Promise<Coming[]> {
  const sittings = await db.sitting.findMany({
    where: { studyId, study: studiesOf(viewer) },
    select: {
      state: true,
      isSimulated: true,
      startedAt: true,
      invitation: { select: { recruitment: true } },
    },
  });
  const counted = new Map<string, Coming>();
  for (const { state, isSimulated, startedAt, invitation } of sittings) {
    const [who, way] = [isSimulated ? "simulated" : "people", invitation?.recruitment ?? null] as const;
    const found = counted.get(`${who} ${way}`) ?? { who, way, began: 0, submitted: 0, withdrawn: 0 };
    counted.set(`${who} ${way}`, found);
    if (state === "withdrawn") found.withdrawn += 1;
    else if (startedAt) found.began += 1;
    if (state === "submitted") found.submitted += 1;
  }
  return [...counted.values()].sort((a, b) => `${a.way}`.localeCompare(`${b.way}`, "en"));
}
