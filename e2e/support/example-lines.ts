import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";

/** The lines of a file that the docs show. */
export const exampleLines = (name: string): string[] =>
  readFileSync(path.join(projectRoot, "docs", name), "utf8")
    .trimEnd()
    .split("\n");
