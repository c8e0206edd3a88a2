import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { Refused } from "#lib/study-api/answer.ts";
import * as files from "#lib/study-api/files.ts";
import type { ApiRequest } from "#lib/study-api/opened.ts";
import * as reviews from "#lib/study-api/reviews/answers.ts";
import * as studies from "#lib/study-api/studies.ts";

type Answer = (asked: ApiRequest) => Promise<Response> | Response;

const ofStudy = "studies/{slug}";
const ofReview = "reviews/{review}";

/** What is below /api/v1, for whom a token or a sign-in proves. Where several fit, the first does. */
export const answers: Readonly<Record<string, Answer>> = {
  "": studies.answerStart,
  studies: studies.answerStudies,
  [ofStudy]: studies.answerStudy,
  [`${ofStudy}/manifest`]: studies.answerManifest,
  [`${ofStudy}/results`]: studies.answerResults,
  [`${ofStudy}/results/{figures}`]: studies.answerFigures,
  [`${ofStudy}/tables`]: files.answerTables,
  [`${ofStudy}/tables/{table}`]: files.answerTable,
  [`${ofStudy}/figures/{figure}`]: files.answerFigure,
  [`${ofStudy}/report.zip`]: files.answerReport,
  [`${ofStudy}/export.zip`]: files.answerExport,
  [`${ofStudy}/export/{file}`]: files.answerExportFile,
  [`${ofStudy}/{rows}`]: studies.answerRows,
  reviews: reviews.answerReviews,
  [ofReview]: reviews.answerReview,
  [`${ofReview}/manifest`]: reviews.answerReviewManifest,
  [`${ofReview}/results`]: reviews.answerReviewResults,
  [`${ofReview}/report.zip`]: reviews.answerReviewReport,
  [`${ofReview}/export/{reviewFile}`]: reviews.answerReviewFile,
};

const known = Object.entries(answers).map(([path, give]) => ({ parts: path.split("/"), give }));
const none = { slug: "", rows: "", figures: "", table: "", figure: "", file: "", review: "", reviewFile: "" };

/** What answers at an address, once the caller is proven; null where nothing does. */
export function findAnswer(
  path: readonly string[],
): ((viewer: Staff, request: Request) => Promise<Response>) | null {
  const asked = path.length === 0 ? [""] : path;
  const isName = (part: string) => part.startsWith("{");
  const found = known.find(
    ({ parts }) =>
      parts.length === asked.length && parts.every((part, at) => isName(part) || part === asked[at]),
  );
  if (!found) return null;
  const named = found.parts.flatMap((part, at) => (isName(part) ? [[part.slice(1, -1), asked[at]]] : []));
  const parts = { ...none, ...(Object.fromEntries(named) as Partial<typeof none>) };
  return async (viewer, request) => {
    try {
      return await found.give({ viewer, request, ...parts });
    } catch (error) {
      if (error instanceof Refused) return error.response;
      throw error;
    }
  };
}
