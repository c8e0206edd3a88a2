import path from "node:path";
import { withoutSecretFiles, type readEnv } from "#lib/environment.ts";
import { openMetricsPort } from "#lib/monitoring/scraping.ts";
import { leanFlags } from "#scripts/entry/node-binary.mjs";
import { run } from "#scripts/entry/run.mjs";
import { migrate } from "#scripts/migrate/migrate.ts";
import { projectRoot } from "#scripts/project.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";
import { buildWhenStale } from "#scripts/supervise/build.ts";
import { openDatabase, type Database } from "#scripts/supervise/database.ts";
import { writeLinks } from "#scripts/supervise/first-links.ts";
import { RestartBackoff } from "#scripts/supervise/restart-backoff.ts";
import { watchServer } from "#scripts/supervise/hung-server.ts";
import { loadSecrets, type Secrets } from "#scripts/process/secrets.ts";
import { Gathering } from "#scripts/supervise/metrics.ts";
import { readServerFacts } from "#scripts/supervise/server-facts.ts";
import { connectionsNeeded, judgeServer } from "#scripts/supervise/server-verdict.ts";
import { Service } from "#scripts/supervise/service.ts";
import { canShareAPort, isPortFree } from "#scripts/process/ports.ts";
import { until } from "#scripts/process/until.mjs";

/** An instance that was just killed still has to notice it, so a taken port gets a little time. */
const PORT_SECONDS = 12;
const HEALTH_SECONDS = 90;

type Port = { isShared: boolean; signal: AbortSignal };

