import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Figure } from "#bench/support/figure.ts";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { caseCsv, optionNames, someCases } from "#lib/testing/benchmark-files.ts";
import { inspectEval } from "#lib/testing/model-logs.ts";

export const name = "logs";
export const about = "a log of Inspect with 28,565 samples, imported by the command line: time and memory";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const SAMPLES = Math.round(28_565 * scale);

export async function run(): Promise<Figure[]> {
  const server = await openServer();
  const cases = someCases(SAMPLES);
  const files = { cases: path.join(server.folder, "cases.csv"), log: path.join(server.folder, "all.eval") };
  writeFileSync(files.cases, caseCsv(cases));
  await runBenchside(["benchmark", "import", "Logs", "--track", `Literary=${files.cases}`], server.dataDir);
  const shares = JSON.stringify(
    Object.fromEntries(optionNames.map((option, at) => [option, at === 0 ? 1 : 0])),
  );
  const log = inspectEval(
    cases.map(({ prompt, gt }, index) => ({ id: index, input: prompt, target: gt, completion: shares })),
  );
  writeFileSync(files.log, log);
  const { seconds, peakMB, printed } = await runBenchside(
    ["results", "import", "Logs", "--log", files.log, "--json"],
    server.dataDir,
  );
  const { runs } = JSON.parse(printed) as { runs: { matched: number }[] };
  return [
    {
      what: `${SAMPLES} samples, ${Math.round(log.length / 1e6)} MB packed: read and stored in`,
      value: seconds,
      unit: "s",
    },
    { what: "  most memory of the command", value: peakMB ?? Number.NaN, unit: "MB", limit: 400 },
    { what: "  samples without a case", value: SAMPLES - (runs[0]?.matched ?? 0), unit: "", limit: 0 },
  ];
}
