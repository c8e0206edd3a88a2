import "server-only";
import { lookUpReview, reviewsOf, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { db } from "#lib/db.ts";
import { findProblems, findWarnings, type Findings } from "#lib/reviews/plan/findings.ts";
import { listMembers } from "#lib/reviews/plan/member-queries.ts";
import {
  settingsSchema,
  type ReviewSettings,
  type ReviewState,
  type TemplateName,
} from "#lib/reviews/plan/schema.ts";
import { getSourceFacts } from "#lib/reviews/plan/source-queries.ts";
import type { StudyState } from "#lib/studies/schema.ts";

export type Review = {
  id: SeenReviewId;
  slug: string;
  title: string;
  template: TemplateName;
  state: ReviewState;
  settings: ReviewSettings;
  /** Counted up by every save of the draft. */
  revision: number;
  benchmark: { id: number; slug: string; name: string; isDemo: boolean } | null;
  /** Whose cases the items are; null where they are a benchmark's. */
  study: { slug: string; title: string; state: StudyState } | null;
  /** From opening on. */
  seed: bigint | null;
  manifestHash: string | null;
  /** Batches that aren't accepted. */
  openBatches: number;
  hasSimulated: boolean;
  isDemo: boolean;
  createdAt: Date;
  openedAt: Date | null;
  closedAt: Date | null;
  createdBy: string | null;
};

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

export async function getReview(viewer: Staff, slug: string): Promise<Review | null> {
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
      _count: { select: { batches: { where: { state: "open" } } } },
    },
  );
  if (!found) return null;
  const { settings, settingsRevision, manifest, createdBy, template, _count, ...review } = found;
  return {
    ...review,
    template: template as TemplateName,
    settings: settingsSchema.parse(settings),
    revision: settingsRevision,
    manifestHash: manifest && Buffer.from(manifest.hash).toString("hex"),
    openBatches: _count.batches,
    createdBy: createdBy?.name ?? null,
  };
}

/** By the part of an address, as it came; null also where no address has such a part. */
export async function getReviewAt(viewer: Staff, segment: string): Promise<Review | null> {
  const slug = readSegment(segment);
  return slug === null ? null : getReview(viewer, slug);
}

export type ReviewRow = Pick<
  Review,
  | "slug"
  | "title"
  | "state"
  | "benchmark"
  | "study"
  | "hasSimulated"
  | "isDemo"
  | "createdAt"
  | "openedAt"
  | "closedAt"
> & {
  /** How many items there are, and how many stand where. */
  items: Record<"waiting" | "decided" | "to_check" | "checked", number>;
  people: number;
};

export async function listReviews(viewer: Staff): Promise<ReviewRow[]> {
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
    const items: ReviewRow["items"] = { waiting: 0, decided: 0, to_check: 0, checked: 0 };
    for (const { reviewId, state, _count } of counted) if (reviewId === id) items[state] = _count;
    return { ...row, items, people: members };
  });
}

/** What keeps a draft from opening, and what is worth a look. */
export async function getFindings({
  id,
  settings,
}: {
  id: SeenReviewId;
  settings: ReviewSettings;
}): Promise<Findings> {
  const [source, members] = await Promise.all([getSourceFacts(id, settings), listMembers(id)]);
  return { problems: findProblems(settings, source), warnings: findWarnings(settings, members) };
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
