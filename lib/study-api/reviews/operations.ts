import type { Operation } from "#lib/study-api/operations.ts";
import { reviewFileQuery } from "#lib/study-api/reviews/schema.ts";

const below = "/api/v1/reviews/{review}";

export const reviewOperations: readonly Operation[] = [
  {
    path: "/api/v1/reviews",
    id: "listReviews",
    summary: "The reviews that the token’s owner leads, newest first; all of them for admins.",
    answers: "ReviewList",
    refusals: [400],
  },
  {
    path: below,
    id: "getReview",
    summary: "One review: its state, and how many items stand where.",
    answers: "Review",
    refusals: [400, 404],
  },
  {
    path: `${below}/manifest`,
    id: "getReviewManifest",
    summary: "The plan and the items as frozen at opening, byte for byte.",
    answers: null,
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/results`,
    id: "getReviewResults",
    summary: "Every figure of the review, unrounded. Where a figure is null, a reason says why.",
    answers: "ReviewResults",
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/report.zip`,
    id: "getReviewReport",
    summary: "Methods, the table of annotators and the funnel, for a paper.",
    answers: null,
    types: ["application/zip"],
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/export/{reviewFile}`,
    id: "getReviewFile",
    summary: "Items, decisions or checks as CSV or JSON Lines, or the codebook.",
    query: reviewFileQuery,
    answers: null,
    types: ["text/csv", "application/jsonl", "text/markdown"],
    isStreamed: true,
    refusals: [400, 404, 409],
  },
];
