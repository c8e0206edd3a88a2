import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { explain, importCaseFiles, importResultFiles, withPlacedFiles } from "#lib/imports/run.ts";
import { storeProblemList } from "#lib/imports/mutations.ts";
import { vectorsPayload } from "#lib/curation/pool/vectors/schema.ts";
import { importVectors } from "#lib/imports/made/vector-import.ts";
import { caseImportPayload, resultImportPayload, shownProblems } from "#lib/imports/schema.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import { JobFailure, type JobHandlers } from "#lib/jobs/handler.ts";
import { storeFilter } from "#lib/reviews/filter/mutations.ts";
import { filterPayload } from "#lib/reviews/filter/schema.ts";

/** What screens have read of files: what was found in them is kept with the job. */
export const importHandlers: Pick<
  JobHandlers,
  "import_cases" | "import_results" | "import_vectors" | "store_filter"
> = {
  import_cases: async (viewer, payload, control) =>
    storeReport(viewer, await importCaseFiles(viewer, caseImportPayload.parse(payload), control)),
  import_results: async (viewer, payload, control) =>
    storeReport(viewer, await importResultFiles(viewer, resultImportPayload.parse(payload), control)),
  import_vectors: async (viewer, payload, control) => {
    const report = await explain(() => importVectors(viewer, vectorsPayload.parse(payload), control));
    return storeReport(viewer, { report, problems: report.problems });
  },
  store_filter: async (viewer, payload, control) => {
    const { slug, files } = filterPayload.parse(payload);
    const stored = await explain(() =>
      withPlacedFiles(viewer, files, control.signal, (placed) =>
        storeFilter(viewer, slug, placed[0]!, control),
      ),
    );
    if (!stored.ok) throw new JobFailure("Nothing was stored: the review was removed.");
    const { problems } = stored.value;
    return storeReport(viewer, { report: { ...stored.value, problemCount: problems.length }, problems });
  },
};

async function storeReport<R>(
  viewer: Viewer<"admin">,
  { report, problems }: { report: R; problems: readonly ImportProblem[] },
) {
  const problemsFile = problems.length > 0 ? await storeProblemList(viewer, problems) : null;
  return { ...report, problems: problems.slice(0, shownProblems), problemsFile };
}
