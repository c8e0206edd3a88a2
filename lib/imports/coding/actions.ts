"use server";

import { defineAction } from "#lib/auth/define-action.ts";
import { importCaseFiles, runAttendedImport } from "#lib/imports/run.ts";
import { JobCancelled, JobFailure } from "#lib/jobs/handler.ts";
import { fail } from "#lib/result.ts";
import { checkBook, readWrittenBook } from "#lib/imports/coding/code-book.ts";
import * as coding from "#lib/imports/coding/code-study.ts";
import { codingInput, ownBook } from "#lib/imports/coding/schema.ts";

export const codeStudy = defineAction(["admin"], codingInput, async (viewer, { book, codes, ...wanted }) => {
  const labels = book === ownBook ? readWrittenBook(codes) : checkBook(book);
  if (!labels.ok) return labels;
  try {
    return await coding.codeStudy(viewer, { ...wanted, labels: labels.value }, ({ id }, payload) =>
      runAttendedImport(viewer, { kind: "import_cases", benchmarkId: id, payload }, (control) =>
        importCaseFiles(viewer, payload, control),
      ),
    );
  } catch (error) {
    if (error instanceof JobCancelled) return fail("cancelled");
    if (error instanceof JobFailure) return fail("not_stored", { problems: error.message });
    throw error;
  }
});
