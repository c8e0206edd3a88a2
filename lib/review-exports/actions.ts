"use server";

import { defineAction } from "#lib/auth/define-action.ts";
import { runAttendedImport } from "#lib/imports/attended.ts";
import { JobCancelled, JobFailure } from "#lib/jobs/handler.ts";
import { fail } from "#lib/result.ts";
import { keepAcceptedCases } from "#lib/review-exports/accepted/accepted-benchmark.ts";
import { keepingInput } from "#lib/review-exports/schema.ts";

export const keepReviewedCases = defineAction(["admin"], keepingInput, async (viewer, given) => {
  try {
    return await keepAcceptedCases(viewer, given, ({ id }, payload, run) =>
      runAttendedImport(viewer, { kind: "import_cases", benchmarkId: id, payload }, run),
    );
  } catch (error) {
    if (error instanceof JobCancelled) return fail("cancelled");
    if (error instanceof JobFailure) return fail("not_stored", { problems: error.message });
    throw error;
  }
});
