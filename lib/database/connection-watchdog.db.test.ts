import pg from "pg";
import { describe, expect, inject, test, type TestContext } from "vitest";
import { openConnection } from "#lib/database/connection.ts";
import { watchdogOf } from "#lib/database/connection-watchdog.ts";
import { outageOf } from "#lib/database/outage.ts";
import { connect } from "#lib/db.ts";
import { openLine } from "#lib/testing/database-line.ts";
import { hangMs } from "#lib/testing/limits.ts";
import { thorough } from "#lib/testing/thorough.ts";

const url = process.env.DATABASE_URL ?? "";
const fate = (promise: Promise<unknown>) => promise.then(() => "answered", outageOf);

async function withServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  return work(client).finally(() => client.end());
}

async function open({ expect, onTestFinished }: TestContext) {
  const line = await openLine(url);
  const db = connect(line.url);
  onTestFinished(async () => {
    line.close();
    await db.$disconnect();
  });
  const expectBack = () => expect.poll(() => fate(db.user.count()), { interval: 50 }).toBe("answered");
  return { line, db, expectBack };
}

// They wait more than they work.
describe.concurrent("a line that is disturbed", () => {
  test("connections whose packets get lost are given up: what was under way fails, what comes next is answered, locks are free", async (context) => {
    const { line, db, expectBack } = await open(context);
    const lock = "SELECT pg_advisory_xact_lock(4711)";
    const [begun, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const inTransaction = db.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(lock);
        begun.resolve();
        await lost.promise;
        await tx.user.count();
      },
      { timeout: hangMs },
    );
    await begun.promise;
    // They lie idle in the pool, and the first to ask will find out.
    await Promise.all([1, 2, 3].map(() => db.user.count()));
    line.lose();
    lost.resolve();
    const fates = [inTransaction, db.user.count(), db.user.count()].map(fate);
    expect(await Promise.all(fates)).toEqual(["unreachable", "unreachable", "unreachable"]);
    await expectBack();
    await withServer((server) => server.query(lock));
  });

  test("a statement that the database works on is left alone, also where its line is slow and has said nothing for long", async (context) => {
    const { line, db } = await open(context);
    const own = await openConnection(line.url, "job", "test");
    context.onTestFinished(() => own.end());
    // Opened before the line is slow: how long opening may take is another limit.
    await db.user.count();
    line.slow(100);
    const slow = fate(db.$queryRaw`SELECT 1 AS one FROM pg_sleep(5)`);
    await own.query("BEGIN");
    expect(await slow).toBe("answered");
    await own.query("COMMIT");
  });

  thorough(
    "where nothing gets through, connections are given up; they are made anew when it does",
    async (context) => {
      const { line, db, expectBack } = await open(context);
      await Promise.all([1, 2, 3].map(() => db.user.count()));
      line.swallow();
      const fates = [db.user.count(), db.$transaction((tx) => tx.user.count()), db.$queryRaw`SELECT 1`].map(
        fate,
      );
      expect(await Promise.all(fates)).toEqual(["unreachable", "unreachable", "unreachable"]);
      await line.mend();
      await expectBack();
    },
  );

  test("after a failover to a server that knows nothing of them, connections are given up as well", async (context) => {
    const { line, db, expectBack } = await open(context);
    const ask = () => db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const pids = (await Promise.all([ask(), ask(), ask()])).flat().map(({ pid }) => pid);
    line.lose();
    await withServer((server) => server.query("SELECT pg_terminate_backend(unnest($1::int[]))", [pids]));
    expect(await fate(db.user.count())).toBe("unreachable");
    await expectBack();
  });

  test("whoever finds the database silent has idle connections replaced before anybody is given one", async (context) => {
    const { line, db } = await open(context);
    await Promise.all([1, 2, 3].map(() => db.user.count()));
    line.lose();
    watchdogOf(line.url).suspect();
    expect(await fate(db.user.count())).toBe("answered");
  });

  test("each kind of outage is recognised, through the pool and through Prisma; others are not", async (context) => {
    const { line, db, expectBack } = await open(context);
    const raised = (code: string) =>
      fate(db.$executeRawUnsafe(`DO $$ BEGIN RAISE 'no' USING ERRCODE = '${code}'; END $$`));
    const codes = ["53300", "57P01", "57P03", "25006", "53100", "53200", "08006", "23505", "57014", "22012"];
    expect(await Promise.all(codes.map(raised))).toEqual([
      "too_many_connections",
      "shutting_down",
      "shutting_down",
      "read_only",
      "disk_full",
      "out_of_memory",
      "unreachable",
      null,
      null,
      null,
    ]);
    const readOnly = db.$transaction(async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`;
      await tx.throttle.deleteMany({});
    });
    expect(await fate(readOnly)).toBe("read_only");
    const tooLate = db.$transaction((tx) => tx.$queryRaw`SELECT 1 AS one FROM pg_sleep(0.2)`, {
      timeout: 10,
    });
    expect(await fate(tooLate)).toBe("unreachable");
    line.cut();
    expect(await fate(db.user.count())).toBe("unreachable");
    expect(await fate(db.$transaction((tx) => tx.user.count()))).toBe("unreachable");
    await line.refuse();
    expect(await fate(db.user.count())).toBe("unreachable");
    await line.mend();
    await expectBack();
  });
});
