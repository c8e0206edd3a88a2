import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { markOf, stillRuns, type ProcessMark } from "#scripts/process/liveness.mjs";
import { readJsonFile } from "#scripts/process/json-file.ts";

type Serving = ProcessMark & { buildDir: string };

const folderOf = (root: string) => path.join(root, ".cache", "serving");

/** Leaves word that this process serves a build of this folder. */
export function markServing(root: string, buildDir: string, pid = process.pid): void {
  mkdirSync(folderOf(root), { recursive: true });
  const serving: Serving = { ...markOf(pid), buildDir };
  const file = path.join(folderOf(root), `${pid}.json`);
  writeFileSync(`${file}.draft`, JSON.stringify(serving));
  renameSync(`${file}.draft`, file);
}

/** The processes that do; what others left behind is cleared away. */
export function listServing(root: string, buildDir: string): number[] {
  const found: number[] = [];
  for (const name of listNames(folderOf(root))) {
    const file = path.join(folderOf(root), name);
    const serving = readJsonFile<Serving>(file);
    if (!serving || !stillRuns(serving)) rmSync(file, { force: true });
    else if (serving.buildDir === buildDir) found.push(serving.pid);
  }
  return found.sort((a, b) => a - b);
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}
