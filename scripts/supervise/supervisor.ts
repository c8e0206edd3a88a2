import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { withoutSecretFiles, readEnv, EnvironmentError } from "#lib/environment.ts";
import { openMetricsPort } from "#lib/monitoring/scraping.ts";
import { flagsOf } from "#scripts/entry/node-binary.mjs";
import { usePostgres, type Cluster } from "#scripts/postgres/cluster.ts";
import { projectRoot } from "#scripts/project.ts";
import { loadSecrets, type Secrets } from "#scripts/process/secrets.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";
import { buildWhenStale } from "#scripts/supervise/build.ts";
import { RestartBackoff, livenessSeconds, Service, MetricsCollector } from "#scripts/supervise/service.ts";
import { logOnTerminal } from "#scripts/supervise/terminal.ts";
import { isPortFree } from "#scripts/process/ports.ts";
import { until } from "#scripts/process/liveness.mjs";
import { onParentGone, onStopSignal } from "#scripts/process/stop-signals.mjs";

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

type Order = {
  settings: ReturnType<typeof readEnv>;
  dev: boolean;
  signal: AbortSignal;
  fail: (reason: Error) => void;
};

const script = (name: string) => path.join(projectRoot, "scripts", name);

/** A process that stands at a breakpoint doesn't hang. */
const isDebugged = () => /--inspect/.test(process.env.NODE_OPTIONS ?? "");

/** One running product: its database, its web process and its worker. */
class Supervisor {
  readonly #order: Order;
  /** The embedded database; null where DATABASE_URL names another. */
  #cluster: Cluster | null = null;
  #services: Service[] = [];
  #guard: NodeJS.Timeout | undefined;
  readonly #gathering = new MetricsCollector();
  /** What a first start says of its links, once it is over. */
  #links: string | null = null;
  #secrets: Omit<Secrets, "formsKey"> = { authSecret: "", keysKey: "", cardKey: "" };

  constructor(order: Order) {
    this.#order = order;
  }

  /** On a terminal its links come last, even if the start fails: they are shown only once. */
  async start(): Promise<void> {
    await this.#startAll().finally(() => this.#links && say("links", this.#links));
  }

  async #startAll(): Promise<void> {
    const since = performance.now();
    const { host, port, buildDir, baseUrl } = this.#order.settings;
    const { formsKey, ...secrets } = await this.#findSecrets();
    this.#secrets = secrets;
    const parts = [this.#openDatabase(), requirePort(host, port, this.#order.signal)];
    if (!this.#order.dev) {
      parts.push(buildWhenStale(projectRoot, buildDir, { signal: this.#order.signal, formsKey }));
    }
    for (const part of parts) part.catch(this.#order.fail);
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === "rejected");
    if (failed) throw failed.reason;
    this.#order.signal.throwIfAborted();

    // Before anybody is served: who sees the product healthy finds its demo there, and its links in the log.
    await this.#setUp();
    this.#startServices();
    await Promise.all([untilHealthy(host, port, this.#order.signal), this.#openMetrics()]);
    say("ready", `${baseUrl} ${inSeconds(since)}`);
  }

  async #findSecrets(): Promise<Secrets> {
    const {
      dataDir,
      authSecret,
      formsKey,
      endpointKeysKey: keysKey,
      cardSigningKey: cardKey,
    } = this.#order.settings;
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
    const { dataDir, databaseUrl } = this.#order.settings;
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
    const { dataDir, databaseUrl, port, host, buildDir } = this.#order.settings;
    return {
      ...inherited,
      NODE_ENV: this.#order.dev ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      AUTH_SECRET: this.#secrets.authSecret,
      ENDPOINT_KEYS_KEY: this.#secrets.keysKey,
      CARD_SIGNING_KEY: this.#secrets.cardKey,
      DATABASE_URL: this.#cluster?.appUrl() ?? databaseUrl ?? undefined,
      DATA_DIR: path.resolve(dataDir),
      BENCHSIDE_BUILD_DIR: buildDir,
      HOST: host,
      PORT: String(port),
      ...(process.stdout.isTTY && logOnTerminal(process.env, dataDir)),
    };
  }

  async #setUp(): Promise<void> {
    const options = { "--embedded": this.#cluster !== null, "--hand-over-links": process.stdout.isTTY };
    const chosen = Object.entries(options).flatMap(([name, isChosen]) => (isChosen ? [name] : []));
    const ownerUrl = this.#cluster?.ownerUrl() ?? this.#order.settings.databaseOwnerUrl ?? undefined;
    const child = spawn(process.execPath, [...flagsOf("setup"), script("setup.ts"), ...chosen], {
      env: { ...this.#environment(), DATABASE_OWNER_URL: ownerUrl },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.on("message", (links) => (this.#links = String(links)));
    // It finishes a migration that has begun, for which it needs the database.
    const end = () => child.kill("SIGTERM");
    this.#order.signal.addEventListener("abort", end, { once: true });
    if (this.#order.signal.aborted) end();
    const [code] = (await once(child, "exit")) as [number | null];
    this.#order.signal.throwIfAborted();
    if (code !== 0) throw new Error("the database could not be set up");
  }

  #startServices(): void {
    const env = () => this.#environment();
    const giveUp = (name: string) => () => this.#order.fail(new Error(`${name} keeps ending: giving up`));
    const gathering = this.#gathering;
    const isWatched = !this.#order.dev && !isDebugged();
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
      serviceOf("web", [script("serve.ts"), ...(this.#order.dev ? ["--dev"] : [])]),
      serviceOf("worker", [...flagsOf("worker"), script("worker.ts")]),
    ];
    gathering.listen(this.#services);
    for (const service of this.#services) service.start();
    this.#guardDatabase(new RestartBackoff(giveUp("PostgreSQL")));
  }

  async #openMetrics(): Promise<void> {
    const { metricsPort: port, metricsHost: host, metricsToken: token } = this.#order.settings;
    if (port === null) return;
    await openMetricsPort({ port, host, token, write: () => this.#gathering.write() });
  }

  #guardDatabase(backoff: RestartBackoff): void {
    const cluster = this.#cluster;
    if (!cluster) return;
    const look = async () => {
      if (!cluster.isHealthy()) await this.#recoverDatabase(cluster, backoff);
      if (!this.#order.signal.aborted) this.#guard = setTimeout(look, 500);
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

function readSettings(): Order["settings"] {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
}

/** Runs the product until it is asked to stop, or cannot go on. */
export async function runProduct({ dev }: { dev: boolean }): Promise<void> {
  const stopping = new AbortController();
  let failure: Error | null = null;
  const fail = (reason: Error) => {
    if (stopping.signal.aborted) return;
    failure = reason;
    console.error(`\n${reason.message}`);
    stopping.abort();
  };

  const supervisor = new Supervisor({ settings: readSettings(), dev, signal: stopping.signal, fail });
  const receive = onStopSignal(
    () => {
      say("stopping", "requests in progress may finish; press again to stop at once");
      stopping.abort();
    },
    () => {
      supervisor.kill();
      process.exit(1);
    },
  );
  if (process.env.BENCHSIDE_LAUNCHER === String(process.ppid)) onParentGone(receive);

  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  const starting = supervisor.start().catch(fail);
  await stopped;
  await starting;
  await supervisor.stop();
  process.exit(failure ? 1 : 0);
}
