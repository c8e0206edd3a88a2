import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** For a test that draws every figure: of models that were asked in several ways, or of a run that the plan names. */
export function asDrawn(figure: string, rows: StudyRows): StudyRows {
  if (figure === "model-methods") return askInWays(rows);
  if (figure !== "robustness") return rows;
  return { ...rows, study: { ...rows.study, comparatorRunId: rows.runs.at(-1)?.id ?? null } };
}

/** The same, with the last of its runs as one model that was asked in these ways. */
export function askInWays(
  rows: StudyRows,
  methods: readonly string[] = ["zero-shot", "few-shot 3", "self-consistency 5"],
): StudyRows {
  const first = rows.runs.length - methods.length;
  const model = rows.runs[first]?.model ?? "";
  const runs = rows.runs.map((run, n) => {
    const method = methods[n - first];
    return method === undefined ? run : { ...run, model, method, apart: null };
  });
  return { ...rows, runs };
}
