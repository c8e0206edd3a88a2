import { expect, test } from "vitest";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";

const sessionOf = async (client: BulkClient): Promise<number> =>
  (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid ?? 0;
const isThere = async (name: string): Promise<boolean> =>
  (await db.$queryRaw<unknown[]>`SELECT FROM pg_class WHERE relname = ${name}`).length > 0;

test("one transaction after the other takes the same connection, also where nothing is kept", async () => {
  const first = await inBulkTransaction(sessionOf);
  expect(await inBulkTransaction(sessionOf, { keep: () => false })).toBe(first);
  expect(await inBulkTransaction(sessionOf, { readOnly: true })).toBe(first);
});

test("what fails, or is aborted in the middle, is undone with its connection, and locks nobody out", async () => {
  let broken = 0;
  const failing = inBulkTransaction(async (client) => {
    await client.query("CREATE TEMPORARY TABLE half_done (id int)");
    await client.query("SELECT pg_advisory_xact_lock(7)");
    broken = await sessionOf(client);
    throw new Error("the file ends here");
  });
  await expect(failing).rejects.toThrow("the file ends here");
  const abort = new AbortController();
  const aborted = inBulkTransaction(
    async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(7)");
      abort.abort(new Error("stopped"));
      return sessionOf(client);
    },
    { signal: abort.signal },
  );
  await expect(aborted).rejects.toThrow("stopped");
  expect(await isThere("half_done")).toBe(false);
  const after = await inBulkTransaction(async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(7)");
    return sessionOf(client);
  });
  expect(after).not.toBe(broken);
});

test("a connection that the database ends in the middle fails its transaction, and the next one has another", async () => {
  const ended = inBulkTransaction(async (client) => {
    const session = await sessionOf(client);
    await db.$executeRaw`SELECT pg_terminate_backend(${session}::int)`;
    await client.query("SELECT 1");
  });
  await expect(ended).rejects.toThrow();
  expect(await inBulkTransaction(sessionOf)).toBeGreaterThan(0);
});
