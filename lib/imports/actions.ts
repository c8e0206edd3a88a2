"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import * as benchmarks from "#lib/benchmarks/mutations.ts";
import { benchmarkRemoval } from "#lib/benchmarks/schema.ts";
import { vectorsRequest } from "#lib/curation/pool/vectors/schema.ts";
import * as vectors from "#lib/imports/made/vector-requests.ts";
import * as imports from "#lib/imports/mutations.ts";
import { caseImportRequest, resultImportRequest, storeRequest } from "#lib/imports/schema.ts";
import { jobInput } from "#lib/jobs/schema.ts";
import { filterUpload } from "#lib/reviews/filter/schema.ts";

const admins = ["admin"] as const;

export const requestCaseImport = defineAction(admins, caseImportRequest, (viewer, given) =>
  imports.requestImport(viewer, "import_cases", given),
);

export const requestResultImport = defineAction(admins, resultImportRequest, (viewer, given) =>
  imports.requestImport(viewer, "import_results", given),
);

export const storeChecked = defineAction(admins, storeRequest, (viewer, { jobId, skipBad }) =>
  imports.storeChecked(viewer, jobId, skipBad),
);

export const discardImport = defineAction(admins, jobInput, async (viewer, { jobId }) => {
  const discarded = await imports.discardImport(viewer, jobId);
  if (discarded.ok) refresh();
  return discarded;
});

export const removeBenchmark = defineAction(admins, benchmarkRemoval, (viewer, { slug, confirmation }) =>
  benchmarks.removeBenchmark(viewer, slug, confirmation),
);

export const countVectors = defineAction(admins, vectorsRequest, (viewer, given) =>
  vectors.countVectors(viewer, given),
);

export const fetchVectors = defineAction(admins, jobInput, (viewer, { jobId }) =>
  vectors.fetchVectors(viewer, jobId),
);

export const storeReviewFilter = defineAction(admins, filterUpload, (viewer, { slug, uploadId }) =>
  imports.requestFilter(viewer, slug, uploadId),
);
