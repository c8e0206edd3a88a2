import { AsyncLocalStorage } from "node:async_hooks";
import { outageOf, type Outage } from "#lib/database/outage.ts";
import { awayDigest } from "#lib/i18n/away-words.ts";
import { processSingleton } from "#lib/process-singleton.ts";

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
