import { spawn } from "node:child_process";
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { findQuietPort } from "#scripts/process/ports.ts";
import { writeSecretJsonFile } from "#scripts/process/json-file.ts";
import type { Account } from "#scripts/postgres/account.ts";
import type { ClusterPaths } from "#scripts/postgres/paths.ts";
import { newState, roles, type ClusterState } from "#scripts/postgres/state.ts";

async function run(command: string, args: string[], account: Account | null): Promise<void> {
  const who = account ? { uid: account.uid, gid: account.gid } : {};
  const child = spawn(command, args, { ...who, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`initdb failed: ${said.trim()}`);
}

/** Makes the data folder beside its place and moves it there whole, so that a killed start leaves no half cluster. */
export async function initialiseCluster(
  paths: ClusterPaths,
  initdb: string,
  account: Account | null,
): Promise<ClusterState> {
  const draft = path.join(paths.dir, "data.new");
  const passwordFile = path.join(paths.dir, "password");
  for (const leftover of [draft, paths.data]) rmSync(leftover, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });

  const state = newState(await findQuietPort());
  writeFileSync(passwordFile, `${state.passwords.superuser}\n`, { mode: 0o600 });
  if (account) for (const file of [draft, passwordFile]) chownSync(file, account.uid, account.gid);
  try {
    // The built-in locale is the same on every operating system.
    const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    const access = ["-A", "scram-sha-256", `--pwfile=${passwordFile}`];
    await run(initdb, ["-D", draft, "-U", roles.superuser, "-E", "UTF8", ...locale, ...access], account);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeSecretJsonFile(paths.state, state);
  renameSync(draft, paths.data);
  return state;
}
