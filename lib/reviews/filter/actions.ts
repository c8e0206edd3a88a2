"use server";

import { defineAction } from "#lib/auth/define-action.ts";
import { requestFilter } from "#lib/imports/mutations.ts";
import { filterUpload } from "#lib/reviews/filter/schema.ts";

export const storeReviewFilter = defineAction(
  ["admin"] as const,
  filterUpload,
  (viewer, { slug, uploadId }) => requestFilter(viewer, slug, uploadId),
);
