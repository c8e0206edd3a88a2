import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { Refusal } from "#scripts/cli/outcome.ts";
import { fromHere } from "#scripts/cli/track-files.ts";

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
