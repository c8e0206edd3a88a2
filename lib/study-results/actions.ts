"use server";

import { revalidatePath } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";
import { reportCase, withdrawCaseReport } from "#lib/study-results/cases/case-report-mutations.ts";
import { caseReportInput, caseReportWithdrawal } from "#lib/study-results/schema.ts";

const staff = ["researcher", "admin"] as const;

export const reportBadCase = defineAction(staff, caseReportInput, async (viewer, given) =>
  refreshed(await reportCase(viewer, given)),
);

export const takeReportBack = defineAction(staff, caseReportWithdrawal, async (viewer, given) =>
  refreshed(await withdrawCaseReport(viewer, given)),
);

function refreshed<R extends Result<unknown>>(result: R): R {
  revalidatePath("/studies/[slug]", "layout");
  return result;
}
