import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { zipFiles } from "#lib/study-exports/zip.ts";
import { run } from "#scripts/entry/run.mjs";

export type Commit = { root: string; id: string; version: string; committedAt: Date };

const git = (root: string, ...args: string[]) => run("git", args, { cwd: root, env: process.env });

export async function readCommit(root: string): Promise<Commit> {
  const [id = "", seconds] = (await git(root, "show", "-s", "--format=%H %ct", "HEAD")).trim().split(" ");
  const { version } = JSON.parse(await git(root, "show", `${id}:package.json`)) as { version: string };
  return { root, id, version, committedAt: new Date(Number(seconds) * 1000) };
}

/** Why a commit can't be released as the version it names; empty where it can. */
export async function listObstacles({ root, id, version }: Commit): Promise<string[]> {
  const changed = (await git(root, "status", "--porcelain")).trim();
  const tagged = (await git(root, "tag", "--points-at", id)).split("\n");
  const changelog = await git(root, "show", `${id}:CHANGELOG.md`);
  return [
    ...(changed ? ["the folder has changes that aren't committed"] : []),
    ...(tagged.includes(`v${version}`) ? [] : [`the commit has no tag v${version}`]),
    ...(changelog.includes(`\n## [${version}] - `) ? [] : [`CHANGELOG.md has no section ${version}`]),
  ];
}

/** What git has of the commit, in the commit's order and with its date: whoever repeats it gets the same bytes. */
export async function writeSources({ root, id, version }: Commit, folder: string): Promise<string> {
  const name = `benchside-${version}`;
  const tar = path.join(folder, `${name}.tar`);
  await git(root, "archive", "--format=tar", `--prefix=${name}/`, `--output=${tar}`, id);
  // By Node, which the lockfile pins: gzip programs differ.
  writeFileSync(`${tar}.gz`, gzipSync(readFileSync(tar), { level: 9 }));
  rmSync(tar);
  return `${tar}.gz`;
}

type Bill = { serialNumber: string; metadata: { timestamp: string; tools?: unknown } };

/** The bill of materials of the commit's lockfile, whatever is installed. */
export async function writeBill(commit: Commit, folder: string): Promise<string> {
  const { root, id, version, committedAt } = commit;
  const temporary = mkdtempSync(path.join(tmpdir(), "benchside-bill-"));
  // npm calls the product as the folder.
  const project = path.join(temporary, "benchside");
  mkdirSync(project);
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      writeFileSync(path.join(project, name), await git(root, "show", `${id}:${name}`));
    const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
    const bill = JSON.parse(await run("npm", args, { cwd: project, env: process.env })) as Bill;
    // npm writes the hour, a random number and its own version, which differ each time or on each machine.
    bill.serialNumber = `urn:uuid:${uuidOf(id)}`;
    bill.metadata.timestamp = committedAt.toISOString();
    delete bill.metadata.tools;
    const file = path.join(folder, `benchside-${version}.cdx.json`);
    writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
    return file;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Version 8, of which RFC 9562 leaves the contents open. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

export type Image = {
  engine: "buildah" | "docker";
  version: string;
  committedAt: Date;
  buildArgs: readonly string[];
};

/** Built in a folder that has the sources, and written to a file that either engine loads. */
export async function writeImage(context: string, file: string, image: Image): Promise<string> {
  const { engine, version, committedAt, buildArgs } = image;
  const call = (...args: string[]) => run(engine, args, { cwd: context, env: process.env });
  const tag = `benchside:${version}`;
  const args = ["--tag", tag, ...buildArgs.flatMap((pair) => ["--build-arg", pair]), "."];
  rmSync(file, { force: true });
  if (engine === "buildah") {
    await call("build", "--timestamp", String(committedAt.getTime() / 1000), ...args);
    await call("push", "--quiet", tag, `docker-archive:${file}:${tag}`);
  } else {
    await call("build", ...args);
    await call("save", "--output", file, tag);
  }
  return file;
}

/** Of the archive alone, so that nothing gets in that the commit doesn't have. */
async function withSources<Result>(
  sources: string,
  use: (context: string) => Promise<Result>,
): Promise<Result> {
  const context = mkdtempSync(path.join(tmpdir(), "benchside-sources-"));
  try {
    await run("tar", ["-xzf", sources, "--strip-components=1"], { cwd: context, env: process.env });
    return await use(context);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

export const writeImageOf = (sources: string, image: Image): Promise<string> =>
  withSources(sources, (context) => {
    const file = path.join(path.dirname(sources), `benchside-${image.version}-image.tar`);
    return writeImage(context, file, image);
  });

/** The documentation's site, packed. */
export const writeDocs = (sources: string, { root, version }: Commit): Promise<string> =>
  withSources(sources, async (context) => {
    const site = path.join(context, ".docs");
    // In a process of its own: React has no way to HTML under the condition that tests run with.
    const args = ["scripts/docs.ts", "--from", context, "--out", site];
    await run(process.execPath, args, { cwd: root, env: { ...process.env, NODE_OPTIONS: "" } });
    const names = globSync("**/*", { cwd: site }).map((name) => name.split(path.sep).join("/"));
    const files = names
      .toSorted()
      .filter((name) => statSync(path.join(site, name)).isFile())
      .map((name) => ({ name, content: readFileSync(path.join(site, name)) }));
    const file = path.join(path.dirname(sources), `benchside-${version}-docs.zip`);
    await writeFile(file, zipFiles(files));
    return file;
  });

export function findEngine(): Image["engine"] | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const isThere = (name: string) => folders.some((folder) => existsSync(path.join(folder, name)));
  return (["buildah", "docker"] as const).find(isThere) ?? null;
}

export function writeSums(files: readonly string[], folder: string): string {
  mkdirSync(folder, { recursive: true });
  const sumOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
  const sums = path.join(folder, "SHA256SUMS");
  writeFileSync(sums, files.map((file) => `${sumOf(file)}  ${path.basename(file)}\n`).join(""));
  return sums;
}
