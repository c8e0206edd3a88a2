import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkFolder } from "#lib/benchmark-folders/check/check-folder.ts";
import { readIn, useFolders } from "#lib/benchmark-folders/testing/written-folder.ts";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { carryPredictions } from "#lib/model-runs/carry-predictions.ts";
import { caseCsv, quietly, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;
const { write } = useFolders();

const formats = path.resolve(import.meta.dirname, "../../docs/formats");
const examples = ["documents", "labels", "pairs", "ratings", "texts", "traits"];
const awkward = [
  {
    id: "=1+1",
    track: "Lines",
    kind: "choice",
    source: "The Ferry Ledger",
    group: "night",
    attributes: { method: "zero", model: "lamp" },
    content: { text: "A text on purpose.\n“with quotes”, \u0007 and 𝔘nicode, 谁在说话" },
    options: ["NA", "null", { name: "Bo", profile: "Keeps the ferry." }].slice(0, 2),
    gold: "null",
  },
  {
    id: "many",
    track: "Lines",
    kind: "label",
    many: true,
    labels: {
      name: "codes",
      definition: "Which apply.",
      labels: [
        { name: "a", definition: "A." },
        { name: "b", definition: "B." },
      ],
    },
    content: { parts: [{ role: "judged", title: "Answer", text: "both" }] },
    gold: ["a", "b"],
  },
];

const digestOf = async (benchmarkId: number) =>
  (
    await db.$queryRaw<{ digest: string }[]>`SELECT encode(digest_of_cases(${benchmarkId}), 'hex') AS digest`
  )[0]?.digest;

async function fill(): Promise<void> {
  await trial.importCases(caseCsv(someCases(8)), { track: "Literary" });
  await trial.importCases(awkward.map((line) => JSON.stringify(line)).join("\n"), { track: null });
  for (const name of examples) {
    const content = readFileSync(path.join(formats, `${name}-example.jsonl`));
    const { problems, stored } = await trial.importCases(content, { track: null });
    expect({ problems, stored }, name).toEqual({ problems: [], stored: true });
  }
}

test("cases of every kind verify, and have the same digests and the same lines where they are imported", async () => {
  await fill();
  const folder = await write(viewer, trial.id());
  const { problems, description } = await checkFolder(folder);
  expect(problems).toEqual([]);
  const other = await createBenchmark(viewer, { name: "Elsewhere", description: "" });
  const place = path.join(folder, "data/cases.jsonl");
  const files = [{ path: place, name: "cases.jsonl", track: null, language: null }];
  const asked = { benchmark: other, files, mode: "store", skipBad: false } as const;
  expect(await runCaseImport(viewer, asked, carryPredictions, quietly)).toMatchObject({ problems: [] });
  expect(await digestOf(other.id)).toBe(description?.digest);
  const again = await write(viewer, other.id);
  expect(readIn(again, "data/cases.jsonl")).toBe(readIn(folder, "data/cases.jsonl"));
});
