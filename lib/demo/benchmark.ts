import "server-only";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { baselines, type DemoCase } from "#lib/demo/baselines.ts";
import { syntheticRuns } from "#lib/demo/synthetic.ts";
import { findDemoBenchmark, importDemoLines } from "#lib/demo/import-lines.ts";
import { addTemplate } from "#lib/prompt-templates/mutations.ts";

type Admin = Viewer<"admin">;
type BenchmarkDescription = {
  name: string;
  description: string;
  tracks: { name: string; language: string }[];
  template: { name: string; text: string };
};

const folder = fileURLToPath(new URL("../../prisma/demo/", import.meta.url));

export async function listDemoCases(): Promise<DemoCase[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).sort();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  return texts.flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line) as DemoCase);
}

export const demoRuns = baselines.concat(syntheticRuns);

/** The demo's benchmark, a template that its cases can be asked by, and its runs, computed here; what is there already is left as it is. */
export async function seedBenchmark(
  viewer: Admin,
): Promise<{ id: number; slug: string; cases: number; isNew: boolean }> {
  const { name, description, tracks, template } = JSON.parse(
    await readFile(path.join(folder, "benchmark.json"), "utf8"),
  ) as BenchmarkDescription;
  const { isNew, ...benchmark } = await findDemoBenchmark(viewer, { name, description });
  const cases = await listDemoCases();
  await importDemoLines(viewer, benchmark, {
    tracks: tracks.map(({ name: track, language }) => ({
      track,
      language,
      lines: cases.filter((one) => one.track === track),
    })),
    runs: demoRuns.map(({ model, method, notes, isFake, answer }) => ({
      model,
      method,
      notes,
      lines: cases.map((item) => ({
        model,
        method,
        case: item.id,
        track: item.track,
        probabilities: answer(item, cases),
        ...(isFake && { fake: true }),
      })),
    })),
  });
  // The cases come without prompts, so that without a template no model could be asked about them.
  if ((await db.promptTemplate.count({ where: { benchmarkId: benchmark.id } })) === 0) {
    const added = await addTemplate(viewer, { benchmark: benchmark.slug, ...template });
    if (!added.ok) throw new Error(`the demo's template is not what it should be: ${JSON.stringify(added)}`);
  }
  return { ...benchmark, cases: cases.length, isNew };
}
