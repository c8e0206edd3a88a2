import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Figure } from "#bench/support/figure.ts";
import { temporaryFolder } from "#bench/support/folder.ts";
import { countProcessesIn, startLikeAUser } from "#bench/support/npm-start.ts";
import { projectRoot } from "#scripts/project.ts";

export const name = "fresh-start";
export const about = "from a fresh clone of the last commit to a healthy product, again, and its end";

export async function run(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const [clone, home] = [path.join(folder, "clone"), path.join(folder, "home")];
  mkdirSync(home);
  execFileSync("git", ["clone", "--quiet", projectRoot, clone]);

  const first = await startLikeAUser(clone, home);
  const firstStop = await first.stop();
  const second = await startLikeAUser(clone, home);
  const secondStop = await second.stop();

  const parts = ["install", "client", "database", "schema", "build"];
  return [
    { what: "fresh start", value: first.seconds, unit: "s", limit: 120 },
    ...parts
      .filter((part) => first.steps[part] !== undefined)
      .map((part) => ({ what: `  of which ${part}`, value: first.steps[part] ?? 0, unit: "s" })),
    { what: "stop after it", value: firstStop, unit: "s" },
    { what: "second start, nothing changed", value: second.seconds, unit: "s", limit: 5 },
    { what: "stop after it", value: secondStop, unit: "s" },
    { what: "processes left", value: countProcessesIn(clone), unit: "", limit: 0 },
  ];
}
