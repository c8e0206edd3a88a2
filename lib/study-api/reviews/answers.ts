import "server-only";
import { buffer } from "node:stream/consumers";
import { download } from "#lib/files/download.ts";
import { zipFiles } from "#lib/study-exports/zip.ts";
import { renderReviewCodebook, renderReviewFile } from "#lib/review-exports/files.ts";
import { recordReviewExport } from "#lib/review-exports/mutations.ts";
import { renderReviewReport } from "#lib/review-exports/report.ts";
import { readReviewFileName, reviewFileTypes } from "#lib/review-exports/schema.ts";
import { listWithheld } from "#lib/reviews/checking/queries.ts";
import { getReviewAt, getReviewManifest, listReviews, type ReviewRow } from "#lib/reviews/plan/queries.ts";
import { type ReviewRows, getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { answer, answerFile, answerJson, readQuery, refuse, expectNoQuery } from "#lib/study-api/answer.ts";
import type { ApiRequest } from "#lib/study-api/opened.ts";
import { reviewFileQuery } from "#lib/study-api/parameters.ts";
import { renderReviewResults } from "#lib/study-api/reviews/results-document.ts";
import { linksOfReview, type ReviewAnswer } from "#lib/study-api/reviews/schema.ts";

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
export async function answerReviews({ viewer, request }: ApiRequest): Promise<Response> {
  expectNoQuery(request);
  return answerJson(request, { items: (await listReviews(viewer)).map(describe) });
}

export async function answerReview({ viewer, request, review: segment }: ApiRequest): Promise<Response> {
  expectNoQuery(request);
  const review = (await listReviews(viewer)).find(({ slug }) => slug === segment) ?? refuse("no_review");
  return answerJson(request, describe(review));
}

/** To the byte as it was frozen. */
export async function answerReviewManifest({ viewer, request, review }: ApiRequest): Promise<Response> {
  expectNoQuery(request);
  const { id } = (await getReviewAt(viewer, review)) ?? refuse("no_review");
  const manifest = (await getReviewManifest(id)) ?? refuse("review_not_opened");
  return answer(request, manifest.content, { "x-content-sha256": manifest.hash });
}

export async function answerReviewResults(asked: ApiRequest): Promise<Response> {
  expectNoQuery(asked.request);
  const { rows } = await findRows(asked);
  return answerJson(asked.request, renderReviewResults(rows, Date.now()));
}

export async function answerReviewReport(asked: ApiRequest): Promise<Response> {
  expectNoQuery(asked.request);
  const { rows } = await findRows(asked);
  const content = await buffer(zipFiles(await renderReviewReport(rows)));
  return answerFile(asked.request, content, { name: `${asked.review}-report.zip`, type: "application/zip" });
}

export async function answerReviewFile(asked: ApiRequest): Promise<Response> {
  const { viewer, request, review, reviewFile: name } = asked;
  const { texts } = readQuery(reviewFileQuery, request);
  const { id, rows } = await findRows(asked);
  if (name === "codebook.md")
    return answerFile(request, renderReviewCodebook(rows, texts), {
      name: `${review}-codebook.md`,
      type: "text/markdown; charset=utf-8",
    });
  const file = readReviewFileName(name) ?? refuse("no_review_file");
  if ((await listWithheld(viewer, id)).size > 0) refuse("check_first");
  await recordReviewExport(viewer, id, { file: name, texts });
  return download(packLines(renderReviewFile(rows, { ...file, texts })), {
    name: `${review}-${name}`,
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

async function findRows({ viewer, review: segment }: ApiRequest) {
  const { id, slug } = (await getReviewAt(viewer, segment)) ?? refuse("no_review");
  const rows: ReviewRows = (await getReviewRows(viewer, slug)) ?? refuse("review_not_opened");
  return { id, rows };
}
