import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { keepProblems } from "#lib/imports/problem-file.ts";
import { importCaseFiles, importResultFiles } from "#lib/imports/run.ts";
import {
  caseImportPayload,
  resultImportPayload,
  shownProblems,
  type ImportProblem,
} from "#lib/imports/schema.ts";
import { JobInterrupted, type JobControl, type JobHandlers } from "#lib/jobs/handler.ts";
import { discardUploads } from "#lib/uploads/mutations.ts";

type Admin = Viewer<"admin">;
type Import = {
  mode: "check" | "store";
  benchmark: { id: number };
  files: readonly { uploadId?: string | undefined }[];
};

/** The imports that screens ask for: what they found is kept with the job, what was uploaded goes when it is stored. */
export const importHandlers: Pick<JobHandlers, "import_cases" | "import_results"> = {
  import_cases: async (viewer, payload, control) => {
    const request = caseImportPayload.parse(payload);
    return clearingUploads(viewer, request, control, () => importCaseFiles(viewer, request, control));
  },
  import_results: async (viewer, payload, control) => {
    const request = resultImportPayload.parse(payload);
    return clearingUploads(viewer, request, control, () => importResultFiles(viewer, request, control));
  },
};

async function clearingUploads<R extends { stored: boolean }>(
  viewer: Admin,
  request: Import,
  { signal }: JobControl,
  run: () => Promise<{ report: R; problems: readonly ImportProblem[] }>,
) {
  const discard = () =>
    discardUploads(
      viewer,
      request.benchmark.id,
      request.files.flatMap(({ uploadId }) => uploadId ?? []),
    );
  const { report, problems } = await run().catch(async (error: unknown) => {
    // A process that has to stop leaves the work to the next one, which needs the files.
    const goesOn = signal.reason instanceof JobInterrupted && signal.reason.why !== "cancelled";
    if (request.mode === "store" && !goesOn) await discard();
    throw error;
  });
  if (report.stored) await discard();
  const problemsFile = problems.length > 0 ? await keepProblems(problems) : null;
  return { ...report, problems: problems.slice(0, shownProblems), problemsFile };
}
