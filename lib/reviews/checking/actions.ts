"use server";

import { refresh } from "next/cache";
import { randomUUID } from "node:crypto";
import { defineAction } from "#lib/auth/define-action.ts";
import { lookUpReview } from "#lib/auth/review-scope.ts";
import { fail } from "#lib/result.ts";
import { ruleOn } from "#lib/reviews/checking/dispute-mutations.ts";
import { ruling } from "#lib/reviews/checking/schema.ts";
import { reviewInput } from "#lib/reviews/plan/requests.ts";

// Researchers do this where they lead: elsewhere they don't find the review.
export const ruleInDispute = defineAction(
  ["researcher", "admin"],
  ruling.extend(reviewInput.shape),
  async (viewer, { slug, ...given }) => {
    const review = await lookUpReview(viewer, { slug }, {});
    if (!review) return fail("not_found");
    const ruled = await ruleOn(viewer, review.id, { id: randomUUID(), ...given });
    if (ruled.ok) refresh();
    return ruled;
  },
);
