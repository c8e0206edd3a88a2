import path from "node:path";
import pg from "pg";
import { atEnd } from "#bench/support/clean-up.ts";
import { addSureRuns } from "#bench/support/curation/sure-answers.ts";
import { watchMemory } from "#bench/support/curation/watch-memory.ts";
import { writePool, writeVectors } from "#bench/support/curation/write-pool.ts";
import type { Figure } from "#bench/support/figure.ts";
import { workOn } from "#bench/support/own-process.ts";
import { runBenchside, type Ran } from "#bench/support/personaeval/command.ts";
import { openServer, type Server } from "#bench/support/personaeval/server.ts";

export const name = "pool";
export const about =
  "a pool of 110,000 exchanges and 20,000 roles: distractors by three models of 1,536 numbers, and stages 1 to 3";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const size = {
  exchanges: Math.round(110_000 * scale),
  works: Math.max(2, Math.round(800 * scale)),
  rolesPerWork: 25,
};
const ROLES = size.works * size.rolesPerWork;
const NUMBERS = 1536;
const models = ["one", "two", "three"];
const RUNS = 3;

type Report = { pool: { stages: { stage: string; into: number; out: number }[] } };

export async function run(): Promise<Figure[]> {
  const server = await openServer();
  const pool = writePool(server.folder, size);
  const vectors = models.flatMap((model) => {
    const file = writeVectors(server.folder, size, { model, length: NUMBERS });
    return ["--vectors", `${model}=${path.basename(file)}`];
  });
  const curate = (among: "all" | "work", ...more: string[]) =>
    runBenchside(
      [
        ...["benchmark", "curate", "Pool", "--track", "Literary", "--pool", path.basename(pool)],
        ...[...vectors, "--among", among, "--json", ...more],
      ],
      server.dataDir,
      { INIT_CWD: server.folder },
    );
  const all = await curate("all", "--check");
  const made = await curate("work");
  const filtered = await filter(server);
  const [cases = 0, exchanges = 0] = [passed(made).at(-1)?.out, passed(made)[0]?.into];
  return [
    {
      what: `distractors among ${ROLES} roles by ${models.length} models of ${NUMBERS} numbers, for ${exchanges} exchanges`,
      ...{ value: all.seconds / 60, unit: "min", limit: 15 },
    },
    { what: "  most memory", value: all.peakMB ?? Number.NaN, unit: "MB", limit: 1000 },
    {
      what: `${exchanges} exchanges through length, distractors of their own works and confidence`,
      ...{ value: (made.seconds + filtered.seconds) / 60, unit: "min", limit: 5 },
    },
    { what: `  files read, ${cases} cases made and stored`, value: made.seconds, unit: "s" },
    { what: "  most memory", value: made.peakMB ?? Number.NaN, unit: "MB", limit: 1000 },
    {
      what: `  filtered by ${RUNS} runs, and a benchmark made of the ${filtered.kept} that stay`,
      ...{ value: filtered.seconds, unit: "s" },
    },
    { what: "  most memory", value: Math.max(filtered.own, filtered.server), unit: "MB", limit: 1000 },
  ];
}

const passed = ({ printed }: Ran) => (JSON.parse(printed) as Report).pool.stages;

/** By runs that are there: adding them isn't measured. */
async function filter(server: Server) {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  atEnd(() => client.end());
  const viewer = await workOn(server.ownerUrl);
  const { getBenchmark } = await import("#lib/benchmarks/queries.ts");
  const { filterByConfidence } = await import("#lib/curation/confidence/mutations.ts");
  const { countVotes, listFilterRuns } = await import("#lib/curation/confidence/queries.ts");
  const { countOutcomes } = await import("#lib/curation/confidence/votes.ts");
  const benchmark = await getBenchmark(viewer, "pool");
  if (!benchmark) throw new Error("no benchmark was made");
  await addSureRuns(client, benchmark.id, RUNS);
  await server.vacuum();
  const settings = { threshold: 0.5, exactly: "stays", rule: "any" } as const;
  const since = performance.now();
  const { value: kept, ...held } = await watchMemory(client, async () => {
    const run = (await listFilterRuns(viewer, benchmark)).map(({ id }) => id);
    const alike = await countVotes(viewer, { benchmarkId: benchmark.id, runIds: run, ...settings });
    const expected = countOutcomes(alike, "any").kept;
    const made = await filterByConfidence(viewer, {
      ...{ slug: "pool", name: "Hard", run, ...settings, kept: expected },
    });
    if (!made.ok) throw new Error(made.error);
    return made.value.cases;
  });
  return { ...held, kept, seconds: (performance.now() - since) / 1000 };
}
