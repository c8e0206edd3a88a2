import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

type Placed = { name: string; path: string };
export type Twins = { first: string; second: string };

/**
 * Two files of an import that are the same to the byte: one was meant to be another. Only those of one size are read, and
 * none where they are more than `mostBytes` together.
 */
export async function findTwins(files: readonly Placed[], mostBytes = Infinity): Promise<Twins | null> {
  const paths = [...new Set(files.map(({ path }) => path))];
  const sizes = new Map(await Promise.all(paths.map(async (path) => [path, await sizeOf(path)] as const)));
  const there = files.flatMap(({ name, path }) => {
    const size = sizes.get(path) ?? null;
    return size === null ? [] : [{ name, path, size }];
  });
  const bySize = Map.groupBy(there, ({ size }) => size);
  const alike = there.filter(({ size }) => (bySize.get(size)?.length ?? 0) > 1);
  const twice = findSame(
    alike,
    alike.map(({ path }) => path),
  );
  if (twice || alike.reduce((sum, { size }) => sum + size, 0) > mostBytes) return twice;
  const digests: string[] = [];
  for (const { path } of alike) digests.push(await digestOf(path));
  return findSame(alike, digests);
}

/** The first two with the same mark. */
function findSame(files: readonly { name: string }[], marks: readonly string[]): Twins | null {
  const known = new Map<string, string>();
  for (const [index, { name }] of files.entries()) {
    const mark = marks[index] ?? "";
    const first = known.get(mark);
    if (first !== undefined) return { first, second: name };
    known.set(mark, name);
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
