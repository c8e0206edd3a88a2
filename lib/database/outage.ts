import { AsyncLocalStorage } from "node:async_hooks";
import { awayDigest } from "#lib/i18n/away-words.ts";
import { processSingleton } from "#lib/process-singleton.ts";

/** Why the database can't do what was asked, where that is neither the asker's fault nor the product's. */
type Outage =
  | "unreachable"
  | "too_many_connections"
  | "shutting_down"
  | "read_only"
  | "disk_full"
  | "out_of_memory";

// By PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
const ofState: [RegExp, Outage][] = [
  [/^53300$/, "too_many_connections"],
  [/^53200$/, "out_of_memory"],
  [/^53100$|^58030$/, "disk_full"],
  [/^57P0/, "shutting_down"],
  [/^25006$/, "read_only"],
  // No connection, or none for who asks as things stand: a password or a database that is not there.
  [/^08|^28|^3D000$/, "unreachable"],
];
// Of the system and of Prisma: no connection, none in time, closed in the middle, no place in the pool.
const ofConnection =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024|P2028)$/;
const kinds = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
// What pg and its pool throw has no code.
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable)|not currently accepting connections$/;

type ErrorFields = {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  originalMessage?: unknown;
};
type ErrorCauses = { cause?: unknown; meta?: { driverAdapterError?: unknown }; errors?: unknown };

/** What an error says of the database, however deep in it; null where it is another matter. */
export function outageOf(error: unknown): Outage | null {
  for (let [left, depth] = [[error], 0]; left.length > 0 && depth < 5; depth++) {
    for (const one of left) {
      const found = read(one);
      if (found) return found;
    }
    left = left.flatMap(inside).filter((one) => typeof one === "object" && one !== null);
  }
  return null;
}

function inside(error: unknown): unknown[] {
  const { cause, meta, errors } = Object(error) as ErrorCauses;
  return [cause, meta?.driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
}

function read(error: unknown): Outage | null {
  const { code, originalCode, kind, message, originalMessage } = Object(error) as ErrorFields;
  for (const said of [originalCode, code].map(String)) {
    const [, outage = null] = ofState.find(([pattern]) => said.length === 5 && pattern.test(said)) ?? [];
    if (outage) return outage;
    if (ofConnection.test(said)) return "unreachable";
  }
  const isSaid = [message, originalMessage].some((one) => words.test(String(one)));
  return kinds.test(String(kind)) || isSaid ? "unreachable" : null;
}

export type RequestOutage = { outage: Outage | null };

const requests = processSingleton("outages of requests", () => new AsyncLocalStorage<RequestOutage>());

/** Whatever the database refuses in the course of the work is noted, however deep it happens and whoever words it. */
export const notingOutages = <T>(note: RequestOutage, work: () => T): T => requests.run(note, work);

/**
 * For `catch`: throws on what came, and where it was an outage notes that with the request it happened to. The digest is
 * what reaches a browser of an error in a page that has begun already.
 */
export function rethrow(error: unknown): never {
  const outage = outageOf(error);
  if (outage && error instanceof Error) {
    Object.assign(error, { digest: awayDigest });
    const note = requests.getStore();
    if (note) note.outage = outage;
  }
  throw error;
}
