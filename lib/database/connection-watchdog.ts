import pg from "pg";
import { log } from "#lib/log.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { Duplex } from "node:stream";

/** What a connection is for says how long it may be silent. All times in milliseconds; 0 and null: no limit. */
type Limits = {
  /** The database itself ends a statement that takes longer, and a transaction in which nothing is asked for so long. */
  statement: number;
  idleInTransaction: number;
  /** Here a connection that owes an answer for so long is given up, although the database says it is at work. */
  answer: number | null;
  /** The same where the database can't be asked at all. */
  away: number;
};

export const limitsOf = {
  /** Pages, actions, programs, the queue: what a statement needs is milliseconds, and a transaction a few seconds. */
  everyday: { statement: 300_000, idleInTransaction: 20_000, answer: 310_000, away: 7000 },
  /** The locks of jobs: smallest statements, and a process that has lost its lock has to stop before another begins. */
  job: { statement: 0, idleInTransaction: 0, answer: 10_000, away: 10_000 },
  /** Imports, openings, removals: one statement may copy or count for many minutes. Migrations have no limit at all. */
  bulk: { statement: 0, idleInTransaction: 0, answer: null, away: 30_000 },
  /** A snapshot that somebody reads, as slowly as they do. */
  export: { statement: 0, idleInTransaction: 600_000, answer: null, away: 30_000 },
} as const satisfies Record<string, Limits>;

export type Use = keyof typeof limitsOf;

/** Until a connection stands, signed in. */
export const connectMs = 5000;
/** A connection of a pool is replaced after this long, so that a name which leads elsewhere by now is followed. */
export const lifetimeSeconds = 1800;

/** When the database is asked about a statement that is under way. */
const lookAfterMs = 2000;
const lookEveryMs = 1000;
const probeMs = 3000;

/** What pg shows of itself to nobody: which statement is under way, and over which line. */
type ClientInternals = {
  _activeQuery?: object | null;
  connection?: { stream?: Duplex & { bytesRead?: number } };
};

/** The statement that a connection owes an answer to, and how much of any answer has come so far. */
function underWay(client: pg.ClientBase): { query: object; bytes: number } | null {
  const { _activeQuery: query, connection } = client as unknown as ClientInternals;
  return query ? { query, bytes: connection?.stream?.bytesRead ?? 0 } : null;
}

/**
 * Ends a connection without a word to the other side, which may never hear it: what is under way fails, and its pool
 * makes a new one. The error is one that Prisma takes for what it is.
 */
export function breakOff(client: pg.ClientBase, why: string): void {
  const { connection } = client as unknown as ClientInternals;
  connection?.stream?.destroy(
    Object.assign(new Error(why), { code: "ETIMEDOUT", errno: -110, syscall: "read" }),
  );
}

/** Which session of which server it is: a number alone is given out again. */
export type Session = { pid: number; since: string };

type WatchedClient = {
  limits: Limits;
  session: Session | null;
  /** Whether it lies in a pool, asked nothing. */
  isIdle: () => boolean;
  /** The statement it owes an answer to, since when nothing has come, and how often the database knew nothing of it. */
  owed: { query: object; bytes: number; since: number; unknown: number } | null;
};

type Probe = { client: pg.Client; connected: Promise<unknown> };

/** For whoever counts: connections that this process gave up. */
export const givenUp = processSingleton("connections given up", () => ({ count: 0 }));

const restMs = 10_000;
const nameOf = ({ pid, since }: Session) => `${pid} ${since}`;

const whoIsAtWork = `
  SELECT pid || ' ' || extract(epoch FROM backend_start) AS name FROM pg_stat_activity
  WHERE pid = ANY($1) AND (state IS NULL OR state NOT LIKE 'idle%')`;
