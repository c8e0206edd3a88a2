import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hangSeconds } from "#lib/testing/limits.ts";
import { isAlive, until } from "#scripts/process/liveness.mjs";
import { migrate } from "#scripts/migrate/migrate.ts";
import { usePostgres, type Cluster } from "#scripts/postgres/cluster.ts";
import { testBuildDir } from "#scripts/project.ts";
import { startWebProcess, type WebProcess } from "#e2e/support/web-process.ts";

export type Product = Awaited<ReturnType<typeof startProduct>>;

type Options = {
  env?: Record<string, string>;
  /** Where its temporary folder is made. */
  parent?: string;
};

// No power fails in a test. Commits stay synchronous: a killed server has to know what it said it knew.
const durabilityOff = ["fsync=off", "full_page_writes=off"];

/** A whole product of its own, with the build that is there already: a new database with every migration, and a web process on a free port. */
export async function startProduct({ env = {}, parent = tmpdir() }: Options = {}) {
  const dir = mkdtempSync(path.join(parent, "benchside-product-"));
  // The database's account has to get through.
  chmodSync(dir, 0o755);
  const openCluster = () => usePostgres({ dir: path.join(dir, "postgres"), flags: durabilityOff });
  const authSecret = randomBytes(32).toString("base64url");
  const endpointKeysKey = randomBytes(32).toString("base64");
  const cardSigningKey = randomBytes(32).toString("base64");
  const metricsToken = randomBytes(32).toString("base64url");
  const processes: WebProcess[] = [];
  let cluster: Cluster | null = null;

  async function stop(): Promise<void> {
    await Promise.all(processes.map((process) => process.stop()));
    await cluster?.release();
    rmSync(dir, { recursive: true, force: true });
  }

  async function addProcess(more: Record<string, string> = {}): Promise<WebProcess> {
    const started = await startWebProcess({
      logFile: path.join(dir, `web-${processes.length + 1}.log`),
      env: {
        AUTH_SECRET: authSecret,
        ENDPOINT_KEYS_KEY: endpointKeysKey,
        CARD_SIGNING_KEY: cardSigningKey,
        // Servers that a test starts play the models.
        MODEL_HOSTS: "*, 127.0.0.1",
        DATABASE_URL: databaseUrl,
        DATA_DIR: dir,
        BENCHSIDE_BUILD_DIR: testBuildDir,
        BENCHSIDE_GALLERY: "1",
        SECURITY_CONTACT: "security@example.org",
        METRICS_TOKEN: metricsToken,
        LOG_LEVEL: "info",
        DATABASE_ACCEPTED_RISKS: "fsync,full_page_writes",
        ...env,
        ...more,
      },
    });
    processes.push(started);
    return started;
  }

  let databaseUrl = "";
  let ownerUrl = "";
  try {
    cluster = await openCluster();
    [databaseUrl, ownerUrl] = [cluster.appUrl(), cluster.ownerUrl()];
    await migrate(ownerUrl, { appRole: new URL(databaseUrl).username });
    const web = await addProcess();
    const databasePid = cluster.pid;
    return {
      url: web.url,
      port: web.port,
      web,
      dir,
      databasePid,
      /** Every web process there was, the stopped ones too. */
      processes: processes as readonly WebProcess[],
      databaseUrl,
      ownerUrl,
      authSecret,
      endpointKeysKey,
      cardSigningKey,
      metricsToken,
      /** Another web process on the same database. */
      addProcess,
      async stopDatabase() {
        await cluster?.release();
        cluster = null;
      },
      async startDatabase() {
        cluster ??= await openCluster();
      },
      /** The server and whoever works for it are gone at once: nothing is written down any more. */
      async killDatabase() {
        const pid = cluster?.pid ?? 0;
        process.kill(pid, "SIGKILL");
        await until(() => !isAlive(pid), { seconds: hangSeconds });
      },
      /** From what the killed one had written, on the same port. */
      async recoverDatabase() {
        await cluster?.recover();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
