import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
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
export function closedFolder(target: string, account: Account): string | null {
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