async function requirePort(host: string, port: number, { isShared, signal }: Port): Promise<void> {
  if (isShared && !(await canShareAPort()))
    throw new Error("WEB_PROCESSES: several processes can’t share a port on this system; set it to 1");
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

/** One running product: its database, its web process and its workers. */
export class Supervisor {
  readonly #settings: Settings;
  readonly #dev: boolean;
  readonly #signal: AbortSignal;
  readonly #fail: (reason: Error) => void;
  #database: Database | null = null;
  #services: Service[] = [];
  #guard: NodeJS.Timeout | undefined;
  readonly #gathering = new Gathering();
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
    const { host, port, buildDir, baseUrl, webProcesses } = this.#settings;
    const { formsKey, ...secrets } = await this.#findSecrets();
    this.#secrets = secrets;
    const isShared = !this.#dev && webProcesses > 1;
    const parts = [this.#prepareDatabase(), requirePort(host, port, { isShared, signal: this.#signal })];
    if (!this.#dev) {
      parts.push(buildWhenStale(projectRoot, buildDir, { signal: this.#signal, formsKey }));
    }
    for (const part of parts) part.catch(this.#fail);
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === "rejected");
    if (failed) throw failed.reason;
    this.#signal.throwIfAborted();

    // Before anybody is served: who sees the product healthy finds its links and its demo there.
    const { links, cards } = await this.#firstRun();
    if (links.length > 0) say("links", writeLinks(links));
    for (const card of cards) say("cards", `warning: ${card}`);
    this.#startServices();
    await Promise.all([
      untilHealthy(host, port, this.#signal),
      this.#openMetrics(),
      this.#gathering.untilAllTell("web", this.#signal),
    ]);
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

  async #prepareDatabase(): Promise<void> {
    let since = performance.now();
    const database = await openDatabase(this.#settings);
    this.#database = database;
    await this.#checkDatabase(database, since);
    since = performance.now();
    const { applied, hasPutBack } = await migrate(database.ownerUrl(), { appRole: database.appRole });
    if (hasPutBack) say("restore", "one was cut off; what was there before is back");
    say(
      "schema",
      applied.length
        ? `${applied.length} ${applied.length === 1 ? "migration" : "migrations"} applied ${inSeconds(since)}`
        : "up to date",
    );
  }

  async #checkDatabase(database: Database, since: number): Promise<void> {
    const { acceptedRisks, databasePool: pool, dataDir, webProcesses, workers } = this.#settings;
    const facts = await readServerFacts(database.url(), database.pid ? dataDir : null);
    say("database", `PostgreSQL ${facts.version} ${database.description} ${inSeconds(since)}`);
    const connections = connectionsNeeded({ webProcesses, workers, pool });
    const { refusals, warnings } = judgeServer(facts, { acceptedRisks, connections });
    for (const warning of warnings) say("database", `warning: ${warning}`);
    if (refusals.length > 0)
      throw new Error(refusals.map((refusal) => `the database: ${refusal}`).join("\n"));
  }

  #environment(): NodeJS.ProcessEnv {
    // The owner's address stays here: the application could otherwise rewrite what it may only add to.
    const { DATABASE_OWNER_URL: _ownerUrl, ...inherited } = withoutSecretFiles(process.env);
    const { dataDir, port, host, buildDir, webProcesses } = this.#settings;
    return {
      ...inherited,
      NODE_ENV: this.#dev ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      AUTH_SECRET: this.#secrets.authSecret,
      ENDPOINT_KEYS_KEY: this.#secrets.keysKey,
      CARD_SIGNING_KEY: this.#secrets.cardKey,
      DATABASE_URL: this.#database?.url(),
      DATA_DIR: path.resolve(dataDir),
      BENCHSIDE_BUILD_DIR: buildDir,
      HOST: host,
      PORT: String(port),
      WEB_PROCESSES: String(this.#dev ? 1 : webProcesses),
    };
  }

  #startServices(): void {
    const { webProcesses, workers } = this.#settings;
    const env = () => this.#environment();
    const giveUp = (name: string) => () => this.#fail(new Error(`${name} keeps ending: giving up`));
    const gathering = this.#gathering;
    const hangSeconds = this.#dev || isDebugged() ? 0 : this.#settings.hangSeconds;
    const add = (kind: string, count: number, args: string[]) => {
      for (let n = 1; n <= count; n++) {
        const name = count > 1 ? `${kind}-${n}` : kind;
        const backoff = new RestartBackoff(giveUp(name));
        this.#services.push(new Service({ name, args, env, gathering, backoff, hangSeconds }));
      }
    };
    // In development one alone: each would compile every page for itself.
    add("web", this.#dev ? 1 : webProcesses, [script("serve.ts"), ...(this.#dev ? ["--dev"] : [])]);
    add("worker", workers, [asServer, ...leanFlags, script("worker.ts")]);
    gathering.listen(this.#services);
    for (const service of this.#services) service.start();
    this.#guardDatabase(new RestartBackoff(giveUp("PostgreSQL")));
  }

  async #openMetrics(): Promise<void> {
    const { metricsPort: port, metricsHost: host, metricsToken: token } = this.#settings;
    if (port === null) return;
    await openMetricsPort({ port, host, token, write: () => this.#gathering.write() });
  }

  async #firstRun(): Promise<{ links: { role: string; url: string }[]; cards: string[] }> {
    const options = { cwd: projectRoot, env: this.#environment(), signal: this.#signal };
    const said = await run(process.execPath, [asServer, script("first-run.ts")], options);
    const [cards = "[]", links = "[]"] = said.trim().split("\n").slice(-2);
    return {
      cards: JSON.parse(cards) as string[],
      links: JSON.parse(links) as { role: string; url: string }[],
    };
  }

  #guardDatabase(backoff: RestartBackoff): void {
    const database = this.#database;
    if (!database) return;
    const { pid, url } = database;
    if (pid && !this.#dev) watchServer({ pid, url }, this.#signal);
    const look = async () => {
      if (!database.isHealthy()) await this.#recoverDatabase(database, backoff);
      if (!this.#signal.aborted) this.#guard = setTimeout(look, 500);
    };
    this.#guard = setTimeout(look, 500);
  }

  async #recoverDatabase(database: Database, backoff: RestartBackoff): Promise<void> {
    if (backoff.next() === null) return;
    const [since, before] = [performance.now(), database.url()];
    try {
      await database.recover();
      say("database", `PostgreSQL or its watcher ended unexpectedly; restarted ${inSeconds(since)}`);
      // Its port is usually the same again; where it isn't, the processes must learn the new one.
      if (database.url() !== before) await Promise.all(this.#services.map((service) => service.restart()));
    } catch (error) {
      say("database", `could not be restarted: ${(error as Error).message}`);
    }
  }

  /** The application first, so that what is in flight still finds its database. */
  async stop(): Promise<void> {
    clearTimeout(this.#guard);
    await Promise.all(this.#services.map((service) => service.stop()));
    await this.#database?.release();
  }

  kill(): void {
    for (const service of this.#services) service.kill();
  }
}
