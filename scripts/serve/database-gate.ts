import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { breakOff } from "#lib/database/connection-watchdog.ts";

const FRESH_MS = 1000;
const PATIENCE_MS = 1500;
const RETRY_MS = 500;

/**
 * Knows whether the database answers, by one small question a second at most, and forgets at once when it breaks off.
 * Where the question goes unanswered it says so: other connections may be as dead.
 */
export class DatabaseGate {
  readonly #url: string;
  readonly #onSilence: () => void;
  #client: pg.Client | null = null;
  #asking: Promise<boolean> | null = null;
  #goodAt = -Infinity;
  #badAt = -Infinity;

  constructor(url: string, onSilence: () => void = () => {}) {
    this.#url = url;
    this.#onSilence = onSilence;
  }

  async isOpen(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#goodAt < FRESH_MS) return true;
    if (now - this.#badAt < RETRY_MS) return false;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const silence = new AbortController();
    const timer = setTimeout(() => void this.#endPatience(silence), PATIENCE_MS);
    const tooLong = new Promise<never>((_, reject) => {
      silence.signal.addEventListener("abort", () => reject(new Error("no answer")));
    });
    try {
      await Promise.race([this.#ping(), tooLong]);
      this.#goodAt = performance.now();
      return true;
    } catch {
      this.#breakOff();
      if (silence.signal.aborted) this.#onSilence();
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Where this process was busy itself, the answer lies there unread: it is read first. */
  async #endPatience(silence: AbortController): Promise<void> {
    await turn();
    await turn();
    silence.abort();
  }

  async #ping(): Promise<void> {
    const client = (this.#client ??= this.#newClient());
    await client.query("SELECT 1");
  }

  #newClient(): pg.Client {
    const client = new pg.Client({ connectionString: this.#url, application_name: "benchside gate" });
    client.on("error", () => this.#client === client && this.#breakOff());
    client.connect().catch(() => {});
    return client;
  }

  #breakOff(): void {
    const client = this.#client;
    this.#client = null;
    this.#goodAt = -Infinity;
    this.#badAt = performance.now();
    // A server that hangs would let a polite goodbye hang as well.
    if (client) breakOff(client, "the gate is closed");
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }
}
