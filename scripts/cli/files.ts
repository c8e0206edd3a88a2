import { createWriteStream, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Refusal } from "#scripts/cli/outcome.ts";
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";

/** "--track Literary=Literary.csv", repeated. */
export const collectPairs = (given: string, before: string[] = []): string[] => [...before, given];

/** npm runs its scripts in the project's folder; files are named from where the command was typed. */
export const fromHere = (place: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), place);

export function readPairs(option: string, given: readonly string[]): [name: string, value: string][] {
  return given.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1 || at === pair.length - 1) throw new Refusal(`${option} ${pair}: write it as Name=value`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

export function findFile(given: string): { path: string; name: string } {
  const found = fromHere(given);
  const there = statSync(found, { throwIfNoEntry: false });
  if (!there) throw new Refusal(`there is no file ${given}`);
  // Files are read more than once, which a pipe doesn't bear.
  if (!there.isFile()) throw new Refusal(`${given} is not a file`);
  return { path: found, name: path.basename(found) };
}

/** The same, or a folder. */
export function findFolder(given: string): { path: string; name: string } {
  const found = fromHere(given);
  const isFolder = statSync(found, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { path: found, name: path.basename(found) } : findFile(given);
}

const isDocument = (name: string) =>
  /\.(?:vtt|srt|txt)$/i.test(name) || /(?:^|[/\\])(?:results|prepared_input)\.json$/i.test(name);

/** A file of documents, or those of a folder and of the folders in it, by their names. */
export function findDocuments(given: string): { path: string; name: string }[] {
  const folder = fromHere(given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [findFile(given)];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isDocument).sort();
  if (names.length === 0)
    throw new Refusal(
      `there are no transcripts in ${given}: files that end in .vtt, .srt or .txt, results.json, prepared_input.json`,
    );
  return names.map((name) => ({ path: path.join(folder, name), name }));
}

/** Where --out points, from where the command was typed; refused where something stands there already. */
export async function requireFree(out: string): Promise<string> {
  const folder = fromHere(out);
  const inside = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new Refusal(`--out ${out}: ${error.code === "ENOTDIR" ? "it is a file" : error.message}`);
  });
  if (inside.length > 0)
    throw new Refusal(`--out ${out}: the folder isn’t empty, and nothing is overwritten`);
  return folder;
}

/** All of it or nothing: filled under another name beside it, which becomes its own when everything is there. */
export async function fillFolder<T>(folder: string, fill: (dir: string) => Promise<T>): Promise<T> {
  await mkdir(path.dirname(folder), { recursive: true });
  const dir = await mkdtemp(`${folder}.unfinished-`);
  try {
    const value = await fill(dir);
    await rmdir(folder).catch(() => undefined);
    await rename(dir, folder);
    return value;
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** One after the other, each read when it is its turn. */
export async function writeEntries(
  dir: string,
  entries: readonly { name: string; content: string | Buffer | (() => Pieces) }[],
): Promise<void> {
  for (const { name, content } of entries) {
    const file = path.join(dir, name);
    await mkdir(path.dirname(file), { recursive: true });
    const pieces = typeof content === "function" ? content() : [content];
    await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(file));
  }
}
