import { expect, test } from "vitest";
import { caseColumns, trackColumns, versionColumns } from "#lib/curation/copied-cases.ts";
import { predictionColumns, responseColumns, runColumns } from "#lib/curation/copied-runs.ts";
import { db } from "#lib/db.ts";

/** What is copied, and what the new row has of its own. A column that is added has to be put on one of both lists. */
test.each([
  ["tracks", trackColumns, ["id", "benchmark_id"]],
  ["cases", caseColumns, ["id", "track_id"]],
  ["case_versions", versionColumns, ["id", "case_id", "number", "created_at", "retired_at", "variation"]],
  ["case_golds", ["choice"], ["case_version_id"]],
  ["case_search_texts", ["text"], ["case_version_id"]],
  ["model_runs", runColumns, ["id", "benchmark_id", "created_at"]],
  ["predictions", predictionColumns, ["run_id", "case_version_id"]],
  ["model_responses", responseColumns, ["run_id", "case_version_id"]],
])("of %s, every column is copied or given anew", async (table, copied, anew) => {
  const columns = await db.$queryRaw<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table}`;
  expect(columns.map(({ name }) => name).sort()).toEqual([...copied, ...anew].sort());
});
