import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { ConfidenceStage } from "#lib/benchmarks/lineage/schema.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { listFilterRuns, type FilterRun, votesSql } from "#lib/curation/confidence/queries.ts";
import { maxRuns, type FilterInput } from "#lib/curation/confidence/schema.ts";
import {
  countByTrack,
  countOutcomes,
  goes,
  partVotes,
  silent,
  type VoteGroup,
  type Rule,
} from "#lib/curation/confidence/votes.ts";
import {
  saidDigest,
  makeBenchmark,
  type Choice,
  type CreatedBenchmark,
} from "#lib/curation/made-benchmark.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { runLabel } from "#lib/studies/run-names.ts";

type Admin = Viewer<"admin">;
type FilterProblem = "not_found" | "no_runs" | "too_many_runs" | "changed" | "none_dropped" | "none_kept";

/** A new benchmark of the cases of which the chosen runs were not too sure. */
export async function filterByConfidence(
  viewer: Admin,
  given: FilterInput,
): Promise<Result<CreatedBenchmark, FilterProblem | "name_taken">> {
  const parent = await getBenchmark(viewer, given.slug);
  if (!parent) return fail("not_found");
  if (given.run.length > maxRuns) return fail("too_many_runs");
  return makeBenchmark(viewer, { parent, name: given.name }, async (client) => {
    // Nothing is imported into the parent meanwhile, and none of its runs is removed: what is read here is what is stored.
    await client.query("SELECT FROM model_runs WHERE id = ANY ($1::int[]) FOR SHARE", [given.run]);
    const all = await listFilterRuns(viewer, parent);
    const runs = given.run.flatMap((id) => all.find((run) => run.id === id && run.voted > 0) ?? []);
    if (runs.length === 0 || runs.length < given.run.length) return fail("no_runs");
    return choose(client, parent, runs, given);
  });
}

type Parent = { id: number; slug: string; tracks: readonly { name: string }[] };

async function choose(
  client: BulkClient,
  parent: Parent,
  runs: readonly FilterRun[],
  { threshold, exactly, rule: ofSeveral, kept: expected }: FilterInput,
): Promise<Result<Choice, FilterProblem>> {
  const rule = runs.length === 1 ? "one" : ofSeveral;
  const { text, values } = votesSql({
    benchmarkId: parent.id,
    runIds: runs.map(({ id }) => id),
    threshold,
    exactly,
  });
  // Read once: what is counted is what is stored.
  await client.query(`CREATE TEMPORARY TABLE voted ON COMMIT DROP AS ${text}`, values);
  const { rows: alike } = await client.query<VoteGroup>(
    "SELECT track, votes, count(*)::int AS cases FROM voted GROUP BY 1, 2",
  );
  const counts = countOutcomes(alike, rule);
  if (counts.dropped === 0) return fail("none_dropped");
  if (counts.kept === 0) return fail("none_kept");
  if (counts.kept !== expected) return fail("changed", { kept: String(counts.kept) });
  const { kept, dropped } = partVotes(alike, rule);
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM voted WHERE votes = ANY ($1) ORDER BY "trackPlace", place, id`,
    [kept],
  );
  const tracks = countByTrack(
    alike,
    parent.tracks.map(({ name }) => name),
    rule,
  );
  const stage: ConfidenceStage = {
    stage: "confidence",
    settings: { threshold, exactly, rule },
    counts: { ...counts, tracks },
    models: await describeRuns(client, runs, alike),
  };
  return succeed({
    description: describe(parent.slug, stage),
    versions: rows.map(({ id }) => id),
    stages: [stage],
    along: async (inserting, made) => {
      await inserting.query(
        `INSERT INTO benchmark_lineage_drops (benchmark_id, case_version_id, stage, why)
         SELECT $1, id, 0, to_jsonb(said) FROM voted WHERE votes = ANY ($2)`,
        [made.id, dropped],
      );
    },
  });
}

async function describeRuns(
  client: BulkClient,
  runs: readonly FilterRun[],
  alike: readonly VoteGroup[],
): Promise<ConfidenceStage["models"]> {
  const { rows } = await client.query<{ id: number; digest: string }>(
    `SELECT p.run_id AS id, encode(${saidDigest}, 'hex') AS digest
     FROM predictions p JOIN voted ON voted.id = p.case_version_id JOIN case_versions v ON v.id = p.case_version_id
     WHERE p.run_id = ANY ($1::int[]) GROUP BY p.run_id`,
    [runs.map(({ id }) => id)],
  );
  const digests = new Map(rows.map(({ id, digest }) => [id, digest]));
  return runs.map(({ id, model, method, version, isFake }, place) => {
    const count = (isCounted: (vote: string | undefined) => boolean) =>
      alike.reduce((sum, { votes, cases }) => sum + (isCounted(votes[place]) ? cases : 0), 0);
    return {
      model,
      method,
      version,
      isFake,
      predictions: count((vote) => vote !== silent),
      dropped: count((vote) => vote === goes),
      digest: digests.get(id) ?? "",
    };
  });
}

const rules: Readonly<Record<Rule, string>> = {
  one: "",
  any: ", by any of the runs",
  most: ", by most of the runs",
};

/** Kept with the benchmark, so in one language for everybody. */
function describe(parent: string, { settings, counts, models }: ConfidenceStage): string {
  const { threshold, exactly, rule } = settings;
  const above = exactly === "goes" ? `${threshold} or more` : `more than ${threshold}`;
  const sentence = `${counts.kept} of the ${counts.cases} cases of the benchmark ${parent}: those whose right option ${models.map(runLabel).join(", ")} gave ${above} went out${rules[rule]}.`;
  return sentence.length > 2000 ? `${sentence.slice(0, 1999)}…` : sentence;
}
