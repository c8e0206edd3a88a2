import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { withoutSecretFiles, type readEnv } from "#lib/environment.ts";
import { openMetricsPort } from "#lib/monitoring/scraping.ts";
import { leanFlags } from "#scripts/entry/node-binary.mjs";
import { usePostgres, type Cluster } from "#scripts/postgres/cluster.ts";
import { projectRoot } from "#scripts/project.ts";
import { loadSecrets, type Secrets } from "#scripts/process/secrets.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";
import { buildWhenStale } from "#scripts/supervise/build.ts";
import { RestartBackoff } from "#scripts/supervise/restart-backoff.ts";
import { MetricsCollector } from "#scripts/supervise/metrics.ts";
import { livenessSeconds, Service } from "#scripts/supervise/service.ts";
import { isPortFree } from "#scripts/process/ports.ts";
import { until } from "#scripts/process/until.mjs";

/** An instance that was just killed still has to notice it, so a taken port gets a little time. */
const PORT_SECONDS = 12;
const HEALTH_SECONDS = 90;

async function requirePort(host: string, port: number, signal: AbortSignal): Promise<void> {
  const isFree = () => signal.aborted || isPortFree(port, host);
  let free: true | null;
  try {
    free = await until(isFree, { seconds: PORT_SECONDS, everyMs: 200 });
  } catch (error) {
    throw new Error(`cannot listen on HOST=${host} PORT=${port}: ${(error as Error).message}`);
  }
  if (free) return;
  throw new Error(
    `PORT ${port} on ${host} is in use by another program: stop it, or choose another port (PORT=${port + 1} npm start)`,
  );
}

/** Waits until the product says of itself that all is well. */
async function untilHealthy(host: string, port: number, signal: AbortSignal): Promise<void> {
  const wildcard: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const address = `http://${wildcard[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}/api/health/ready`;
  let last = "no answer";
  const ask = async () => {
    signal.throwIfAborted();
    try {
      const response = await fetch(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      });
      last = `${response.status} ${await response.text()}`;
      return response.status === 200;
    } catch (error) {
      last = (error as Error).message;
      return false;
    }
  };
  if (await until(ask, { seconds: HEALTH_SECONDS, everyMs: 50 })) return;
  throw new Error(
    `the product did not become healthy within ${HEALTH_SECONDS} s; /api/health/ready says: ${last}`,
  );
}

type Settings = ReturnType<typeof readEnv>;

const script = (name: string) => path.join(projectRoot, "scripts", name);
const asServer = "--conditions=react-server";

/** A process that stands at a breakpoint doesn't hang. */
const isDebugged = () => /--inspect/.test(process.env.NODE_OPTIONS ?? "");

/** One running product: its database, its web process and its worker. */
export class Supervisor {
  readonly #settings: Settings;
  readonly #dev: boolean;
  readonly #signal: AbortSignal;
  readonly #fail: (reason: Error) => void;
  /** The embedded database; null where DATABASE_URL names another. */
  #cluster: Cluster | null = null;
  #services: Service[] = [];
  #guard: NodeJS.Timeout | undefined;
  readonly #gathering = new MetricsCollector();
  #secrets: Omit<Secrets, "formsKey"> = { authSecret: "", keysKey: "", cardKey: "" };

  constructor(
    settings: Settings,
    options: { dev: boolean; signal: AbortSignal; fail: (reason: Error) => void },
  ) {
    this.#settings = settings;
    this.#dev = options.dev;
    this.#signal = options.signal;
    this.#fail = options.fail;
  }

