"use server";

import { redirect } from "next/navigation";
import { defineAction } from "#lib/auth/define-action.ts";
import { storeReport } from "#lib/passage-reports/mutations.ts";
import { passageReportInput } from "#lib/passage-reports/schema.ts";

export const reportPassage = defineAction(["participant"], passageReportInput, async (viewer, given) => {
  const stored = await storeReport(viewer, given);
  if (!stored.ok) return stored;
  redirect(`/sittings/${given.sittingId}/${given.position}/report?sent=1`);
});
