import "server-only";
import { lookUpStudyRow, studiesOf, type SeenStudyId, type Staff } from "#lib/auth/study-scope.ts";
import { filtersSql } from "#lib/benchmarks/lineage/schema.ts";
import { originOf, readSegment, type Attributes, type ClusterUnit } from "#lib/benchmarks/schema.ts";
import { db } from "#lib/db.ts";
import { countOriginLayouts, type OriginLayout } from "#lib/studies/opening/judged-power.ts";
import { parsePlanOf } from "#lib/studies/frozen/schema.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";
import { parsePlan, stepNames, type Design, type StepName, type StudyState } from "#lib/studies/schema.ts";
import { parseManifest, type Manifest } from "#lib/studies/opening/manifest.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Sittings = { consented: number; started: number; submitted: number; withdrawn: number };

/** With how many people are planned, how many sittings stand at each point now, and how many of those who were made up. */
export async function listStudies(viewer: Staff) {
  const where = studiesOf(viewer);
  const studies = await db.study.findMany({
    where,
    select: {
      id: true,
      slug: true,
      title: true,
      state: true,
      benchmark: { select: { slug: true, name: true } },
      isDemo: true,
      hasSimulated: true,
      createdAt: true,
      openedAt: true,
      closedAt: true,
      draft: true,
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const counted = await db.sitting.groupBy({
    by: ["studyId", "state", "isSimulated"],
    where: { study: where },
    _count: true,
  });
  return studies.map(({ id, draft, ...row }) => {
    const none: Sittings = { consented: 0, started: 0, submitted: 0, withdrawn: 0 };
    const [sittings, simulated] = [{ ...none }, { ...none }];
    for (const { studyId, state, isSimulated, _count } of counted)
      if (studyId === id) (isSimulated ? simulated : sittings)[state] = _count;
    return { ...row, people: parsePlan(draft).assignment.people, sittings, simulated };
  });
}
export type StudyRow = Awaited<ReturnType<typeof listStudies>>[number];

export type Study = {
  id: SeenStudyId;
  slug: string;
  title: string;
  state: StudyState;
  design: Design;
  /** Counted up by every save of the draft. */
  revision: number;
  benchmark: {
    id: number;
    slug: string;
    name: string;
    isDemo: boolean;
    filters: readonly Filter[];
    clusterUnit?: ClusterUnit | null;
  } | null;
  manifestHash: string | null;
  createdAt: Date;
  openedAt: Date | null;
  closedAt: Date | null;
  createdBy: string | null;
  isDemo: boolean;
  hasSimulated: boolean;
  /** Who saved the draft last; the name is empty where it was the command line. */
  savedBy: { name: string; at: Date } | null;
};

/** In SQL: every page of a study asks, and Prisma would in six exchanges. */
export async function getStudy(viewer: Staff, slug: string): Promise<Study | null> {
  const found = await lookUpStudyRow<StoredStudy>(viewer, slug, {
    name: "study",
    columns: `seen.slug, seen.title, seen.state::text, seen.draft::text AS draft, seen.draft_revision AS revision,
      seen.created_at AS "createdAt", seen.opened_at AS "openedAt", seen.closed_at AS "closedAt",
      seen.is_demo AS "isDemo", seen.has_simulated AS "hasSimulated", encode(m.hash, 'hex') AS "manifestHash",
      u.name AS "createdBy", CASE WHEN b.id IS NOT NULL THEN
        json_build_object('id', b.id, 'slug', b.slug, 'name', b.name, 'isDemo', b.is_demo,
          'clusterUnit', b.cluster_unit, 'filters', ${filtersSql("b.id")}) END AS benchmark,
      saved.at AS "savedAt", saved.name AS "savedName"`,
    from: `seen LEFT JOIN benchmarks b ON b.id = seen.benchmark_id LEFT JOIN study_manifests m ON m.study_id = seen.id
      LEFT JOIN users u ON u.id = seen.created_by_id LEFT JOIN LATERAL (${lastSave}) saved ON true`,
  });
  if (!found) return null;
  const { draft, savedAt, savedName, ...study } = found;
  return {
    ...study,
    design: { ...parsePlanOf(found), benchmark: study.benchmark?.slug ?? null },
    savedBy: savedAt && { name: savedName ?? "", at: savedAt },
  };
}

type StoredStudy = Omit<Study, "id" | "design" | "savedBy"> & {
  draft: string;
  savedAt: Date | null;
  savedName: string | null;
};

/** By the part of an address, as it came; null also where no address has such a part. */
export async function getStudyAt(viewer: Staff, segment: string): Promise<Study | null> {
  const slug = readSegment(segment);
  return slug === null ? null : getStudy(viewer, slug);
}

/** Of a study found the same way, where no more is needed. */
export async function getStudyTitle(viewer: Staff, segment: string): Promise<string | null> {
  const slug = readSegment(segment);
  const question = { name: "study title", columns: "seen.title", from: "seen" };
  return slug === null ? null : ((await lookUpStudyRow<TitleRow>(viewer, slug, question))?.title ?? null);
}
type TitleRow = { title: string };

export type FrozenManifest = { content: string; hash: string; frozenAt: Date };

export async function getManifest(studyId: SeenStudyId): Promise<FrozenManifest | null> {
  const found = await db.studyManifest.findFirst({
    where: { studyId },
    select: { content: true, hash: true, frozenAt: true },
  });
  return found && { ...found, hash: Buffer.from(found.hash).toString("hex") };
}

/** How the cases that an opening drew stand in groups and origins: by the versions it froze. */
export async function getStanding(studyId: SeenStudyId): Promise<OriginLayout[]> {
  const found = await db.studyCase.findMany({
    where: { studyId, stratum: "selected" },
    select: {
      caseVersion: {
        select: {
          group: true,
          attributes: true,
          case: { select: { key: true, track: { select: { name: true } } } },
        },
      },
    },
  });
  return countOriginLayouts(
    found.map(({ caseVersion: { group, attributes, case: of } }) => ({
      track: of.track.name,
      key: of.key,
      group,
      origin: originOf(attributes as Attributes | null),
    })),
  );
}

/** Steps of a draft that have been saved since it was made. In SQL, since Prisma can't group by what a JSON holds. */
export async function listSavedSteps(studyId: SeenStudyId): Promise<StepName[]> {
  const found = await db.$queryRaw<{ step: string | null }[]>`
    SELECT DISTINCT details->>'step' AS step FROM audit_events
    WHERE subject_type = 'study' AND subject_id = ${studyId} AND action = 'study.saved'`;
  return stepNames.filter((name) => found.some(({ step }) => step === name));
}

/** Studies that are called the same, but for upper and lower case: nothing forbids it, and somebody will mix them up. */
export async function listSameTitle(
  viewer: Staff,
  title: string,
  except = "",
): Promise<{ slug: string; title: string; state: StudyState }[]> {
  return db.study.findMany({
    where: {
      ...studiesOf(viewer),
      title: { equals: title.trim(), mode: "insensitive" },
      slug: { not: except },
    },
    select: { slug: true, title: true, state: true },
    orderBy: { createdAt: "desc" },
    take: 5,
  });
}

/** What a study froze, as its bytes and as it is read; null for a draft. */
export async function getFrozenPlan(
  studyId: SeenStudyId,
): Promise<{ frozen: FrozenManifest; manifest: Manifest } | null> {
  const frozen = await getManifest(studyId);
  if (!frozen) return null;
  const manifest = parseManifest(frozen.content);
  return { frozen, manifest: { ...manifest, eligible: await addKinds(studyId, manifest.eligible) } };
}

/**
 * A manifest names no kinds where all cases are of the usual one, nor where it was written before kinds were named: there the
 * cases that the study drew tell them. A track of which none was drawn tells nothing.
 */
export async function addKinds(
  studyId: SeenStudyId,
  eligible: Manifest["eligible"],
): Promise<Manifest["eligible"]> {
  if (eligible.every(({ kinds }) => kinds !== undefined)) return eligible;
  const drawn = await listDrawn(studyId);
  return eligible.map((track) => {
    if (track.kinds !== undefined) return track;
    const own = drawn.filter((one) => one.track === track.track);
    const kinds = own.map(({ kind }) => kind);
    const isWithoutGold =
      own.length > 0 && own.every(({ kind, gold }) => !serverKindOf(kind).needsGold && gold === 0);
    return { ...track, kinds, ...(isWithoutGold && { withGold: 0 }) };
  });
}

/** In SQL: Prisma can't count by another table's column. */
const listDrawn = (studyId: SeenStudyId): Promise<{ track: string; kind: KindName; gold: number }[]> =>
  db.$queryRaw`
    SELECT t.name AS track, k.kind::text, count(g.choice)::int AS gold
    FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id JOIN cases k ON k.id = v.case_id
      JOIN tracks t ON t.id = k.track_id LEFT JOIN case_golds g ON g.case_version_id = v.id
    WHERE c.study_id = ${studyId}::uuid AND c.stratum NOT IN ('attention', 'practice')
    GROUP BY t.name, k.kind ORDER BY t.name, k.kind`;

/** Who saved a draft last, as a part of a question about the table `seen`. */
const lastSave = `SELECT e.at, coalesce(a.name, '') AS name FROM audit_events e LEFT JOIN users a ON a.id = e.actor_id
  WHERE e.subject_type = 'study' AND e.subject_id = seen.id::text AND e.action IN ('study.saved', 'study.renamed')
  ORDER BY e.id DESC LIMIT 1`;
