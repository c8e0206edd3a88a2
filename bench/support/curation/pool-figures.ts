import path from "node:path";
import { addSureRuns } from "#bench/support/curation/sure-answers.ts";
import type { Stage } from "#bench/support/curation/stage.ts";
import { watchMemory } from "#bench/support/curation/watch-memory.ts";
import { writePool, writeVectors } from "#bench/support/curation/write-pool.ts";
import type { Figure } from "#bench/support/figure.ts";
import { runBenchside, type Ran } from "#bench/support/personaeval/command.ts";

const NUMBERS = 1536;
const models = ["one", "two", "three"];
const RUNS = 3;

type Report = { pool: { stages: { stage: string; into: number; out: number }[] } };

/** Exchanges of 800 works with 25 roles each, through all stages; and distractors among all of these roles. */
export async function measurePool(stage: Stage, scale: number): Promise<Figure[]> {
  const { server } = stage;
  const size = {
    exchanges: Math.round(110_000 * scale),
    works: Math.max(2, Math.round(800 * scale)),
    rolesPerWork: 25,
  };
  const pool = writePool(server.folder, size);
  const vectors = models.flatMap((model) => {
    const file = writeVectors(server.folder, size, { model, length: NUMBERS });
    return ["--vectors", `${model}=${path.basename(file)}`];
  });
  const curate = (among: "all" | "work", ...more: string[]) =>
    runBenchside(
      [
        "benchmark",
        "curate",
        "Novels",
        "--track",
        "Literary",
        "--pool",
        path.basename(pool),
        ...vectors,
        "--among",
        among,
        "--json",
        ...more,
      ],
      server.dataDir,
      { INIT_CWD: server.folder },
    );
  const all = await curate("all", "--check");
  const made = await curate("work");
  const filtered = await filter(stage);
  const [cases = 0, exchanges = 0] = [passed(made).at(-1)?.out, passed(made)[0]?.into];
  return [
    {
      what: `distractors among ${size.works * size.rolesPerWork} roles by ${models.length} models of ${NUMBERS} numbers, for ${exchanges} exchanges`,
      value: all.seconds / 60,
      unit: "min",
      limit: 15,
    },
    { what: "  most memory", value: all.peakMB ?? Number.NaN, unit: "MB", limit: 1000 },
    {
      what: `${exchanges} exchanges through length, distractors of their own works and confidence`,
      value: (made.seconds + filtered.seconds) / 60,
      unit: "min",
      limit: 5,
    },
    { what: `  files read, ${cases} cases made and stored`, value: made.seconds, unit: "s" },
    { what: "  most memory", value: made.peakMB ?? Number.NaN, unit: "MB", limit: 1000 },
    {
      what: `  filtered by ${RUNS} runs, and a benchmark made of the ${filtered.kept} that stay`,
      value: filtered.seconds,
      unit: "s",
    },
    { what: "  most memory", value: Math.max(filtered.own, filtered.server), unit: "MB", limit: 1000 },
  ];
}

const passed = ({ printed }: Ran) => (JSON.parse(printed) as Report).pool.stages;

/** By runs that are there: adding them isn't measured. */
async function filter({ server, client, viewer }: Stage) {
  const { getBenchmark } = await import("#lib/benchmarks/queries.ts");
  const { filterByConfidence } = await import("#lib/curation/confidence/mutations.ts");
  const { countVotes, listFilterRuns } = await import("#lib/curation/confidence/queries.ts");
  const { countOutcomes } = await import("#lib/curation/confidence/votes.ts");
  const benchmark = await getBenchmark(viewer, "novels");
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
      slug: "novels",
      name: "Hard novels",
      run,
      ...settings,
      kept: expected,
    });
    if (!made.ok) throw new Error(made.error);
    return made.value.cases;
  });
  return { ...held, kept, seconds: (performance.now() - since) / 1000 };
}
