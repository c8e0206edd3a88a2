import "server-only";
import type { Transaction } from "#lib/db.ts";
import { ask } from "#lib/db.ts";
import { askedVersions, scopeValues, type Scope } from "#lib/endpoint-runs/asked-versions.ts";
import {
  noInstructions,
  oneCall,
  openCase,
  storedCase,
  type StoredRow,
  writeCall,
} from "#lib/endpoint-runs/running/question.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

const looked = 20;

/** In SQL: how many calls ask about all of them, how many cases the largest has, and their tokens, by some that are written. */
export async function countGroupCalls(
  scope: Scope,
  cases: number,
): Promise<{ calls: number; most: number; tokens: number }> {
  const groups = await ask<{ ids: readonly number[] }>(
    "group_asked_cases",
    `SELECT array_agg(v.id ORDER BY a.position) AS ids
     FROM (${askedVersions}) a JOIN case_versions v ON v.id = a.id JOIN cases c ON c.id = v.case_id
     WHERE is_asked GROUP BY ${oneCall} ORDER BY hashint8(min(a.position))`,
    scopeValues(scope),
  );
  const read = groups.slice(0, looked).map(({ ids }) => ids);
  const written = await Promise.all(read.map(countWritten));
  const counted = read.flat().length;
  return {
    calls: groups.length,
    most: Math.max(0, ...groups.map(({ ids }) => ids.length)),
    tokens: counted === 0 ? 0 : (written.reduce((sum, one) => sum + one, 0) * cases) / counted,
  };
}

async function countWritten(ids: readonly number[]): Promise<number> {
  const rows = await ask<StoredRow>(
    "read_group_to_count",
    `SELECT ${storedCase("false")} FROM unnest($1::int[]) WITH ORDINALITY AS w (id, place)
       JOIN case_versions v ON v.id = w.id JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     ORDER BY place`,
    [ids],
  );
  const [first, ...others] = rows.map(openCase);
  if (!first) return 0;
  const count = await loadTokenCount();
  return count(
    writeCall({ ...first, others }, null, { isGrouped: true, template: null, told: noInstructions }),
  );
}

/** In SQL: which of a run's cases are asked about in one call, once they are written down. */
export async function keepGroups(tx: Transaction, endpointRunId: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE endpoint_run_cases r SET in_call = g.in_call, place = g.place,
       asked_with = CASE WHEN g.place > 0 THEN g.first END
     FROM (
       SELECT v.id, count(*) OVER (PARTITION BY ${oneCall}) AS in_call,
         first_value(v.id) OVER (PARTITION BY ${oneCall} ORDER BY e.position) AS first,
         row_number() OVER (PARTITION BY ${oneCall} ORDER BY e.position) - 1 AS place
       FROM endpoint_run_cases e JOIN case_versions v ON v.id = e.case_version_id JOIN cases c ON c.id = v.case_id
       WHERE e.endpoint_run_id = $1::uuid
     ) g WHERE r.endpoint_run_id = $1::uuid AND r.case_version_id = g.id AND g.in_call > 1`,
    endpointRunId,
  );
}
