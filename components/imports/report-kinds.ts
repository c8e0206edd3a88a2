import type { VectorsReport } from "#lib/curation/pool/vectors/schema.ts";
import type { ResultReport } from "#lib/model-runs/result-row.ts";
import type { CaseReport } from "#lib/benchmarks/case-files/case-report.ts";
import type { JobView } from "#lib/jobs/schema.ts";

export type Report =
  | { kind: "import_cases"; report: CaseReport }
  | { kind: "import_results"; report: ResultReport };

/** What an import that has ended found; null while it hasn't, and of one that failed. */
export function reportOf({ kind, state, result }: JobView): Report | null {
  if (state !== "done" || typeof result !== "object" || result === null) return null;
  if (kind === "import_cases") return { kind, report: result as CaseReport };
  return kind === "import_results" ? { kind, report: result as ResultReport } : null;
}

/** The same of vectors, which are files for an import to come. */
export function vectorsReportOf({ kind, state, result }: JobView): VectorsReport | null {
  const isThere = kind === "import_vectors" && state === "done" && typeof result === "object";
  return isThere ? (result as VectorsReport | null) : null;
}

type Sums = { good: number; changes: number };

/** How many good rows there are, and how much storing them would change. */
export function sumUp(found: Report): Sums {
  if (found.kind === "import_cases") {
    const tracks = Object.values(found.report.tracks);
    const add = (pick: (track: (typeof tracks)[number]) => number) =>
      tracks.reduce((sum, track) => sum + pick(track), 0);
    return { good: add(({ cases }) => cases), changes: add(({ added, changed }) => added + changed) };
  }
  const { runs } = found.report;
  return {
    good: runs.reduce((sum, { matched }) => sum + matched, 0),
    changes: runs.filter(({ outcome }) => outcome !== "unchanged").length,
  };
}
