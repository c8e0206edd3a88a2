import path from "node:path";
import type { CommandResult } from "#bench/support/command.ts";
import { scale, type Figure } from "#bench/support/figure.ts";
import { importBenchmark, importResults } from "#bench/support/fill-benchmark.ts";
import { scaleCounts } from "#bench/support/personaeval.ts";
import { openServer, workOn, type Server } from "#bench/support/server.ts";
import { quantile, timed } from "#bench/support/timing.ts";

export const name = "full-size";
export const about =
  "a benchmark of PersonaEval's size with 19 models: imports, figures, lists (95th percentile), and a folder of it";

const NAME = "Full size";
const GROWTH = 4;
const MEMORY_MB = 400;
const LIST_ROUNDS = 20;

// One bench, for what the imports leave is what figures and lists are measured on.
export async function run(): Promise<Figure[]> {
  const server = await openServer();
  const input = { seed: 2026, cases: scaleCounts(scale) };
  await server.settle();
  const benchmark = await importBenchmark(server, NAME, input);
  await server.settle();
  const results = await importResults(server, NAME, input);
  await server.vacuum();
  const questions = await measureQuestions(server);
  const folder = await measureFolder(server);
  await server.settle();
  const larger = { seed: 2027, cases: scaleCounts(scale * GROWTH) };
  const growth = await importBenchmark(server, `${NAME} times ${GROWTH}`, larger);
  return [
    ...describeImport("cases", benchmark),
    ...describeImport(`${GROWTH} times as many`, growth),
    { what: `${results.files} result files`, value: results.bytes / 1e6, unit: "MB" },
    { what: "  rows", value: results.rows, unit: "" },
    { what: "  imported by 19 commands", value: results.seconds, unit: "s" },
    { what: "  most memory of one", value: results.peakMB, unit: "MB", limit: MEMORY_MB },
    ...questions,
    ...folder,
  ];
}

const describeImport = (
  what: string,
  { bytes, seconds, peakMB }: CommandResult & { bytes: number },
): Figure[] => [
  { what: `files of ${what}`, value: bytes / 1e6, unit: "MB" },
  { what: "  imported", value: seconds, unit: "s" },
  { what: "  most memory", value: peakMB ?? Number.NaN, unit: "MB", limit: MEMORY_MB },
];

type Filter = Readonly<Record<string, string | number>>;

/** What somebody browsing asks for; within a group the 95th percentile is over all of its filters. */
const filters: Readonly<Record<string, readonly Filter[]>> = {
  "on the first, a middle and the last page": [{}, { page: 290 }, { page: 100_000 }],
  "by track": [{ track: "Literary" }, { track: "Drama", page: 100_000 }, { track: "Expertise" }],
  "by length": [{ shorter: 60 }, { longer: 200 }, { longer: 100, shorter: 120 }],
  "by option count, kind and form": [{ options: 5 }, { kind: "choice" }, { form: "dialogue" }],
  "by text: common": [{ text: "the" }, { text: "brother" }, { text: "知道" }],
  "by text: rare or nowhere": [{ text: "no such words" }, { text: "晚舟" }, { text: "z" }],
  "by all of it": [{ track: "Literary", form: "dialogue", options: 4, longer: 40, text: "harbour" }],
};

/** The product's own questions, asked here as its pages ask them. */
async function measureQuestions({ appUrl }: Server): Promise<Figure[]> {
  const viewer = await workOn(appUrl);
  const benchmarks = await import("#lib/benchmarks/queries.ts");
  const { getCase, listCases } = await import("#lib/benchmarks/case-queries.ts");
  const { listRuns } = await import("#lib/model-runs/queries.ts");
  const { caseFilter } = await import("#lib/benchmarks/schema.ts");
  const [found] = await benchmarks.findBenchmarks(viewer, NAME);
  if (!found) throw new Error("the benchmark is gone");
  const { id } = found;
  const figures: Figure[] = [];
  const measure = async (
    what: string,
    limit: number,
    rounds: number,
    asks: readonly (() => Promise<unknown>)[],
  ) => {
    for (const ask of asks) await ask();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) for (const ask of asks) times.push(await timed(ask));
    figures.push({ what, value: quantile(times, 0.95), unit: "ms", limit });
  };
  const list = (filter: Filter) => listCases(viewer, id, caseFilter.parse(filter));
  const isFresh = true;
  await measure("all figures of 19 runs", 1000, 10, [() => listRuns(viewer, id, { isFresh })]);
  for (const [what, asked] of Object.entries(filters))
    await measure(
      `cases ${what}`,
      100,
      LIST_ROUNDS,
      asked.map((filter) => () => list(filter)),
    );
  const { cases } = await list({ track: "Literary" });
  const looks = cases.slice(0, 5).map(
    ({ track, key }) =>
      () =>
        getCase(viewer, id, track, key),
  );
  await measure("one case with every run's answer", 100, LIST_ROUNDS, looks);
  await measure("benchmarks", 100, LIST_ROUNDS, [() => benchmarks.listBenchmarks(viewer)]);
  await measure("runs with their figures", 100, LIST_ROUNDS, [() => listRuns(viewer, id)]);
  return figures;
}

const release = ["--release", "1.0.0", "--licence", "CC0-1.0", "--creator", "The bench"];
const contact = ["--contact", "nobody@example.org", "--limits", "Made up."];

/** The whole benchmark as a folder: written, verified, imported again, and found to be the same. */
async function measureFolder({ folder, run: command, settle }: Server): Promise<Figure[]> {
  const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
  const run = async (...args: string[]): Promise<CommandResult> => {
    await settle();
    return command([...args, "--json"]);
  };
  const written = await run("benchmark", "export", NAME, "--out", first, ...release, ...contact);
  const verified = await run("verify", first);
  const imported = await run("benchmark", "import", `${NAME} again`, "--folder", first);
  await run("benchmark", "export", `${NAME} again`, "--out", second, ...release, ...contact);
  const [one, other] = [verified, await run("verify", second)].map(
    ({ printed }) => (JSON.parse(printed) as { benchmark: { digest: string } }).benchmark.digest,
  );
  if (!one || one !== other) throw new Error("the imported folder has other cases");
  return Object.entries({ written, verified, imported }).flatMap(([what, { seconds, peakMB }]) => [
    { what: `a folder ${what}`, value: seconds, unit: "s" },
    { what: "  most memory", value: peakMB ?? Number.NaN, unit: "MB" },
  ]);
}
