import "server-only";
import { ask } from "#lib/db.ts";

/** One sample of one case that has no answer yet. */
export type WorkItem = {
  caseVersionId: number;
  sample: number;
  /** The tries that have been made; those that were interrupted don't count against what may be tried. */
  made: number;
  interrupted: number;
};

/** In SQL: what a run still has to ask for, in the order of its cases, each with what the ledger knows of it. */
export const listWork = (
  endpointRunId: string,
  { samples, tries }: { samples: number; tries: number },
): Promise<WorkItem[]> =>
  ask<WorkItem>(
    "list_model_work",
    `SELECT c.case_version_id AS "caseVersionId", s.sample, coalesce(l.made, 0) AS made,
       coalesce(l.interrupted, 0) AS interrupted
     FROM endpoint_run_cases c CROSS JOIN generate_series(1, $2::int) AS s (sample)
       LEFT JOIN (
         SELECT case_version_id, sample, max(attempt)::int AS made,
           count(*) FILTER (WHERE failure = 'interrupted')::int AS interrupted, bool_or(failure IS NULL) AS answered
         FROM model_calls WHERE endpoint_run_id = $1 GROUP BY case_version_id, sample
       ) l ON l.case_version_id = c.case_version_id AND l.sample = s.sample
     WHERE c.endpoint_run_id = $1 AND NOT coalesce(l.answered, false)
       AND coalesce(l.made - l.interrupted, 0) < $3
     ORDER BY c.position, s.sample`,
    [endpointRunId, samples, tries],
  );

export type AskedCase = { prompt: string; optionNames: readonly string[] };

/** In SQL: the texts of the cases that come next, so that not all of a benchmark lies in memory. */
export async function readAsked(caseVersionIds: readonly number[]): Promise<Map<number, AskedCase>> {
  const rows = await ask<AskedCase & { id: number }>(
    "read_asked_cases",
    `SELECT id, original AS prompt, option_names AS "optionNames" FROM case_versions WHERE id = ANY ($1)`,
    [caseVersionIds],
  );
  return new Map(rows.map(({ id, ...asked }) => [id, asked]));
}
