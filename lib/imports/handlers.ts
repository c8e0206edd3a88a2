import "server-only";
import { keepProblems } from "#lib/imports/problem-file.ts";
import { vectorsPayload } from "#lib/curation/pool/vectors/schema.ts";
import { importVectors } from "#lib/imports/made/vector-import.ts";
import { explain, importCaseFiles, importResultFiles } from "#lib/imports/run.ts";
import { caseImportPayload, resultImportPayload, shownProblems } from "#lib/imports/schema.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import { JobFailure, type JobHandlers } from "#lib/jobs/handler.ts";
import { storeFilter } from "#lib/reviews/filter/mutations.ts";
import { filterPayload } from "#lib/reviews/filter/schema.ts";
import { pathOfUpload } from "#lib/uploads/files.ts";

/** What screens have read of files: what was found in them is kept with the job. */
export const importHandlers: Pick<
  JobHandlers,
  "import_cases" | "import_results" | "import_vectors" | "store_filter"
> = {
  import_cases: async (viewer, payload, control) =>
    keepReport(await importCaseFiles(viewer, caseImportPayload.parse(payload), control)),
  import_results: async (viewer, payload, control) =>
    keepReport(await importResultFiles(viewer, resultImportPayload.parse(payload), control)),
  import_vectors: async (viewer, payload, control) => {
    const report = await explain(() => importVectors(viewer, vectorsPayload.parse(payload), control));
    return keepReport({ report, problems: report.problems });
  },
  store_filter: async (viewer, payload, control) => {
    const { slug, files } = filterPayload.parse(payload);
    const [{ uploadId, name }] = files;
    const file = { path: pathOfUpload(uploadId), name };
    const stored = await explain(() => storeFilter(viewer, slug, file, control));
    if (!stored.ok) throw new JobFailure("Nothing was stored: the review was removed.");
    const { problems } = stored.value;
    return keepReport({ report: { ...stored.value, problemCount: problems.length }, problems });
  },
};

async function keepReport<R>({ report, problems }: { report: R; problems: readonly ImportProblem[] }) {
  const problemsFile = problems.length > 0 ? await keepProblems(problems) : null;
  return { ...report, problems: problems.slice(0, shownProblems), problemsFile };
}
