import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withoutSecretFiles } from "#lib/environment.ts";
import { run } from "#scripts/entry/run.mjs";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { readJsonFile } from "#scripts/process/json-file.ts";
import { listUsers } from "#scripts/process/users.ts";
import { during, inSeconds, say } from "#scripts/process/steps.mjs";

const folders = ["app", "components", "lib", "public"];
const files = ["instrumentation.ts", "next.config.ts", "postcss.config.mjs", "tsconfig.json"];
files.push("scripts/supervise/build.ts", "prisma/schema.prisma", "package.json", "package-lock.json");

/** What a build is made from, by its path in the project. */
export function listSources(root: string): string[] {
  const found = folders.flatMap((folder) =>
    existsSync(path.join(root, folder))
      ? readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      : [],
  );
  const isSource = (file: string) =>
    !file.startsWith(path.join("lib", "generated")) && !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file);
  return [...found.filter(isSource), ...files.filter((file) => existsSync(path.join(root, file)))].sort();
}

/** By content, not by date: a fresh checkout of the same code needs no new build. */
export function hashSources(root: string): string {
  const hash = createHash("sha256");
  for (const file of listSources(root)) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Where web processes leave word that they serve a build of this folder. */
export const servingFolder = (root: string, buildDir: string) => path.join(root, ".cache/serving", buildDir);

/** Whoever serves a build reads parts of it as they are asked for. */
function requireUnused(root: string, buildDir: string): void {
  const serving = listUsers(servingFolder(root, buildDir));
  if (serving.length === 0) return;
  const who = `${serving.length === 1 ? "process" : "processes"} ${serving.join(", ")}`;
  throw new Error(
    `${who} of this folder still serves the build in ${buildDir} that a new one would replace. Stop it first, or install and build the new version in a folder of its own: docs/operate.md says how under Upgrades`,
  );
}

type Options = {
  signal: AbortSignal;
  /** With the same key a form that is open in somebody's browser still works after an upgrade. */
  formsKey?: string;
};

export async function buildWhenStale(
  root: string,
  buildDir: string,
  { signal, formsKey }: Options,
): Promise<void> {
  const stamp = path.join(root, buildDir, "benchside-build.json");
  const wanted = hashSources(root);
  const isCurrent = () =>
    readJsonFile<{ sources: string }>(stamp)?.sources === wanted &&
    existsSync(path.join(root, buildDir, "BUILD_ID"));
  if (isCurrent()) return say("build", "up to date");

  const lock = path.join(root, ".cache", `build${buildDir}.lock`);
  const onWait = () => say("build", "another start is building; waiting for it");
  await exclusively(
    lock,
    async () => {
      if (isCurrent()) return;
      requireUnused(root, buildDir);
      const since = performance.now();
      rmSync(stamp, { force: true });
      const { DATABASE_URL: _url, DATABASE_OWNER_URL: _ownerUrl, ...rest } = withoutSecretFiles(process.env);
      const env = { ...rest, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
      const next = path.join(root, "node_modules/next/dist/bin/next");
      await during("build", "the production build …", () =>
        run(process.execPath, [next, "build"], {
          cwd: root,
          env: {
            ...env,
            BENCHSIDE_BUILD_DIR: buildDir,
            ...(formsKey ? { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: formsKey } : {}),
          },
          signal,
        }),
      );
      hintChunks(path.join(root, buildDir));
      writeFileSync(stamp, JSON.stringify({ sources: wanted }));
      say("build", `done ${inSeconds(since)}`);
    },
    { onWait },
  );
}

/** Chromium's word for a file all of whose functions are needed soon: they are compiled while it arrives, off the main thread. */
export const compileHint = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks a build's scripts. A page of ours runs nearly all it loads at once; compiled at first call, function by
 * function, they block a slow phone for longer than everything else together: of a first visit with a processor four
 * times slower, 206 ms of the welcome page instead of 68, and 344 ms of a case instead of 204.
 */
export function hintChunks(buildFolder: string): void {
  const folder = path.join(buildFolder, "static", "chunks");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(folder, name);
    const code = readFileSync(file, "utf8");
    if (!code.startsWith(compileHint)) writeFileSync(file, compileHint + code);
  }
}
