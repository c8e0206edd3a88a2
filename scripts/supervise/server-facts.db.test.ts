import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { findPooling, readServerFacts } from "#scripts/supervise/server-facts.ts";

const url = process.env.DATABASE_URL ?? "";

test("a server says of itself what a start has to know, as the role that the application has", async () => {
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  onTestFinished(() => admin.end());
  const [database, role] = [new URL(url).pathname.slice(1), new URL(url).username];
  await admin.query(`ALTER ROLE ${role} IN DATABASE ${database} SET synchronous_commit = off`);
  await admin.query(`ALTER DATABASE ${database} CONNECTION LIMIT 7`);
  const facts = await readServerFacts(url, ".");
  expect(facts).toMatchObject({
    encoding: "UTF8",
    isStandby: false,
    isReadOnly: false,
    connections: 7,
    pooling: "none",
  });
  expect(facts.version).toMatch(/^\d+/);
  expect(facts.off).toContain("synchronous_commit");
  expect(Math.abs(facts.aheadMs)).toBeLessThan(60_000);
  expect(facts.freeBytes).toBeGreaterThan(0);
  await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  expect(await readServerFacts(url, null)).toMatchObject({ isReadOnly: true, freeBytes: null });
});

/** Two connections behind a pooler that gives each transaction the session that was free last. */
function behindPooler(sessions: number) {
  const free = Array.from({ length: sessions }, (_, at) => ({ pid: 100 + at, mark: "" }));
  const connect = () => {
    let held: (typeof free)[number] | undefined;
    return {
      processID: 7,
      async query(text: string, [mark]: string[] = []) {
        const session = held ?? free.pop();
        if (!session) throw new Error("Query read timeout");
        if (mark) session.mark = mark;
        held = text === "BEGIN" || (held && text !== "ROLLBACK") ? session : undefined;
        if (!held) free.push(session);
        return { rows: [session] };
      },
    } as unknown as pg.Client;
  };
  return [connect(), connect()] as const;
}

test("a pooler that changes sessions between statements is found out", async () => {
  expect(await findPooling(...behindPooler(5))).toBe("transaction");
  expect(await findPooling(...behindPooler(1))).toBe("unknown");
  const refusing = {
    query: () => Promise.reject(new Error("transaction blocks not allowed in statement pooling mode")),
  };
  expect(await findPooling(behindPooler(5)[0], refusing)).toBe("transaction");
});
