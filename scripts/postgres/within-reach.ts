import { chmodSync, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { closedFolder, type Account } from "#scripts/postgres/account.ts";
import type { Binaries } from "#scripts/postgres/binaries.ts";

/**
 * The programs where the account can run them: a project below /root is closed to everybody else, so they
 * are copied beside the data, once for each version.
 */
export function bringWithinReach(binaries: Binaries, dir: string, account: Account): Binaries {
  if (!closedFolder(binaries.postgres, account)) return binaries;
  const home = path.dirname(path.dirname(binaries.postgres));
  const copy = path.join(dir, `programs-${binaries.version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.half`;
    rmSync(half, { recursive: true, force: true });
    cpSync(home, half, { recursive: true, verbatimSymlinks: true });
    chmodSync(half, 0o755);
    renameSync(half, copy);
  }
  const moved = (file: string) => path.join(copy, path.relative(home, file));
  return { ...binaries, initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) };
}
