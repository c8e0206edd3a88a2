import { execFileSync } from "node:child_process";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { projectRoot } from "#scripts/project.ts";

const git = (...args: string[]) => execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).trim();

const formatCommit = () =>
  git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") ? " with uncommitted changes" : "");

/** Without these a figure says nothing. */
export function readConditions() {
  return {
    date: new Date().toISOString().slice(0, 16).replace("T", " ") + " UTC",
    code: formatCommit(),
    node: process.versions.node,
    system: `${type()} ${release()}`,
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    // Above the number of cores somebody else was at work, and the figures are worse than they should be.
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

export type Conditions = ReturnType<typeof readConditions>;

export function formatConditions(conditions: Conditions): string {
  const { date, code, node, system, processor, cores, memoryGB, loadBefore } = conditions;
  return [
    `${date} · commit ${code}`,
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}, load before: ${loadBefore}`,
    "production build; product, database, browser and load on the same machine",
  ].join("\n");
}
