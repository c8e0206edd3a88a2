import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import pg from "pg";
import { serverAccount } from "#scripts/postgres/account.ts";
import { postgresBinaries } from "#scripts/postgres/binaries.ts";
import { bringWithinReach } from "#scripts/postgres/within-reach.ts";
import { until } from "#scripts/process/until.mjs";
import { projectRoot } from "#scripts/project.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, "deploy/postgresql", file), "utf8");

type Places = {
  /** Its disk, which may be small. */
  disk: string;
  /** Where its log and what else belongs to it can be without filling that. */
  root: string;
  port: number;
};

/** Those that were named, as a distribution installs them; otherwise those of the lockfile. */
async function findPrograms(dir: string): Promise<{ initdb: string; postgres: string }> {
  const named = process.env.BENCH_POSTGRES;
  if (named) return { initdb: path.join(named, "initdb"), postgres: path.join(named, "postgres") };
  const [binaries, account] = [await postgresBinaries(), serverAccount()];
  return account ? bringWithinReach(binaries, dir, account) : binaries;
}

/** A server of an operator's own: nothing but PostgreSQL, with the settings of deploy/postgresql. */
export class Postgres {
  readonly #places: Places;
  readonly #password = randomBytes(24).toString("base64url");
  readonly #account = serverAccount();
  #command = "";
  #child: ChildProcess | null = null;

  constructor(places: Places) {
    this.#places = places;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get #data(): string {
    return path.join(this.#places.disk, "postgresql");
  }

  get #who() {
    return this.#account ? { uid: this.#account.uid, gid: this.#account.gid } : {};
  }

  async create(): Promise<void> {
    const { disk, root } = this.#places;
    const { initdb, postgres } = await findPrograms(root);
    this.#command = postgres;
    const [passwordFile, settings] = [path.join(root, "superuser"), path.join(disk, "benchside.conf")];
    mkdirSync(this.#data, { mode: 0o700 });
    writeFileSync(passwordFile, this.#password, { mode: 0o600 });
    for (const made of this.#account ? [this.#data, passwordFile] : [])
      chownSync(made, this.#account?.uid ?? 0, this.#account?.gid ?? 0);
    const access = ["-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
    const order = ["-D", this.#data, "-E", "UTF8", "--locale=C", ...access];
    execFileSync(initdb, order, { ...this.#who, cwd: "/", stdio: ["ignore", "ignore", "inherit"] });
    // Its sizes are for a larger disk than this.
    writeFileSync(settings, `${read("benchside.conf")}\nshared_buffers = 128MB\nmax_wal_size = 256MB\n`);
    appendFileSync(path.join(this.#data, "postgresql.conf"), `include '${settings}'\n`);
    await this.recover();
  }

  /** Starts it where it doesn't run, and waits until it answers. */
  async recover(): Promise<void> {
    const answers = async () => {
      // What a killed one left behind may keep the next from starting, for a moment.
      if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#spawn();
      return this.ask("SELECT 1").catch(() => null);
    };
    if (!(await until(answers, { seconds: 60, everyMs: 200 })))
      throw new Error(`PostgreSQL does not answer: ${readFileSync(this.#logFile, "utf8").slice(-4000)}`);
  }

  get #logFile(): string {
    return path.join(this.#places.root, "postgresql.log");
  }

  #spawn(): void {
    const output = openSync(this.#logFile, "a");
    const args = ["-D", this.#data, "-p", String(this.#places.port), "-c", "listen_addresses=127.0.0.1"];
    this.#child = spawn(this.#command, [...args, "-c", "unix_socket_directories="], {
      ...this.#who,
      cwd: "/",
      stdio: ["ignore", output, output],
    });
    closeSync(output);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGINT");
    await gone;
  }

  /** Its database and the two roles, as deploy/postgresql makes them. */
  async makeRoles(): Promise<{ ownerUrl: string; appUrl: string }> {
    const given = {
      owner: randomBytes(24).toString("base64url"),
      app: randomBytes(24).toString("base64url"),
    };
    const script = read("roles.sql")
      .replace("owner-password", given.owner)
      .replace("app-password", given.app);
    for (const [statement] of script.matchAll(/^(?:CREATE|REVOKE|GRANT) .*;$/gm)) await this.ask(statement);
    const url = (role: keyof typeof given) =>
      `postgresql://benchside_${role}:${given[role]}@127.0.0.1:${this.#places.port}/benchside`;
    return { ownerUrl: url("owner"), appUrl: url("app") };
  }

  /** As its superuser. */
  async ask(sql: string, database = "postgres"): Promise<Record<string, string>[]> {
    const connectionString = `postgresql://postgres:${this.#password}@127.0.0.1:${this.#places.port}/${database}`;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      return (await client.query<Record<string, string>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
}
