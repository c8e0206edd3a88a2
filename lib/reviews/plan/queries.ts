import "server-only";
import { lookUpReview, reviewsOf, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { db, ask } from "#lib/db.ts";
import { findProblems, findWarnings, type SourceFacts } from "#lib/reviews/plan/findings.ts";
import { settingsSchema, type ReviewSettings, type TemplateName } from "#lib/reviews/plan/schema.ts";
import { kindsWithRight } from "#lib/task-kinds/server-registry.ts";

const described = {
  slug: true,
  title: true,
  state: true,
  seed: true,
  hasSimulated: true,
  isDemo: true,
  createdAt: true,
  openedAt: true,
  closedAt: true,
  benchmark: { select: { id: true, slug: true, name: true, isDemo: true } },
  study: { select: { slug: true, title: true, state: true } },
} as const;

export type Review = NonNullable<Awaited<ReturnType<typeof getReview>>>;

export async function getReview(viewer: Staff, slug: string) {
  const found = await lookUpReview(
    viewer,
    { slug },
    {
      ...described,
      template: true,
      settings: true,
      settingsRevision: true,
      manifest: { select: { hash: true } },
      createdBy: { select: { name: true } },
      batches: { select: { state: true } },
    },
  );
  if (!found) return null;
  const { settings, settingsRevision: revision, manifest, createdBy, template, batches, ...review } = found;
  return {
    ...review,
    /** Counted up by every save of the draft. */
    revision,
    template: template as TemplateName,
    settings: settingsSchema.parse(settings),
    manifestHash: manifest && Buffer.from(manifest.hash).toString("hex"),
    /** Batches that aren't accepted. */
    openBatches: batches.filter(({ state }) => state === "open").length,
    batches: batches.length,
    createdBy: createdBy?.name ?? null,
  };
}

/** By the part of an address, as it came; null also where no address has such a part. */
export async function getReviewAt(viewer: Staff, segment: string): Promise<Review | null> {
  const slug = readSegment(segment);
  return slug === null ? null : getReview(viewer, slug);
}

export type ReviewRow = Awaited<ReturnType<typeof listReviews>>[number];

export async function listReviews(viewer: Staff) {
  const where = reviewsOf(viewer);
  const [reviews, counted] = await Promise.all([
    db.review.findMany({
      where,
      select: {
        id: true,
        ...described,
        _count: { select: { members: { where: { removedAt: null } } } },
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    db.reviewItem.groupBy({ by: ["reviewId", "state"], where: { batchOf: { review: where } }, _count: true }),
  ]);
  return reviews.map(({ id, seed: _, _count: { members }, ...row }) => {
    /** How many stand where. */
    const items = { waiting: 0, decided: 0, to_check: 0, checked: 0 };
    for (const { reviewId, state, _count } of counted) if (reviewId === id) items[state] = _count;
    return { ...row, items, people: members };
  });
}

/** What keeps a draft from opening, and what is worth a look, with what that follows from. */
export async function getFindings({ id, settings }: { id: SeenReviewId; settings: Review["settings"] }) {
  const [source, members] = await Promise.all([getSourceFacts(id, settings), listMembers(id)]);
  return {
    source,
    members,
    problems: findProblems(settings, source),
    warnings: findWarnings(settings, members),
  };
}

/** As it was frozen, to the byte. */
export async function getReviewManifest(
  reviewId: SeenReviewId,
): Promise<{ content: string; hash: string; frozenAt: Date } | null> {
  const found = await db.reviewManifest.findUnique({
    where: { reviewId },
    select: { content: true, hash: true, frozenAt: true },
  });
  return found && { ...found, hash: Buffer.from(found.hash).toString("hex") };
}

export type Member = Awaited<ReturnType<typeof listMembers>>[number];

/** By their numbers, those who were removed among them. */
export async function listMembers(reviewId: SeenReviewId) {
  const found = await db.reviewMember.findMany({
    where: { reviewId },
    select: {
      userId: true,
      number: true,
      parts: true,
      isSimulated: true,
      addedAt: true,
      removedAt: true,
      user: { select: { name: true, handle: true, role: true, deactivatedAt: true } },
    },
    orderBy: { number: "asc" },
  });
  return found.map(({ user: { deactivatedAt, ...user }, ...member }) => ({
    ...member,
    ...user,
    isDeactivated: deactivatedAt !== null,
  }));
}

/** A case that is an item, as long as the review opens now. */
export type SourceCase = { versionId: number; version: number; hash: string; key: string; track: string };
type SourceFilter = Pick<ReviewSettings, "tracks" | "agreement">;

const columns = `v.id AS "versionId", v.number AS version, encode(v.hash, 'hex') AS hash, c.key, t.name AS track`;
const cases = `tracks t JOIN cases c ON c.track_id = t.id
  JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL`;
const wantedTracks = "($2::text[] IS NULL OR t.name = ANY ($2))";
const inOrder = "ORDER BY t.position, c.position, c.id";

/** Simulated people's answers are asked where no real person handed in. */
const answered = `s.study_id = $1 AND s.state = 'submitted' AND s.excluded_at IS NULL
  AND s.is_simulated = NOT EXISTS (SELECT FROM sittings WHERE study_id = $1 AND state = 'submitted' AND NOT is_simulated)`;

/**
 * What stands in the rule of the manifest, asked inside an opening as well as before: the benchmark's cases as they are
 * now, or those of a study on which people agree against what is held to be right.
 */
export const sourceQuestion = (
  { benchmarkId, studyId }: { benchmarkId: number | null; studyId: string | null },
  { tracks, agreement }: SourceFilter,
): { name: string; text: string; values: readonly unknown[] } =>
  studyId === null
    ? {
        name: "review source",
        text: `SELECT ${columns} FROM ${cases} WHERE t.benchmark_id = $1 AND ${wantedTracks} ${inOrder}`,
        values: [benchmarkId, tracks],
      }
    : {
        name: "review source study",
        text: `WITH votes AS (
            SELECT sc.case_version_id AS id, a.decision, count(*) AS votes
            FROM sittings s JOIN served_cases sv ON sv.sitting_id = s.id AND sv.repeats IS NULL
              JOIN study_cases sc ON sc.id = sv.study_case_id AND sc.stratum NOT IN ('practice', 'attention')
              JOIN answers a ON a.sitting_id = sv.sitting_id AND a.position = sv.position
            WHERE ${answered} AND a.decision IS NOT NULL AND NOT a.cannot_read GROUP BY 1, 2
          ), against AS (
            SELECT votes.id, sum(votes) AS people,
              coalesce(max(votes) FILTER (WHERE decision <> g.choice::text), 0) AS other,
              coalesce(max(votes) FILTER (WHERE decision = g.choice::text), 0) AS gold
            FROM votes JOIN case_golds g ON g.case_version_id = votes.id AND g.choice IS NOT NULL GROUP BY 1
          )
          SELECT ${columns} FROM ${cases} JOIN against ON against.id = v.id
          WHERE ${wantedTracks} AND c.kind::text = ANY ($3) AND people >= $4 AND other >= $5 * people AND other > gold
          ${inOrder}`,
        values: [studyId, tracks, kindsWithRight, agreement.people, agreement.share],
      };

/** What a draft's source comes to now. In SQL: as it is asked when it opens. */
export async function getSourceFacts(reviewId: SeenReviewId, settings: SourceFilter): Promise<SourceFacts> {
  const { study, benchmark, ...source } = await db.review.findUniqueOrThrow({
    where: { id: reviewId },
    select: {
      benchmarkId: true,
      studyId: true,
      study: { select: { state: true } },
      benchmark: { select: { tracks: { select: { name: true }, orderBy: { position: "asc" } } } },
    },
  });
  const { name, text, values } = sourceQuestion(source, settings);
  return {
    isThere: benchmark !== null,
    study: study && { isClosed: ["closed", "archived"].includes(study.state) },
    tracks: (benchmark?.tracks ?? []).map((track) => track.name),
    items: benchmark ? (await ask<SourceCase>(name, text, values)).length : 0,
  };
}
