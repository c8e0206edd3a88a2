import pg from "pg";

const FRESH_MS = 1000;
const PATIENCE_MS = 1500;
const RETRY_MS = 500;

/** Knows whether the database answers, by one small question a second at most, and forgets at once when it breaks off. */
export class DatabaseGate {
  readonly #url: string;
  #client: pg.Client | null = null;
  #asking: Promise<boolean> | null = null;
  #goodAt = -Infinity;
  #badAt = -Infinity;

  constructor(url: string) {
    this.#url = url;
  }

  async isOpen(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#goodAt < FRESH_MS) return true;
    if (now - this.#badAt < RETRY_MS) return false;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
    });
    try {
      await Promise.race([this.#ping(), tooLong]);
      this.#goodAt = performance.now();
      return true;
    } catch {
      this.#breakOff();
      return false;
    } finally {
      clearTimeout(timer);
    }
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
    (client as unknown as { connection?: { stream?: { destroy(): void } } })?.connection?.stream?.destroy();
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }
}
