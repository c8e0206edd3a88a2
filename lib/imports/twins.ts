import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

type Placed = { name: string; path: string };
export type Twins = { first: string; second: string };

/** Two files of an import that are the same to the byte: one was meant to be another. Only those of one size are read. */
export async function findTwins(files: readonly Placed[]): Promise<Twins | null> {
  const sizes = await Promise.all(files.map(({ path }) => sizeOf(path)));
  const known = new Map<string, string>();
  for (const [index, { name, path }] of files.entries()) {
    const size = sizes[index] ?? null;
    if (size === null || sizes.filter((one) => one === size).length < 2) continue;
    const digest = await digestOf(path);
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
