import "server-only";
import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { closeConnection, openConnection } from "#lib/database/connection.ts";
import { rethrow } from "#lib/database/outage.ts";
import { env } from "#lib/env.ts";
import type { RunQuery } from "#lib/study-exports/source.ts";
import { getStamp, getWholeRows, type WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { processSingleton } from "#lib/process-singleton.ts";

type SnapshotConnection = { ask: RunQuery; close: () => Promise<void> };
export type Snapshot = WholeRows & SnapshotConnection;
/** The database as it is at one moment, with what the figures of some studies are made of. */
export type ManyStudies = SnapshotConnection & { studies: readonly WholeRows[] };

// Each has a connection of its own and keeps a processor busy; people who answer need both.
const maxAtOnce = { atOnce: 2, waiting: 20 };
const line = processSingleton("exports", () => new WaitingLine(maxAtOnce, "exports"));

// Answers that arrive between two questions make the next try necessary; where they never cease, the last one stands.
const maxTries = 5;

/**
 * The database as it is at one moment, however long it takes to read, and the figures' rows of the same moment. Whoever
 * comes while others read waits for a place, and for nothing where they have left meanwhile. Null where one of the studies
 * isn't the viewer's, or is a draft.
 */
export async function openMoment(
  viewer: Staff,
  slugs: readonly string[],
  signal?: AbortSignal,
): Promise<ManyStudies | null> {
  const leave = await takePlace();
  try {
    signal?.throwIfAborted();
    const moment = await findMoment(viewer, slugs);
    if (!moment) leave();
    return moment && { ...moment, close: () => moment.close().finally(leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

export async function openSnapshot(
  viewer: Staff,
  slug: string,
  signal?: AbortSignal,
): Promise<Snapshot | null> {
  const moment = await openMoment(viewer, [slug], signal);
  const [whole] = moment?.studies ?? [];
  return moment && whole ? { ...whole, ask: moment.ask, close: moment.close } : null;
}

const takePlace = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    line.pass(() => new Promise<void>((leave) => resolve(leave))).catch(reject);
  });

async function findMoment(viewer: Staff, slugs: readonly string[]): Promise<ManyStudies | null> {
  for (let tries = 1; ; tries++) {
    const studies = await readStudies(viewer, slugs);
    if (!studies) return null;
    const { ask, close } = await begin();
    try {
      if (tries === maxTries || (await areStill(viewer, studies))) return { studies, ask, close };
    } catch (error) {
      await close();
      throw error;
    }
    await close();
  }
}

/** One after the other: each may take much memory. */
async function readStudies(viewer: Staff, slugs: readonly string[]): Promise<WholeRows[] | null> {
  const studies: WholeRows[] = [];
  for (const slug of slugs) {
    const whole = await getWholeRows(viewer, slug);
    if (!whole) return null;
    studies.push(whole);
  }
  return studies;
}

async function areStill(viewer: Staff, studies: readonly WholeRows[]): Promise<boolean> {
  for (const { rows } of studies) if ((await getStamp(viewer, rows.study.slug)) !== rows.stamp) return false;
  return true;
}

async function begin(): Promise<SnapshotConnection> {
  const client = await openConnection(env.databaseUrl, "export", "export");
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeConnection(client));
  // The moment is taken by the first statement. Whoever stops reading in the middle doesn't keep the database from tidying
  // up for ever: the limits of an export say how long.
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query("SELECT");
  return {
    ask: async (_name, text, values) => (await client.query(text, [...values]).catch(rethrow)).rows,
    close,
  };
}
