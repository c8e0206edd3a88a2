import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

/**
 * Stands between a web process and its database and writes down each statement that goes by, whoever in the process
 * sends it and by whatever library: BEGIN and COMMIT count as anything else does.
 */
export async function countStatements(databaseUrl: string) {
  const real = new URL(databaseUrl);
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const database = net.connect(Number(real.port), real.hostname);
    const reader = new MessageReader((text) => statements.push(text));
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay().on("error", () => {});
      socket.once("close", () => (client.destroy(), database.destroy(), sockets.delete(socket)));
    }
    client.on("data", (bytes: Buffer) => (reader.read(bytes), database.write(bytes)));
    database.on("data", (bytes: Buffer) => client.write(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Those since the last time, without what a process asks by itself, whoever comes or doesn't. */
    take: (): string[] => statements.splice(0).filter((text) => !isOwn(text)),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

// By which the gate knows that the database is there, the line that says so each ten seconds of the process, and what
// tells a new connection its limits: when those come says nothing about who arrives.
const isOwn = (text: string): boolean =>
  text === "SELECT 1" || /^\s*(INSERT INTO processes|SET statement_timeout)\b/.test(text);

/** What a client of PostgreSQL says: the start, which has no letter, and then letter by letter. */
class MessageReader {
  readonly #onStatement: (text: string) => void;
  readonly #prepared = new Map<string, string>();
  readonly #portals = new Map<string, string>();
  #left: Buffer = Buffer.alloc(0);
  #hasStarted = false;

  constructor(onStatement: (text: string) => void) {
    this.#onStatement = onStatement;
  }

  read(bytes: Buffer): void {
    this.#left = Buffer.concat([this.#left, bytes]);
    for (;;) {
      const letters = this.#hasStarted ? 1 : 0;
      if (this.#left.length < letters + 4) return;
      const end = letters + this.#left.readInt32BE(letters);
      if (this.#left.length < end) return;
      const body = this.#left.subarray(letters + 4, end).toString("utf8");
      if (this.#hasStarted) this.#take(String.fromCharCode(this.#left[0] ?? 0), body.split("\0"));
      this.#hasStarted = true;
      this.#left = this.#left.subarray(end);
    }
  }

  #take(letter: string, [first = "", second = ""]: string[]): void {
    if (letter === "Q") this.#onStatement(first);
    if (letter === "P") this.#prepared.set(first, second);
    if (letter === "B") this.#portals.set(first, this.#prepared.get(second) ?? "");
    if (letter === "E") this.#onStatement(this.#portals.get(first) ?? "");
  }
}
