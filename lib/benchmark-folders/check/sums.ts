import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { folderFiles } from "#lib/benchmark-folders/schema.ts";
import { aboutFile, type ImportProblem } from "#lib/files/file-problems.ts";

export const again = "Get the folder again from where it was published, or export it anew.";

export type FileSum = { sha256: string; bytes: number };
export type Sums = { files: ReadonlyMap<string, FileSum>; problems: readonly ImportProblem[] };

/** What every folder has. */
const needed = [
  folderFiles.description,
  folderFiles.card,
  folderFiles.croissant,
  folderFiles.cases.jsonl,
  folderFiles.cases.parquet,
];

const form = /^([0-9a-f]{64}) [ *](.+)$/;

/** These are read whole, and have a few kilobytes. */
const readWhole: readonly string[] = [folderFiles.description, folderFiles.croissant, folderFiles.lineage];
const maxBytes = 4 << 20;
const tooLarge = (name: string, bytes: number): ImportProblem =>
  aboutFile(
    name,
    `This file is larger than ${maxBytes >> 20} MB, which it is in no exported benchmark. ${again}`,
    `${bytes} bytes`,
  );

/** Compares every file with its checksum. Files of the folder without one are no part of it, and left alone. */
export async function checkSums(folder: string, signal?: AbortSignal): Promise<Sums> {
  const files = new Map<string, FileSum>();
  const problems: ImportProblem[] = [];
  const listed = await readSums(folder, problems);
  for (const [name, expected] of listed) {
    const found = await measure(path.join(folder, name), signal);
    if (found === null) problems.push(aboutFile(name, `This file is missing. ${again}`));
    else if (found.sha256 !== expected)
      problems.push(
        aboutFile(
          name,
          `This file isn’t as it was written: its SHA-256 is not the one in ${folderFiles.sums}. ${again}`,
          found.sha256,
        ),
      );
    else if (readWhole.includes(name) && found.bytes > maxBytes) problems.push(tooLarge(name, found.bytes));
    else files.set(name, found);
  }
  for (const name of needed.filter((one) => listed.size > 0 && !listed.has(one)))
    problems.push(
      aboutFile(folderFiles.sums, `There is no checksum of ${name}, which every such folder has. ${again}`),
    );
  return { files, problems };
}

async function readSums(folder: string, problems: ImportProblem[]): Promise<Map<string, string>> {
  const listed = new Map<string, string>();
  const place = path.join(folder, folderFiles.sums);
  const { size } = await stat(place).catch(() => ({ size: 0 }));
  if (size > maxBytes) {
    problems.push(tooLarge(folderFiles.sums, size));
    return listed;
  }
  const text = await readFile(place, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  if (text === null) {
    const inside = await readdir(folder);
    const problem = `There is no file ${folderFiles.sums}, so this is no exported benchmark, or not the whole of it. ${again}`;
    problems.push(aboutFile(folderFiles.sums, problem, inside.slice(0, 10).join(", ")));
    return listed;
  }
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const [, sha256, name] = form.exec(line) ?? [];
    const bad = { file: folderFiles.sums, line: index + 1, column: null, found: line.slice(0, 200) };
    if (sha256 === undefined || name === undefined)
      problems.push({ ...bad, problem: `This line is not a SHA-256 with the name of a file. ${again}` });
    else if (leadsOut(name))
      problems.push({ ...bad, problem: `This name leads out of the folder. ${again}` });
    else listed.set(name, sha256);
  }
  return listed;
}

const leadsOut = (name: string): boolean =>
  path.posix.isAbsolute(name) || name.includes("\\") || name.split("/").includes("..");

async function measure(file: string, signal?: AbortSignal): Promise<FileSum | null> {
  const there = await stat(file).catch(() => null);
  if (!there?.isFile()) return null;
  const digest = createHash("sha256");
  await pipeline(createReadStream(file), digest, { signal });
  return { sha256: digest.digest("hex"), bytes: there.size };
}