  async start(): Promise<void> {
    const since = performance.now();
    const { host, port, buildDir, baseUrl } = this.#settings;
    const { formsKey, ...secrets } = await this.#findSecrets();
    this.#secrets = secrets;
    const parts = [this.#openDatabase(), requirePort(host, port, this.#signal)];
    if (!this.#dev) {
      parts.push(buildWhenStale(projectRoot, buildDir, { signal: this.#signal, formsKey }));
    }
    for (const part of parts) part.catch(this.#fail);
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === "rejected");
    if (failed) throw failed.reason;
    this.#signal.throwIfAborted();

    // Before anybody is served: who sees the product healthy finds its links and its demo there.
    await this.#setUp();
    this.#startServices();
    await Promise.all([untilHealthy(host, port, this.#signal), this.#openMetrics()]);
    say("ready", `${baseUrl} ${inSeconds(since)}`);
  }

  async #findSecrets(): Promise<Secrets> {
    const {
      dataDir,
      authSecret,
      formsKey,
      endpointKeysKey: keysKey,
      cardSigningKey: cardKey,
    } = this.#settings;
    if (authSecret && formsKey && keysKey && cardKey) return { authSecret, formsKey, keysKey, cardKey };
    const kept = await loadSecrets(dataDir);
    return {
      authSecret: authSecret ?? kept.authSecret,
      formsKey: formsKey ?? kept.formsKey,
      keysKey: keysKey ?? kept.keysKey,
      cardKey: cardKey ?? kept.cardKey,
    };
  }

  async #openDatabase(): Promise<void> {
    const { dataDir, databaseUrl } = this.#settings;
    if (databaseUrl !== null) return;
    const since = performance.now();
    const cluster = await usePostgres({ dir: path.join(dataDir, "postgres") });
    this.#cluster = cluster;
    const how = cluster.how === "adopted" ? "found running" : cluster.how;
    say("database", `PostgreSQL ${cluster.version} ${how} ${inSeconds(since)}`);
  }

  #environment(): NodeJS.ProcessEnv {
    // The owner's address stays here: the application could otherwise rewrite what it may only add to.
    const { DATABASE_OWNER_URL: _ownerUrl, ...inherited } = withoutSecretFiles(process.env);
    const { dataDir, databaseUrl, port, host, buildDir } = this.#settings;
    return {
      ...inherited,
      NODE_ENV: this.#dev ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      AUTH_SECRET: this.#secrets.authSecret,
      ENDPOINT_KEYS_KEY: this.#secrets.keysKey,
      CARD_SIGNING_KEY: this.#secrets.cardKey,
      DATABASE_URL: this.#cluster?.appUrl() ?? databaseUrl ?? undefined,
      DATA_DIR: path.resolve(dataDir),
      BENCHSIDE_BUILD_DIR: buildDir,
      HOST: host,
      PORT: String(port),
    };
  }

  async #setUp(): Promise<void> {
    const args = [asServer, script("setup.ts"), ...(this.#cluster ? ["--embedded"] : [])];
    const ownerUrl = this.#cluster?.ownerUrl() ?? this.#settings.databaseOwnerUrl ?? undefined;
    const child = spawn(process.execPath, args, {
      env: { ...this.#environment(), DATABASE_OWNER_URL: ownerUrl },
      stdio: ["ignore", "inherit", "inherit"],
    });
    // It finishes a migration that has begun, for which it needs the database.
    const end = () => child.kill("SIGTERM");
    this.#signal.addEventListener("abort", end, { once: true });
    if (this.#signal.aborted) end();
    const [code] = (await once(child, "exit")) as [number | null];
    this.#signal.throwIfAborted();
    if (code !== 0) throw new Error("the database could not be set up");
  }

  #startServices(): void {
    const env = () => this.#environment();
    const giveUp = (name: string) => () => this.#fail(new Error(`${name} keeps ending: giving up`));
    const gathering = this.#gathering;
    const isWatched = !this.#dev && !isDebugged();
    const serviceOf = (name: string, args: string[]) =>
      new Service({
        name,
        args,
        env,
        gathering,
        backoff: new RestartBackoff(giveUp(name)),
        deadlineSeconds: isWatched ? livenessSeconds : null,
      });
    this.#services = [
      serviceOf("web", [script("serve.ts"), ...(this.#dev ? ["--dev"] : [])]),
      serviceOf("worker", [asServer, ...leanFlags, script("worker.ts")]),
    ];
    gathering.listen(this.#services);
    for (const service of this.#services) service.start();
    this.#guardDatabase(new RestartBackoff(giveUp("PostgreSQL")));
  }

  async #openMetrics(): Promise<void> {
    const { metricsPort: port, metricsHost: host, metricsToken: token } = this.#settings;
    if (port === null) return;
    await openMetricsPort({ port, host, token, write: () => this.#gathering.write() });
  }

  #guardDatabase(backoff: RestartBackoff): void {
    const cluster = this.#cluster;
    if (!cluster) return;
    const look = async () => {
      if (!cluster.isHealthy()) await this.#recoverDatabase(cluster, backoff);
      if (!this.#signal.aborted) this.#guard = setTimeout(look, 500);
    };
    this.#guard = setTimeout(look, 500);
  }

  async #recoverDatabase(cluster: Cluster, backoff: RestartBackoff): Promise<void> {
    if (backoff.next() === null) return;
    const [since, before] = [performance.now(), cluster.port];
    try {
      await cluster.recover();
      say("database", `PostgreSQL or its watcher ended unexpectedly; restarted ${inSeconds(since)}`);
      // Its port is usually the same again; where it isn't, the processes must learn the new one.
      if (cluster.port !== before) await Promise.all(this.#services.map((service) => service.restart()));
    } catch (error) {
      say("database", `could not be restarted: ${(error as Error).message}`);
    }
  }

  /** The application first, so that what is in flight still finds its database. */
  async stop(): Promise<void> {
    clearTimeout(this.#guard);
    await Promise.all(this.#services.map((service) => service.stop()));
    await this.#cluster?.release();
  }

  kill(): void {
    for (const service of this.#services) service.kill();
  }
}
