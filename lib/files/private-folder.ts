import { chmod, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/env.ts";

const folders = ["uploads", "reports"] as const;

/** Where this instance keeps files: what was uploaded, and lists of what was wrong with it. */
export const dataFolder = (name: (typeof folders)[number]): string => path.resolve(env.dataDir, name);

/** For the account that runs the product and nobody else on the machine. */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** What lies there from before may have been made more openly. */
export async function closeDataFolders(): Promise<void> {
  for (const folder of folders.map(dataFolder)) {
    const files = await readdir(folder, { withFileTypes: true }).catch(() => []);
    await chmod(folder, 0o700).catch(unlessOutOfReach);
    for (const file of files) {
      if (file.isFile()) await chmod(path.join(folder, file.name), 0o600).catch(unlessOutOfReach);
    }
  }
}

/** Not there (any more), or another account's, which has to see to it itself. */
function unlessOutOfReach(error: NodeJS.ErrnoException): void {
  if (!["ENOENT", "EPERM", "EROFS"].includes(error.code ?? "")) throw error;
}
