import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, expect, test } from "vitest";
import { madeUpModels } from "#bench/support/personaeval/writing/models.ts";
import { scaleCounts, trackNames } from "#bench/support/personaeval/writing/tracks.ts";
import { writeBenchmark } from "#bench/support/personaeval/writing/write-benchmark.ts";
import { writeResults } from "#bench/support/personaeval/writing/write-results.ts";

const root = mkdtempSync(path.join(tmpdir(), "benchside-personaeval-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = () => mkdtempSync(path.join(root, "files-"));

const cases = scaleCounts(0.01);
const models = madeUpModels.slice(0, 3);
const benchmark = writeBenchmark({ dir: folder(), seed: 3, cases });
const results = writeResults({ dir: folder(), seed: 3, cases, models });

const read = (file: string) =>
  parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[];

test("the same seed writes the same bytes, another seed others", () => {
  const bytesOf = (seed: number) => readFileSync(writeBenchmark({ dir: folder(), seed, cases }).files.Drama);
  expect(bytesOf(3).equals(readFileSync(benchmark.files.Drama))).toBe(true);
  expect(bytesOf(4).equals(bytesOf(3))).toBe(false);
});

test.each(trackNames)("%s.csv holds what was counted, and the right answer among the options", (track) => {
  const rows = read(benchmark.files[track]);
  expect(rows).toHaveLength(benchmark.truth[track].cases);
  for (const row of rows) {
    const names = [1, 2, 3, 4, 5].map((n) => row[`option${n}`] ?? "").filter((name) => name !== "");
    expect(new Set(names).size).toBe(track === "Expertise" ? 5 : 4);
    expect(names).toContain(row.gt);
  }
  const seen = new Set(rows.map((row) => JSON.stringify(row)));
  expect(rows.length - seen.size).toBe(benchmark.truth[track].duplicates);
});

test("result files repeat the benchmark's prompts to the letter and hold what was counted", () => {
  const promptsOf = Object.fromEntries(
    trackNames.map((track) => [track, new Set(read(benchmark.files[track]).map((row) => row.prompt))]),
  );
  for (const { model, track, file } of results.files) {
    const prompts = promptsOf[track] ?? new Set();
    const rows = read(file);
    const counts = results.truth.counts.find((count) => count.model === model && count.track === track);
    const matched = rows.filter((row) => prompts.has(row.prompt));
    expect(counts).toMatchObject({
      rows: rows.length,
      matched: matched.length,
      unmatched: rows.length - matched.length,
      missing: cases[track] - matched.length,
      failed: matched.filter((row) => row.success === "-1.0").length,
      repaired: track === "Expertise" ? matched.filter((row) => row.success !== "-1.0").length : 0,
    });
    for (const row of rows) expect(row).not.toHaveProperty("prob5");
  }
});
