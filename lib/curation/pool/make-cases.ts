import { createHash } from "node:crypto";
import { createWriteStream, createReadStream, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import { tokenizerName, loadTokenCount } from "#lib/task-kinds/token-count.ts";
import type { ModelNearest } from "#lib/curation/pool/distractors/choose.ts";
import { findNearestOfAll, findNearestOfGroups } from "#lib/curation/pool/distractors/nearest.ts";
import { makeRoom, readVectors } from "#lib/curation/pool/distractors/read-vectors.ts";
import {
  curate,
  placesByWork,
  writeCuratedCase,
  type CuratedPool,
  type DroppedExchange,
} from "#lib/curation/pool/curate.ts";
import { readPool } from "#lib/curation/pool/read-pool.ts";
import {
  dropReasons,
  oddities,
  roleId,
  type DropReason,
  type Pool,
  type PoolReport,
  type PoolSettings,
} from "#lib/benchmarks/lineage/pool-schema.ts";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import { JobFailure } from "#lib/jobs/handler.ts";

export type PoolFile = {
  name: string;
  path: string;
  /** The embedding model whose vectors it holds; null of a file of the pool. */
  vectorsOf: string | null;
};
export type PoolCases = { report: PoolReport; dropped: readonly DroppedExchange[]; count: number };
export type MakeCasesResult = { made: PoolCases | null; problems: readonly ImportProblem[] };

/** So many are looked at for each role: those that are odd, or there already, make way for the next. */
const maxNear = 32;

/** Reads a pool and its vectors, takes the stages, and writes what is left as lines of the product's own format. */
export async function makeCases(
  files: readonly PoolFile[],
  settings: PoolSettings,
  { out, signal }: { out: string; signal: AbortSignal },
): Promise<MakeCasesResult> {
  const refuse = (...problems: ImportProblem[]): MakeCasesResult => ({ made: null, problems });
  const vectorFiles = files.filter(({ vectorsOf }) => vectorsOf !== null);
  const misfit = refuseMisfit(settings, vectorFiles);
  if (misfit) return refuse(misfit);
  const { pool, problems } = await readPool(
    files.filter(({ vectorsOf }) => vectorsOf === null),
    settings,
  );
  if (problems.length > 0) return refuse(...problems);
  const found = await findNear(pool, vectorFiles, { settings, signal });
  if (!found.ok) return refuse(...found.problems);
  const curated = await curate(pool, settings, {
    countTokens: await loadTokenCount(),
    models: found.models,
    signal,
  });
  if (curated.cases.length === 0) return refuse(about("", leftNothing(curated)));
  const lines = function* () {
    for (const one of curated.cases) yield writeCuratedCase(one, pool, settings);
  };
  await pipeline(lines, createWriteStream(out, { mode: 0o600 }), { signal });
  const report = { ...describe(pool, curated), models: found.told, tokenizer: tokenizerName };
  return { made: { report, dropped: curated.dropped, count: curated.cases.length }, problems: [] };
}

const about = (file: string, problem: string): ImportProblem => ({
  file,
  line: null,
  column: null,
  problem,
  found: "",
});

const byVectors = ({ way }: PoolSettings): boolean => way === "each" || way === "first";

function refuseMisfit(settings: PoolSettings, vectors: readonly PoolFile[]): ImportProblem | null {
  const [first, second] = vectors;
  if (byVectors(settings) && !first)
    return about(
      "",
      "No file of vectors was given, and the nearest roles are found by them. Add one for each model.",
    );
  if (!byVectors(settings) && first)
    return about(first.name, "This way of choosing distractors needs no vectors. Leave the file out.");
  if (settings.way === "first" && second)
    return about(
      second.name,
      "Distractors by one model need the vectors of one model. Leave the others out.",
    );
  const models = vectors.map(({ vectorsOf }) => vectorsOf);
  const twice = vectors.find(({ vectorsOf }, at) => models.indexOf(vectorsOf) < at);
  return twice
    ? about(twice.name, `Two files hold vectors of ${twice.vectorsOf}. Name each model once.`)
    : null;
}

type NearestResult =
  | { ok: true; models: ModelNearest[]; told: PoolReport["models"] }
  | { ok: false; problems: readonly ImportProblem[] };

/** One model after the other, so that the vectors of one alone are in memory. */
async function findNear(
  pool: Pool,
  files: readonly PoolFile[],
  { settings, signal }: { settings: PoolSettings; signal: AbortSignal },
): Promise<NearestResult> {
  const ids = pool.roles.map(roleId);
  const works = [...placesByWork(pool).values()];
  const most = Math.min(maxNear, Math.max(1, ids.length - 1));
  const models: ModelNearest[] = [];
  const told: PoolReport["models"] = [];
  const room = makeRoom();
  for (const { name, path, vectorsOf } of files) {
    const { vectors, origin, problems } = await readVectors({ name, path }, ids, room);
    if (!vectors) return { ok: false, problems };
    signal.throwIfAborted();
    const nearest =
      settings.among === "work"
        ? findNearestOfGroups(vectors, works, most)
        : await findNearestOfAll(vectors, { most, signal });
    const model = vectorsOf ?? "";
    models.push({ model, nearest, most });
    told.push({ model, length: vectors.length, ...origin });
  }
  return { ok: true, models, told };
}

/** At which stage the last went out, and what would let some stay. */
function leftNothing({ stages }: CuratedPool): string {
  const last = stages.findLast(({ into }) => into > 0);
  const why = dropReasons.filter((reason) => last?.reasons[reason]);
  const told = why.map((reason) => `${last?.reasons[reason]} ${advice[reason].told}`);
  return [
    `No case is left: of ${stages[0]?.into ?? 0} exchanges the last went out at the stage “${last?.stage}” (${told.join("; ")}).`,
    ...why.map((reason) => advice[reason].remedy),
  ].join(" ");
}
const advice: Readonly<Record<DropReason, { told: string; remedy: string }>> = {
  no_profile: {
    told: "by somebody without a profile",
    remedy: "Add profiles of those who speak last, under the names that they speak by.",
  },
  too_short: { told: "with too few tokens", remedy: "Lower the fewest tokens." },
  too_few_roles: {
    told: "without enough other roles",
    remedy: "Take fewer distractors or those of all works, keep those that look odd, or add roles.",
  },
};

function describe({ roles, exchanges }: Pool, { cases, stages }: CuratedPool) {
  const withOdd = oddities.map(
    (oddity) =>
      [oddity, cases.filter(({ chosen }) => chosen.some(({ odd }) => odd.includes(oddity))).length] as const,
  );
  return {
    works: new Set([...roles, ...exchanges].map(({ work }) => work)).size,
    roles: roles.length,
    stages: [...stages],
    odd: Object.fromEntries(withOdd) as PoolReport["odd"],
    replaced: cases.filter(({ replaced }) => replaced > 0).length,
  };
}

const copyAtBytes = 8_000_000;

/** In the transaction that stores the cases: what they were made of, and what became of the rest. A benchmark is made of one pool, once. */
export async function storePool(
  client: BulkClient,
  benchmarkId: number,
  { settings, files, made }: { settings: PoolSettings; files: readonly PoolFile[]; made: PoolCases },
  storing: boolean,
): Promise<void> {
  if ((await countOthers(client, benchmarkId, storing ? made.count : 0)) > 0)
    throw new JobFailure(
      "Nothing was stored: this benchmark has cases already. Make a new benchmark for what comes of a pool.",
    );
  if (!storing) return;
  const described = await Promise.all(files.map(describeFile));
  await client.query(
    "INSERT INTO benchmark_pools (benchmark_id, settings, files, report) VALUES ($1, $2::jsonb, $3::jsonb, $4::jsonb)",
    [benchmarkId, JSON.stringify(settings), JSON.stringify(described), JSON.stringify(made.report)],
  );
  const rows = new BinaryRows("pool_drops (benchmark_id, number, key, work, stage, reason, detail, turns)");
  for (const [at, { exchange, stage, reason, detail }] of made.dropped.entries()) {
    rows
      .begin()
      .int4(benchmarkId)
      .int4(at + 1)
      .text(exchange.id)
      .text(exchange.work);
    rows.text(stage).text(reason).text(detail).json(exchange.turns);
    if (rows.bytes > copyAtBytes) await copyRows(client, rows);
  }
  await copyRows(client, rows);
}

async function countOthers(client: BulkClient, benchmarkId: number, own: number): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT (SELECT count(*)::int FROM cases c JOIN tracks t ON t.id = c.track_id WHERE t.benchmark_id = $1) - $2::int
       + (SELECT count(*)::int FROM benchmark_pools WHERE benchmark_id = $1) AS others`,
    [benchmarkId, own],
  );
  return rows[0]?.others ?? 0;
}

async function describeFile({ name, path, vectorsOf }: PoolFile) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { name, vectorsOf, bytes: statSync(path).size, sha256: hash.digest("hex") };
}
