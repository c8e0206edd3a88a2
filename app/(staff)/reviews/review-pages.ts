import { notFound, redirect } from "next/navigation";
import type { Sources } from "#components/reviews/plan/choose-source.tsx";
import { formatPersonName } from "#components/shell/person-name.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { listBenchmarks } from "#lib/benchmarks/queries.ts";
import { reviewPath } from "#lib/paths.ts";
import { getReviewAt, listMembers } from "#lib/reviews/plan/queries.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { listStudies } from "#lib/studies/queries.ts";

type Params = Promise<{ slug: string }>;

/** The review that an address names, or the page that says there is none. */
export async function requireReview(params: Params) {
  const viewer = await requireViewer("researcher", "admin");
  const review = await getReviewAt(viewer, (await params).slug);
  if (!review) notFound();
  return { viewer, review };
}

/** The same with its rows, once it has opened: of a draft there is the plan. */
export async function requireRows(params: Params) {
  const { viewer, review } = await requireReview(params);
  const rows = await getReviewRows(viewer, review.slug);
  if (!rows) redirect(reviewPath(review.slug, "plan"));
  return { viewer, review, rows };
}

/** By the names that the reader sees. */
export const listNamedMembers = async (reviewId: SeenReviewId) =>
  Promise.all(
    (await listMembers(reviewId)).map(async (member) => ({
      ...member,
      name: await formatPersonName(member.name),
    })),
  );

const perPage = 50;

export function cutPage<Row>(rows: readonly Row[], wanted: number) {
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const page = Math.min(wanted, pages);
  return { page, pages, shown: rows.slice((page - 1) * perPage, page * perPage) };
}

/** What the cases of a review can come from. */
export async function listSources(viewer: Viewer<"admin">): Promise<Sources> {
  const [benchmarks, studies] = await Promise.all([listBenchmarks(viewer), listStudies(viewer)]);
  return {
    benchmarks: benchmarks
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ slug, name }) => ({ slug, name })),
    studies: studies
      .filter(({ state }) => state === "closed" || state === "archived")
      .map(({ slug, title }) => ({ slug, name: title })),
  };
}
