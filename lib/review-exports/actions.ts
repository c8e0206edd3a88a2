"use server";

import { defineAction } from "#lib/auth/define-action.ts";
import { keepAcceptedCases } from "#lib/review-exports/mutations.ts";
import { keepingInput } from "#lib/review-exports/schema.ts";

export const keepReviewedCases = defineAction(["admin"], keepingInput, (viewer, given) =>
  keepAcceptedCases(viewer, given),
);
