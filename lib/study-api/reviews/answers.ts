import "server-only";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { download } from "#lib/files/download.ts";
import { zipFiles } from "#lib/reports/zip.ts";
import { renderReviewCodebook, renderReviewFile } from "#lib/review-exports/files.ts";
import { recordReviewExport } from "#lib/review-exports/mutations.ts";
import { renderReviewReport } from "#lib/review-exports/report.ts";
import { readReviewFileName, reviewFileTypes } from "#lib/review-exports/schema.ts";
import { listWithheld } from "#lib/reviews/checking/queries.ts";
import { getReviewAt, getReviewManifest, listReviews, type ReviewRow } from "#lib/reviews/plan/queries.ts";
import { type ReviewRows, getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { answer, answerFile, answerJson } from "#lib/study-api/answer.ts";
import { readQuery } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { renderReviewResults } from "#lib/study-api/reviews/results-document.ts";
import { linksOfReview, reviewFileQuery, type ReviewAnswer } from "#lib/study-api/reviews/schema.ts";

const nothing = z.strictObject({});

function describe({
  study: _study,
  benchmark,
  createdAt,
  openedAt,
  closedAt,
  ...review
}: ReviewRow): ReviewAnswer {
  return {
    ...review,
    benchmark: benchmark && { slug: benchmark.slug, name: benchmark.name },
    createdAt: createdAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    links: linksOfReview(review.slug),
  };
}

/** Those the caller leads, newest first; all of them for admins. */
export async function answerReviews(viewer: Staff, request: Request): Promise<Response> {
  const read = readQuery(nothing, request);
  if (!read.ok) return read.refusal;
  return answerJson(request, { items: (await listReviews(viewer)).map(describe) });
}

export async function answerReview(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const read = readQuery(nothing, request);
  if (!read.ok) return read.refusal;
  const review = (await listReviews(viewer)).find(({ slug }) => slug === segment);
  return review ? answerJson(request, describe(review)) : refuse("no_review");
}

/** To the byte as it was frozen. */
export async function answerReviewManifest(
  viewer: Staff,
  request: Request,
  segment: string,
): Promise<Response> {
  const read = readQuery(nothing, request);
  if (!read.ok) return read.refusal;
  const review = await getReviewAt(viewer, segment);
  if (!review) return refuse("no_review");
  const manifest = await getReviewManifest(review.id);
  return manifest
    ? answer(request, manifest.content, { "x-content-sha256": manifest.hash })
    : refuse("review_not_opened");
}

export async function answerReviewResults(
  viewer: Staff,
  request: Request,
  segment: string,
): Promise<Response> {
  const read = readQuery(nothing, request);
  if (!read.ok) return read.refusal;
  const found = await findRows(viewer, segment);
  return found instanceof Response ? found : answerJson(request, renderReviewResults(found.rows, Date.now()));
}

export async function answerReviewReport(
  viewer: Staff,
  request: Request,
  segment: string,
): Promise<Response> {
  const read = readQuery(nothing, request);
  if (!read.ok) return read.refusal;
  const found = await findRows(viewer, segment);
  if (found instanceof Response) return found;
  const content = await buffer(zipFiles(renderReviewReport(found.rows)));
  return answerFile(request, content, { name: `${segment}-report.zip`, type: "application/zip" });
}

export async function answerReviewFile(
  viewer: Staff,
  request: Request,
  segment: string,
  name: string,
): Promise<Response> {
  const read = readQuery(reviewFileQuery, request);
  if (!read.ok) return read.refusal;
  const found = await findRows(viewer, segment);
  if (found instanceof Response) return found;
  const { texts } = read.query;
  if (name === "codebook.md")
    return answerFile(request, renderReviewCodebook(found.rows, texts), {
      name: `${segment}-codebook.md`,
      type: "text/markdown; charset=utf-8",
    });
  const file = readReviewFileName(name);
  if (!file) return refuse("no_review_file");
  if ((await listWithheld(viewer, found.id)).size > 0) return refuse("check_first");
  await recordReviewExport(viewer, found.id, { file: name, texts });
  return download(packLines(renderReviewFile(found.rows, { ...file, texts })), {
    name: `${segment}-${name}`,
    type: reviewFileTypes[file.format],
  });
}

const linesAtOnce = 500;

async function* packLines(lines: Iterable<string>): AsyncGenerator<string> {
  let packed: string[] = [];
  for (const line of lines) {
    packed.push(line);
    if (packed.length < linesAtOnce) continue;
    yield packed.join("");
    packed = [];
  }
  yield packed.join("");
}

type OpenedReview = { id: NonNullable<Awaited<ReturnType<typeof getReviewAt>>>["id"]; rows: ReviewRows };

async function findRows(viewer: Staff, segment: string): Promise<OpenedReview | Response> {
  const review = await getReviewAt(viewer, segment);
  if (!review) return refuse("no_review");
  const rows = await getReviewRows(viewer, review.slug);
  return rows ? { id: review.id, rows } : refuse("review_not_opened");
}
