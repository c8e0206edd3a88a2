import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { listBenchmarkRuns, placeOnUnserved } from "#lib/studies/frame/queries.ts";
import { comparatorRule, type Manifest } from "#lib/studies/opening/manifest.ts";
import { isSameRun, listCandidates, type RunName } from "#lib/studies/run-names.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";
import type { Design } from "#lib/studies/schema.ts";

type FrozenRun = NonNullable<Manifest["comparator"]>["run"];
type LockedRun<T> = { id: number; described: T };
type Opening = { benchmarkId: number; design: Design };

export type LockedReference = LockedRun<NonNullable<Manifest["reference"]>>;
export type LockedComparator = LockedRun<NonNullable<Manifest["comparator"]>>;

/** Null without a reference, or where it is gone already. */
export async function lockReference(
  client: BulkClient,
  { benchmarkId, design: { frame } }: Opening,
): Promise<LockedReference | null> {
  if (!frame.reference) return null;
  const { threshold, ...name } = frame.reference;
  const run = await lockRun(client, benchmarkId, name, frame.tracks);
  return run && { id: run.id, described: { ...run.described, threshold } };
}

/** Held to the end as well: under another name nobody would find them again. */
export async function lockSiblings(client: BulkClient, { benchmarkId, design }: Opening): Promise<void> {
  const siblings = design.claims?.siblings ?? [];
  await client.query(
    `SELECT FROM model_runs r JOIN unnest($2::text[], $3::text[], $4::text[]) AS s (model, method, version)
       ON (r.model, r.method, r.version) = (s.model, s.method, s.version)
     WHERE r.benchmark_id = $1 FOR SHARE OF r`,
    [
      benchmarkId,
      siblings.map(({ model }) => model),
      siblings.map(({ method }) => method),
      siblings.map(({ version }) => version),
    ],
  );
}

const maxNamed = 5;

/** The run that the plan names, or the best on the cases that nobody is given; null where there is none such. */
export async function lockComparator(
  client: BulkClient,
  viewer: Viewer<"admin">,
  { benchmarkId, design }: Opening,
  { cases }: Plan,
): Promise<LockedComparator | null> {
  const { frame, claims } = design;
  const comparator = claims?.comparator;
  if (!comparator) return null;
  const candidates = listCandidates(await listBenchmarkRuns(viewer, benchmarkId), design);
  if (comparator.by === "name") {
    const isThere = candidates.some((run) => isSameRun(run, comparator.run));
    const run = isThere ? await lockRun(client, benchmarkId, comparator.run, frame.tracks) : null;
    return run && { id: run.id, described: { run: run.described, unserved: null } };
  }
  const served = cases.map(({ versionId }) => versionId);
  const placed = await placeOnUnserved(viewer, { benchmarkId, frame, candidates, served });
  const [best] = placed;
  const run = best && best.right > 0 ? await lockRun(client, benchmarkId, best, frame.tracks) : null;
  if (!run || !best) return null;
  const unserved = {
    rule: comparatorRule,
    cases: best.cases,
    candidates: placed.length,
    best: placed.slice(0, maxNamed).map(({ model, method, version, answered, right }) => ({
      model,
      method,
      version,
      answered,
      right,
      accuracy: right / best.cases,
    })),
  };
  return { id: run.id, described: { run: run.described, unserved } };
}

/** Held to the end: nobody renames the run or removes it meanwhile. */
async function lockRun(
  client: BulkClient,
  benchmarkId: number,
  { model, method, version }: RunName,
  tracks: readonly string[],
): Promise<LockedRun<FrozenRun> | null> {
  const { rows } = await client.query<{ id: number; ranAt: string | null }>(
    `SELECT id, to_char(ran_at, 'YYYY-MM-DD') AS "ranAt" FROM model_runs
     WHERE benchmark_id = $1 AND model = $2 AND method = $3 AND version = $4 FOR SHARE`,
    [benchmarkId, model, method, version],
  );
  const [run] = rows;
  if (!run) return null;
  const results = await client.query<{ track: string; sha256: string | null }>(
    `SELECT t.name AS track, encode(r.digest, 'hex') AS sha256
     FROM model_run_tracks r JOIN tracks t ON t.id = r.track_id
     WHERE r.run_id = $1 AND t.name = ANY ($2) ORDER BY t.position`,
    [run.id, tracks],
  );
  return { id: run.id, described: { model, method, version, ranAt: run.ranAt, results: results.rows } };
}
