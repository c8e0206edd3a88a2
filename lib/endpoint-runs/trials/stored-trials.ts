import "server-only";
import { ask } from "#lib/db.ts";
import { isAskable, isInNoStudy, isOfTracks, type Scope } from "#lib/endpoint-runs/asked-versions.ts";
import type { RunRequest } from "#lib/endpoint-runs/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";

type Candidate = { id: number; key: string; track: string; isFree: boolean; isAskable: boolean };

/** In SQL: every current case, with whether no study has it, and whether it can be asked by a prompt. */
const readCandidates = ({ benchmarkId, tracks, isByTemplate }: Scope) =>
  ask<Candidate>(
    "read_trial_candidates",
    `SELECT v.id, c.key, t.name AS track, ${isInNoStudy} AS "isFree", (${isAskable("$3::boolean")}) AS "isAskable"
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE t.benchmark_id = $1 AND ${isOfTracks("$2")} AND v.retired_at IS NULL`,
    [benchmarkId, tracks, isByTemplate],
  );

/** What a trial asks about; null of a run. Where too few can be tried, it is said how many there are and why not more. */
export async function drawTrial(
  scope: Scope,
  trial: RunRequest["trial"],
): Promise<Result<Scope["trial"], "invalid">> {
  if (trial === null) return succeed(null);
  const { cases, seed } = trial;
  const all = await readCandidates(scope);
  const pool = all.filter((one) => one.isFree && one.isAskable);
  if (pool.length < cases) {
    const inStudies = all.filter((one) => !one.isFree).length;
    const unasked = all.length - inStudies - pool.length;
    const counts = { free: String(pool.length), inStudies: String(inStudies), unasked: String(unasked) };
    return fail("invalid", { trialCases: "few_cases", ...counts });
  }
  const drawn = orderBySeed(pool, seed, ({ track, key }) => `${track}\n${key}`).slice(0, cases);
  return succeed({ versions: drawn.map(({ id }) => id), seed, of: pool.length });
}