const endForgotten = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid || ' ' || extract(epoch FROM backend_start) = ANY($1) AND state LIKE 'idle%'`;

/**
 * Gives up connections that will never answer. A line whose packets get lost looks like one whose statement takes long, to
 * the process and for a quarter of an hour to the system; so the database is asked, over a line of its own, whether it is at
 * work for the connection. It isn't, twice: then the connection is dead. It can't be asked: then all are, after a while.
 */
class ConnectionWatchdog {
  readonly #url: string;
  readonly #watched = new Map<pg.ClientBase, WatchedClient>();
  #probe: Probe | null = null;
  #askedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(url: string) {
    this.#url = url;
  }

  watch(client: pg.ClientBase, { limits, session, isIdle }: Omit<WatchedClient, "owed">): void {
    this.#watched.set(client, { limits, session, isIdle, owed: null });
    client.once("end", () => this.#watched.delete(client));
    this.#timer ??= this.#soon();
  }

  /** Somebody else's question went unanswered: what lies idle is not to be trusted, and what is under way is looked at now. */
  suspect(): void {
    this.#giveUpIdle();
    clearTimeout(this.#timer);
    void this.#look(0);
  }

  #soon = () => setTimeout(() => void this.#look(lookAfterMs), lookEveryMs).unref();

  async #look(afterMs: number): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const waiting = this.#listWaiting(performance.now(), afterMs);
      if (waiting.length > 0) await this.#judge(waiting);
      else if (performance.now() - this.#askedAt > restMs) this.#dropProbe();
    } finally {
      this.#looking = false;
      this.#timer = this.#watched.size > 0 ? this.#soon() : undefined;
      if (this.#watched.size === 0) this.#dropProbe();
    }
  }

  #listWaiting(now: number, afterMs: number): [pg.ClientBase, WatchedClient & { owed: object }][] {
    for (const [client, one] of this.#watched) {
      const current = underWay(client);
      if (!current) one.owed = null;
      // Any byte is a sign of life: a long answer may still be on its way when the database is done with it.
      else if (one.owed?.query !== current.query || one.owed.bytes !== current.bytes)
        one.owed = { ...current, since: now, unknown: 0 };
    }
    return [...this.#watched].filter(
      (entry): entry is [pg.ClientBase, WatchedClient & { owed: object }] =>
        entry[1].owed !== null && now - entry[1].owed.since >= afterMs,
    );
  }

  async #judge(waiting: [pg.ClientBase, WatchedClient][]): Promise<void> {
    const pids = waiting.flatMap(([, { session }]) => session?.pid ?? []);
    const asked = await this.#ask(whoIsAtWork, [pids]);
    const atWork = Array.isArray(asked) ? new Set(asked.map(({ name }) => name)) : null;
    const forgotten: string[] = [];
    for (const [client, one] of waiting) {
      const { owed, limits, session } = one;
      if (!owed || underWay(client)?.query !== owed.query || underWay(client)?.bytes !== owed.bytes) continue;
      const ms = performance.now() - owed.since;
      if (atWork && session) owed.unknown = atWork.has(nameOf(session)) ? 0 : owed.unknown + 1;
      if (owed.unknown >= 2) {
        if (session) forgotten.push(nameOf(session));
        this.#giveUp(client, "the database is not at work for it any more");
      } else if (asked === "away" && ms > limits.away) this.#giveUp(client, "the database can't be reached");
      else if (limits.answer !== null && ms > limits.answer) this.#giveUp(client, "it took too long");
    }
    if (asked === "away" || forgotten.length > 0) this.#giveUpIdle();
    // Their locks would be held until the other side notices.
    if (forgotten.length > 0) await this.#ask(endForgotten, [forgotten]);
  }

  #giveUpIdle(): void {
    for (const [client, { isIdle }] of this.#watched) if (isIdle()) this.#giveUp(client, null);
  }

  #giveUp(client: pg.ClientBase, why: string | null): void {
    this.#watched.delete(client);
    givenUp.count += 1;
    breakOff(client, why ?? "it was idle when the database could not be reached");
    if (why) log.warn({ why }, "a connection to the database was given up");
  }

  /** Rows; or that it can't be reached, or that it answers and won't say. */
  async #ask(sql: string, values: unknown[]): Promise<{ name: string }[] | "away" | "unwilling"> {
    this.#askedAt = performance.now();
    // What is kept from before may be as dead as what it is asked about.
    for (const isKept of this.#probe ? [true, false] : [false]) {
      const probe = (this.#probe ??= this.#newProbe());
      const timer = setTimeout(() => breakOff(probe.client, "no answer"), isKept ? probeMs / 2 : probeMs);
      try {
        await probe.connected;
        return (await probe.client.query<{ name: string }>(sql, values)).rows;
      } catch (error) {
        this.#dropProbe();
        if (error instanceof pg.DatabaseError) return "unwilling";
      } finally {
        clearTimeout(timer);
      }
    }
    return "away";
  }

  #newProbe(): Probe {
    const client = new pg.Client({ connectionString: this.#url, application_name: "benchside keeper" });
    client.on("error", () => this.#probe?.client === client && (this.#probe = null));
    // Whoever has nothing else to do may end.
    (client as unknown as { unref(): void }).unref();
    return { client, connected: client.connect() };
  }

  #dropProbe(): void {
    if (this.#probe) breakOff(this.#probe.client, "it is not needed");
    this.#probe = null;
  }
}

/** One for each database that the process talks to, whoever opened the connection. */
export const watchdogOf = (url: string): ConnectionWatchdog =>
  processSingleton(`connections to ${url}`, () => new ConnectionWatchdog(url));
