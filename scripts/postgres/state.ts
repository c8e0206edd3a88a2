import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readJsonFile } from "#scripts/process/json-file.ts";
import type { ClusterPaths } from "#scripts/postgres/paths.ts";

export const roles = { superuser: "postgres", owner: "benchside_owner", app: "benchside_app" } as const;
export type Role = keyof typeof roles;

export type ClusterState = { passwords: Record<Role, string>; port: number };

const newPassword = () => randomBytes(24).toString("base64url");

export function newState(port: number): ClusterState {
  return { passwords: { superuser: newPassword(), owner: newPassword(), app: newPassword() }, port };
}

/** The state of an existing cluster, or null where none was made yet. */
export function readState(paths: ClusterPaths): ClusterState | null {
  if (!existsSync(path.join(paths.data, "PG_VERSION"))) return null;
  const state = readJsonFile<ClusterState>(paths.state);
  if (!state) throw new Error(`${paths.state} is missing: it holds the passwords of the database next to it`);
  return state;
}

export function databaseUrl(state: ClusterState, role: Role, database: string): string {
  return `postgresql://${roles[role]}:${state.passwords[role]}@127.0.0.1:${state.port}/${database}`;
}
