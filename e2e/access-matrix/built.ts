import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot, testBuildDir } from "#scripts/project.ts";

const buildDir = path.join(projectRoot, testBuildDir);
const read = (name: string) => JSON.parse(readFileSync(path.join(buildDir, name), "utf8")) as unknown;

type Actions = Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>;
export type BuiltAction = { id: string; name: string; routes: string[] };

const routeOf = read("app-path-routes-manifest.json") as Record<string, string>;

/** Every address the build answers: pages, route handlers, metadata files, and Next's own. */
export const builtRoutes: readonly string[] = Object.values(routeOf).sort();

/** Every server action a browser can post, as "file#name", and the pages whose bundle knows it. */
export const builtActions: readonly BuiltAction[] = Object.entries(
  (read("server/server-reference-manifest.json") as { node: Actions; edge: Actions }).node,
).map(([id, { filename, exportedName, workers }]) => ({
  id,
  name: `${filename}#${exportedName}`,
  routes: Object.keys(workers).map((worker) => routeOf[worker.replace(/^app/, "")] ?? worker),
}));

/** The same from the sources, should the build's lists ever be read wrongly. */
export function listSourceRoutes(): string[] {
  const app = path.join(projectRoot, "app");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
    .map((file) => path.dirname(file).replace(/(^|\/)\([^)]*\)/g, ""))
    .map((folder) => `/${folder.replace(/^\.?\/+|^\.$/, "")}`)
    .sort();
}

/** Names of what the sources export as server actions. */
export function listSourceActions(): string[] {
  return ["lib", "app", "components"].flatMap((folder) => {
    const files = readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" });
    return files
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("generated"))
      .flatMap((file) => {
        const source = readFileSync(path.join(projectRoot, folder, file), "utf8");
        if (!/^["']use server["']/m.test(source)) return [];
        const names = source.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm);
        return Array.from(names, ([, name]) => `${folder}/${file}#${name}`);
      });
  });
}
