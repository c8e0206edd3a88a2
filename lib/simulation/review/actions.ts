"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { fail, succeed } from "#lib/result.ts";
import { listBatches } from "#lib/reviews/batches/queries.ts";
import { getReview } from "#lib/reviews/plan/queries.ts";
import { maxSimulatedItems, reviewSimulationInput } from "#lib/simulation/review/schema.ts";
import { simulateReview } from "#lib/simulation/review/simulate-review.ts";

/** Whoever leaves the page doesn't end it. */
export const simulateReviewPeople = defineAction(
  ["admin"],
  reviewSimulationInput,
  async (viewer, { slug, seed, ...people }) => {
    const review = await getReview(viewer, slug);
    if (!review) return fail("not_found");
    const items = (await listBatches(review.id)).reduce((sum, batch) => sum + batch.items, 0);
    if (items > maxSimulatedItems) return fail("too_many_simulated");
    const wanted = { ...people, seed: BigInt(seed), acceptsBatches: false };
    const { signal } = new AbortController();
    const made = await simulateReview(viewer, slug, wanted, { signal });
    if (!made.ok) return fail("not_possible");
    refresh();
    const { decisions, checks, audits } = made.value;
    return succeed({ decisions, checks, audits });
  },
);
