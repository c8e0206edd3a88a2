import "server-only";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { resolveReference } from "#lib/studies/frame/queries.ts";
import { measureArms, showVaried, type CaseVariant } from "#lib/studies/arms/queries.ts";
import { dealPlan } from "#lib/studies/arms/deal.ts";
import { sampledStrata } from "#lib/studies/strata/schema.ts";
import { drawDraft } from "#lib/studies/plan-queries.ts";
import type { Study } from "#lib/studies/queries.ts";
import type { Stratum } from "#lib/studies/schema.ts";
import { kindNameOf, type KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type PreviewCase = {
  stratum: Stratum;
  track: string;
  trackPosition: number;
  key: string;
  position: number;
  optionCount: number;
  group: string | null;
  language: string;
  kind: KindName;
  content: unknown;
  optionNames: string[];
  /** In the case's own order. Only where the participant is told: after practice, and with a score at the end. */
  gold: number | null;
};
type PreviewProblem = "no_benchmark" | "no_reference" | "too_few" | "arms" | "admins_only";
export type PreviewCases = {
  problem: PreviewProblem | null;
  cell: PreviewCase[];
  attention: PreviewCase[];
  practice: PreviewCase[];
};

type PreviewedStudy = Pick<Study, "id" | "state" | "design" | "benchmark">;
/** `shown`: of a draft, where the arm will show it otherwise; an opened study has a version of its own for that. */
type ChosenCase = { versionId: number; stratum: Stratum; shown?: CaseVariant | undefined };

/** The cases of an arm's first cell: of the frozen plan, or of what the draft would become if it opened now. */
export async function getPreviewCases(viewer: Staff, study: PreviewedStudy, arm = 1): Promise<PreviewCases> {
  const chosen = study.state === "draft" ? await draw(viewer, study, arm) : await listFrozen(study.id, arm);
  const problem = typeof chosen === "string" ? chosen : null;
  const cases = typeof chosen === "string" ? [] : await readCases(chosen, study.design.questions.showScore);
  const of = (...wanted: Stratum[]) => cases.filter(({ stratum }) => wanted.includes(stratum));
  return {
    problem,
    cell: of(...sampledStrata),
    attention: of("attention"),
    practice: of("practice"),
  };
}

async function draw(
  viewer: Staff,
  { design, benchmark }: PreviewedStudy,
  arm: number,
): Promise<ChosenCase[] | PreviewProblem> {
  if (!hasRole(viewer, ["admin"])) return "admins_only";
  if (!benchmark) return "no_benchmark";
  const { reference } = design.frame;
  if (reference && (await resolveReference(viewer, benchmark.id, reference)) === null) return "no_reference";
  const drawn = await drawDraft(viewer, benchmark.id, design);
  if (!drawn.ok) return "too_few";
  const facts = await measureArms(viewer, benchmark.id, design.assignment.arms, drawn.plan);
  if (facts && facts.unfit + facts.fewOthers > 0) return "arms";
  const { cases, cells } = dealPlan(drawn.plan, design.sample.seed, design.assignment.arms);
  const first = new Set(cells[arm - 1]?.cases);
  const chosen = cases.filter(
    ({ stratum }, index) => stratum === "attention" || stratum === "practice" || first.has(index),
  );
  if (chosen.length === 0) return "too_few";
  const shown = await showVaried(viewer, benchmark.id, design, chosen);
  return chosen.map((one) => ({ ...one, shown: shown.get(one.versionId) }));
}

/** Each set of cases comes once for each arm, in their order. */
async function listFrozen(studyId: SeenStudyId, arm: number): Promise<ChosenCase[]> {
  const rows = await db.studyCase.findMany({
    where: {
      studyId,
      OR: [{ stratum: { in: ["attention", "practice"] } }, { cells: { some: { studyId, cell: arm } } }],
    },
    select: { caseVersionId: true, stratum: true },
  });
  return rows.map(({ caseVersionId, stratum }) => ({ versionId: caseVersionId, stratum }));
}

async function readCases(chosen: readonly ChosenCase[], showScore: boolean): Promise<PreviewCase[]> {
  const strata = new Map(chosen.map(({ versionId, stratum }) => [versionId, stratum]));
  const versions = await db.caseVersion.findMany({
    where: { id: { in: [...strata.keys()] } },
    select: {
      id: true,
      content: true,
      optionNames: true,
      optionCount: true,
      group: true,
      case: {
        select: {
          key: true,
          kind: true,
          position: true,
          track: { select: { name: true, position: true, language: true } },
        },
      },
    },
  });
  const told = chosen.filter(({ stratum }) => showScore || stratum === "practice");
  const golds = await db.caseGold.findMany({
    where: { caseVersionId: { in: told.map(({ versionId }) => versionId) } },
    select: { caseVersionId: true, choice: true },
  });
  const goldOf = new Map(golds.map(({ caseVersionId, choice }) => [caseVersionId, choice]));
  const shown = new Map(chosen.map((one) => [one.versionId, one.shown]));
  return versions.flatMap(
    ({ id, content, optionNames, optionCount, group, case: { key, position, track, ...of } }) => {
      const stratum = strata.get(id);
      if (!stratum) return [];
      const kind = kindNameOf(of.kind);
      return {
        stratum,
        track: track.name,
        trackPosition: track.position,
        key,
        position,
        optionCount,
        group,
        language: track.language,
        kind,
        ...(shown.get(id) ?? { content: serverKindOf(kind).content.parse(content), optionNames }),
        gold: goldOf.get(id) ?? null,
      };
    },
  );
}
