"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { lookUpReview } from "#lib/auth/review-scope.ts";
import { fail } from "#lib/result.ts";
import * as batches from "#lib/reviews/batches/mutations.ts";
import { acceptance, returning } from "#lib/reviews/batches/schema.ts";
import { reviewInput } from "#lib/reviews/plan/requests.ts";

// Researchers do this where they lead: elsewhere they don't find the review.
const staff = ["researcher", "admin"] as const;

export const acceptBatch = defineAction(
  staff,
  acceptance.extend(reviewInput.shape),
  async (viewer, { slug, ...given }) => {
    const review = await lookUpReview(viewer, { slug }, {});
    if (!review) return fail("not_found");
    const accepted = await batches.acceptBatch(viewer, review.id, given);
    if (accepted.ok) refresh();
    return accepted;
  },
);

export const returnBatch = defineAction(
  staff,
  returning.extend(reviewInput.shape),
  async (viewer, { slug, ...given }) => {
    const review = await lookUpReview(viewer, { slug }, {});
    if (!review) return fail("not_found");
    const returned = await batches.returnBatch(viewer, review.id, given);
    if (returned.ok) refresh();
    return returned;
  },
);
