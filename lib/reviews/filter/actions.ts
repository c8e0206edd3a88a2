"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { storeUploadedFilter } from "#lib/imports/mutations.ts";
import { shownProblems } from "#lib/imports/schema.ts";
import { succeed } from "#lib/result.ts";
import { filterUpload } from "#lib/reviews/filter/schema.ts";

export const storeReviewFilter = defineAction(
  ["admin"] as const,
  filterUpload,
  async (viewer, { slug, uploadId }) => {
    const stored = await storeUploadedFilter(viewer, slug, uploadId);
    if (!stored.ok) return stored;
    const { filters, problems } = stored.value;
    if (problems.length === 0) refresh();
    return succeed({ filters, problems: problems.slice(0, shownProblems), count: problems.length });
  },
);
