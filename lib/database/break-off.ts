import type { Duplex } from "node:stream";
import type pg from "pg";

/** What pg shows of itself to nobody: which statement is under way, and over which line. */
type ClientInternals = {
  _activeQuery?: object | null;
  connection?: { stream?: Duplex & { bytesRead?: number } };
};

/** The statement that a connection owes an answer to, and how much of any answer has come so far. */
export function underWay(client: pg.ClientBase): { query: object; bytes: number } | null {
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
