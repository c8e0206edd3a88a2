import "server-only";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { withScratch } from "#lib/files/scratch.ts";
import { importCaseFiles, importResultFiles } from "#lib/imports/run.ts";

type Admin = Viewer<"admin">;
type DemoBenchmark = { id: number; slug: string };
export type DemoLines = {
  tracks: readonly { track: string; language: string; lines: readonly unknown[] }[];
  runs: readonly { model: string; method: string; notes: string; lines: readonly unknown[] }[];
};

const quietly = { signal: new AbortController().signal, progress: () => undefined };

/** The demo's benchmark of that name, made where it isn't there. */
export async function findDemoBenchmark(
  viewer: Admin,
  { name, description }: { name: string; description: string },
): Promise<DemoBenchmark & { isNew: boolean }> {
  const there = await db.benchmark.findFirst({
    where: { isDemo: true, name },
    select: { id: true, slug: true },
  });
  if (there) return { ...there, isNew: false };
  return { ...(await createBenchmark(viewer, { name, description, isDemo: true })), isNew: true };
}

/** Cases and runs come in as files do; those that are there stay as they are. */
export async function importDemoLines(
  viewer: Admin,
  benchmark: DemoBenchmark,
  { tracks, runs }: DemoLines,
): Promise<void> {
  await withScratch(async (scratch) => {
    const write = async (name: string, lines: readonly unknown[]) => {
      const file = { name: `${name}.jsonl`, path: path.join(scratch, `${name}.jsonl`) };
      await writeFile(file.path, lines.map((line) => JSON.stringify(line)).join("\n"));
      return file;
    };
    const request = { benchmark, mode: "store", skipBad: false } as const;
    const caseFiles = await Promise.all(
      tracks.map(async ({ track, language, lines }) => ({ ...(await write(track, lines)), track, language })),
    );
    const cases = await importCaseFiles(viewer, { ...request, files: caseFiles }, quietly);
    if (!cases.report.stored)
      throw new Error(`the demo's cases are not what they should be: ${JSON.stringify(cases.problems)}`);
    if (runs.length === 0) return;
    const resultFiles = await Promise.all(
      runs.map(async ({ model, method, lines }) => {
        const run = { track: null, model, method, version: "", ranAt: null };
        return { ...(await write(model, lines)), ...run };
      }),
    );
    const results = await importResultFiles(viewer, { ...request, files: resultFiles }, quietly);
    if (!results.report.stored)
      throw new Error(`the demo's runs are not what they should be: ${JSON.stringify(results.problems)}`);
  });
  for (const { model, notes } of runs)
    await db.modelRun.updateMany({
      where: { benchmarkId: benchmark.id, model },
      data: { notes, isDemo: true },
    });
}
