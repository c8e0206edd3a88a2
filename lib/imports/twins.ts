import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

type FilePlace = { name: string; path: string };
export type Twins = { first: string; second: string };

/** Two files of an import that are the same to the byte: one was meant to be another. Only those of one size are read. */
export async function findTwins(files: readonly FilePlace[]): Promise<Twins | null> {
  const paths = [...new Set(files.map(({ path }) => path))];
  const sizes = new Map(await Promise.all(paths.map(async (path) => [path, await sizeOf(path)] as const)));
  const there = files.flatMap(({ name, path }) => {
    const size = sizes.get(path) ?? null;
    return size === null ? [] : [{ name, path, size }];
  });
  const bySize = Map.groupBy(there, ({ size }) => size);
  const digests = new Map<string, string>();
  for (const { path, size } of there) {
    if (bySize.get(size)?.length === 1) continue;
    const digest = digests.get(path) ?? (await digestOf(path));
    digests.set(path, digest);
  }
  const known = new Map<string, string>();
  for (const { name, path } of there) {
    const digest = digests.get(path);
    if (digest === undefined) continue;
    const first = known.get(digest);
    if (first !== undefined) return { first, second: name };
    known.set(digest, name);
  }
  return null;
}

/** Null where it is gone, which whoever opens it tells, and of a folder. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found?.isFile() ? found.size : null;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64");
}
