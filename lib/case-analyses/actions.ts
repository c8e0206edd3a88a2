"use server";

import { revalidatePath } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { writeAnalysis } from "#lib/case-analyses/mutations.ts";
import { analysisInput } from "#lib/case-analyses/schema.ts";

export const saveAnalysis = defineAction(["researcher", "admin"], analysisInput, async (viewer, given) => {
  const written = await writeAnalysis(viewer, given);
  if (written.ok) revalidatePath("/studies/[slug]", "layout");
  return written;
});
