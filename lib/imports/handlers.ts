import "server-only";
import { keepProblems } from "#lib/imports/problem-file.ts";
import { vectorsPayload } from "#lib/curation/pool/vectors/schema.ts";
import { importVectors } from "#lib/imports/made/vector-import.ts";
import { explain, importCaseFiles, importResultFiles } from "#lib/imports/run.ts";
import {
  caseImportPayload,
  resultImportPayload,
  shownProblems,
  type ImportProblem,
} from "#lib/imports/schema.ts";
import type { JobHandlers } from "#lib/jobs/handler.ts";

/** The imports that screens ask for: what they found is kept with the job. */
export const importHandlers: Pick<JobHandlers, "import_cases" | "import_results" | "import_vectors"> = {
  import_cases: async (viewer, payload, control) =>
    keepReport(await importCaseFiles(viewer, caseImportPayload.parse(payload), control)),
  import_results: async (viewer, payload, control) =>
    keepReport(await importResultFiles(viewer, resultImportPayload.parse(payload), control)),
  import_vectors: async (viewer, payload, control) => {
    const report = await explain(() => importVectors(viewer, vectorsPayload.parse(payload), control));
    return keepReport({ report, problems: report.problems });
  },
};

async function keepReport<R>({ report, problems }: { report: R; problems: readonly ImportProblem[] }) {
  const problemsFile = problems.length > 0 ? await keepProblems(problems) : null;
  return { ...report, problems: problems.slice(0, shownProblems), problemsFile };
}
