import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/env.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const scratchFolder = (): string => path.resolve(env.dataDir, "scratch");

/** A folder of this machine for one piece of work, open to the product's account alone. It goes with the work, however that ends. */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(scratchFolder(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(scratchFolder(), "work-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed processes have left, as far as it can: what stays keeps nobody from starting. No work takes a day. */
export async function removeStaleScratch(now = new Date()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(scratchFolder()).catch(() => [] as string[])) {
    const folder = path.join(scratchFolder(), name);
    const found = await stat(folder).catch(() => null);
    if (!found || now.getTime() - found.mtimeMs < dayMs) continue;
    await rm(folder, { recursive: true, force: true }).then(
      () => removed++,
      () => undefined,
    );
  }
  return removed;
}

export function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  // The last is PostgreSQL's.
  return ["ENOSPC", "EDQUOT", "53100"].includes(code);
}
