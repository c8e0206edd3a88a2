import "server-only";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Viewer } from "#lib/auth/viewer.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { baselines, type DemoCase } from "#lib/demo/baselines.ts";
import { syntheticRuns } from "#lib/demo/synthetic.ts";
import { addTemplate } from "#lib/prompt-templates/mutations.ts";
import { importCaseFiles, importResultFiles } from "#lib/imports/run.ts";

type Admin = Viewer<"admin">;
type BenchmarkDescription = {
  name: string;
  description: string;
  tracks: { name: string; language: string }[];
  template: { name: string; text: string };
};

const folder = fileURLToPath(new URL("../../prisma/demo/", import.meta.url));
const quietly = { signal: new AbortController().signal, progress: () => undefined };

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
  const there = await db.benchmark.findFirst({
    where: { isDemo: true, name },
    select: { id: true, slug: true },
  });
  const { id, slug } = there ?? (await createBenchmark(viewer, { name, description, isDemo: true }));
  const cases = await listDemoCases();
  const benchmark = { id, slug };
  const scratch = await mkdtemp(path.join(tmpdir(), "benchside-demo-"));
  try {
    const write = async (file: string, lines: readonly unknown[]) => {
      const place = path.join(scratch, file);
      await writeFile(place, lines.map((line) => JSON.stringify(line)).join("\n"));
      return place;
    };
    const caseFiles = await Promise.all(
      tracks.map(async ({ name: track, language }) => {
        const lines = cases.filter((one) => one.track === track);
        return { path: await write(`${track}.jsonl`, lines), name: `${track}.jsonl`, track, language };
      }),
    );
    const imported = await importCaseFiles(
      viewer,
      { benchmark, mode: "store", skipBad: false, files: caseFiles },
      quietly,
    );
    if (!imported.report.stored)
      throw new Error(`the demo's cases are not what they should be: ${JSON.stringify(imported.problems)}`);
    // The cases come without prompts, so that without a template no model could be asked about them.
    if ((await db.promptTemplate.count({ where: { benchmarkId: id } })) === 0) {
      const added = await addTemplate(viewer, { benchmark: slug, ...template });
      if (!added.ok)
        throw new Error(`the demo's template is not what it should be: ${JSON.stringify(added)}`);
    }
    const files = await Promise.all(
      demoRuns.map(async ({ model, method, isFake, answer }) => {
        const lines = cases.map((item) => ({
          model,
          method,
          case: item.id,
          track: item.track,
          probabilities: answer(item, cases),
          ...(isFake && { fake: true }),
        }));
        const place = { path: await write(`${model}.jsonl`, lines), name: `${model}.jsonl`, track: null };
        return { ...place, model, method, version: "", ranAt: null };
      }),
    );
    const { report, problems } = await importResultFiles(
      viewer,
      { benchmark, mode: "store", skipBad: false, files },
      quietly,
    );
    if (!report.stored)
      throw new Error(`the demo's runs are not what they should be: ${JSON.stringify(problems)}`);
    for (const { model, notes } of demoRuns)
      await db.modelRun.updateMany({ where: { benchmarkId: id, model }, data: { notes, isDemo: true } });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return { id, slug, cases: cases.length, isNew: there === null };
}
