import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { atEnd, temporaryFolder } from "#bench/support/clean-up.ts";
import { openNginx, siteName } from "#bench/support/drill/nginx.ts";
import { openServer } from "#bench/support/server.ts";
import { openSittingLink } from "#bench/support/sitting/study.ts";
import { openLine } from "#lib/testing/database-line.ts";
import { parentOf, until } from "#scripts/process/liveness.mjs";
import { findQuietPort } from "#scripts/process/ports.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { buildWhenStale } from "#scripts/supervise/build.ts";

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** So small that it can be filled in a second, in memory. */
const diskMb = 700;

/** Two web processes behind nginx, a worker, and a database on a small disk at the end of a line that can be disturbed. */
export async function openStage() {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new Error("the drill mounts a small disk: it needs Linux, and root");
  await buildWhenStale(projectRoot, testBuildDir, { signal: new AbortController().signal });
  const root = temporaryFolder();
  const disk = path.join(root, "disk");
  mkdirSync(disk, { mode: 0o755 });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMb}m,mode=755`, "tmpfs", disk]);
  atEnd(() => execFileSync("umount", ["--lazy", disk]));
  const server = await openServer({ disk, flags: ["shared_buffers=128MB", "max_wal_size=256MB"] });
  const link = await openSittingLink(server);

  const line = await openLine(server.appUrl);
  atEnd(() => line.close());
  const env = {
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    ENDPOINT_KEYS_KEY: randomBytes(32).toString("base64"),
    CARD_SIGNING_KEY: randomBytes(32).toString("base64"),
    BENCHSIDE_BUILD_DIR: testBuildDir,
    BENCHSIDE_URL: `https://${siteName}`,
    DATABASE_URL: line.url,
    DATA_DIR: server.dataDir,
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    TRUST_PROXY: "1",
  };
  const open = async (kind: Kind) => {
    const port = await findQuietPort();
    const unit = new Unit(kind, port, path.join(root, `${kind}-${port}.log`), env);
    atEnd(() => unit.stop());
    await unit.start();
    return unit;
  };
  const [first, second, worker] = [await open("serve"), await open("serve"), await open("worker")];
  const nginx = await openNginx(root, [first.port, second.port]);
  return { root, server, disk, line, first, second, worker, nginx, link };
}

type Kind = "serve" | "worker";
const restartMs = 2000;

/** A process as systemd runs it: started again when it ends without having been asked to. */
export class Unit {
  readonly port: number;
  readonly #kind: Kind;
  readonly #logFile: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;

  constructor(kind: Kind, port: number, logFile: string, env: Readonly<Record<string, string>>) {
    this.#kind = kind;
    this.port = port;
    this.#logFile = logFile;
    this.#env = env;
  }

  #launch(): void {
    const output = openSync(this.#logFile, "a");
    const { NODE_OPTIONS: _options, ...inherited } = process.env;
    const asServer = this.#kind === "worker" ? ["--conditions=react-server"] : [];
    const script = path.join(projectRoot, `scripts/${this.#kind}.ts`);
    const child = spawn(process.execPath, [...asServer, script], {
      cwd: projectRoot,
      env: { ...inherited, ...this.#env, NODE_ENV: "production", PORT: String(this.port) },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    this.#child = child;
    child.once("exit", () => setTimeout(() => this.#child === child && this.#launch(), restartMs).unref());
  }

  async start(): Promise<void> {
    this.#launch();
    if (this.#kind === "worker") return;
    const isWell = async () =>
      (await fetch(`http://127.0.0.1:${this.port}/api/health`).catch(() => null))?.status === 200;
    if (await until(isWell, { seconds: 90, everyMs: 200 })) return;
    throw new Error(`a web process did not start:\n${readFileSync(this.#logFile, "utf8")}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }
}

/** A process with all that it started, as a service's own group would be. */
export function withChildren(pid: number): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [pid, ...ids.map(Number).filter((one) => parentOf(one) === pid)];
}
