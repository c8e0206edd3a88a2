"use server";

import { defineAction } from "#lib/auth/define-action.ts";
import { filterByConfidence as filter } from "#lib/curation/confidence/mutations.ts";
import { filterInput } from "#lib/curation/confidence/schema.ts";

export const filterByConfidence = defineAction(["admin"], filterInput, (viewer, given) =>
  filter(viewer, given),
);
