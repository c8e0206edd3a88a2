import { expect, test } from "vitest";
import type { Risk } from "#lib/environment.ts";
import { type ServerFacts, judgeServer } from "#scripts/supervise/server-facts.ts";

const GB = 2 ** 30;
const sound: ServerFacts = {
  version: "15.4",
  encoding: "UTF8",
  off: [],
  isStandby: false,
  isReadOnly: false,
  connections: 97,
  aheadMs: 40,
  pooling: "none",
  freeBytes: 200 * GB,
};
const judge = (said: Partial<ServerFacts>, acceptedRisks: Risk[] = []) =>
  judgeServer({ ...sound, ...said }, { acceptedRisks, databasePool: 12 });

test("a sound server is used without a word", () => {
  expect(judge({})).toEqual({ refusals: [], warnings: [] });
  expect(judge({ freeBytes: null })).toEqual({ refusals: [], warnings: [] });
});

test.each<[Partial<ServerFacts>, string, Risk]>([
  [{ off: ["fsync"] }, "fsync is off", "fsync"],
  [{ off: ["full_page_writes"] }, "full_page_writes is off", "full_page_writes"],
  [{ off: ["synchronous_commit"] }, "answers that were confirmed are lost", "synchronous_commit"],
  [{ encoding: "SQL_ASCII" }, "keeps text as SQL_ASCII", "encoding"],
  [{ pooling: "transaction" }, "pool_mode = session", "pooler"],
  [{ freeBytes: GB / 20 }, "only 51 MB are left", "disk"],
])(
  "what would lose or break something is refused by name, unless it is accepted: %o",
  (said, words, risk) => {
    const refused = judge(said);
    expect([refused.refusals.length, refused.warnings]).toEqual([1, []]);
    expect(refused.refusals[0]).toContain(words);
    expect(refused.refusals[0]).toContain(`DATABASE_ACCEPTED_RISKS=${risk}`);
    const accepted = judge(said, [risk]);
    expect(accepted.refusals).toEqual([]);
    expect(accepted.warnings[0]).toMatch(/, which DATABASE_ACCEPTED_RISKS accepts$/);
  },
);

test.each<[Partial<ServerFacts>, string]>([
  [{ version: "14.9 (Debian)" }, "PostgreSQL 15 or later is needed, this is 14.9"],
  [{ isStandby: true, isReadOnly: true }, "use the address of the primary"],
  [{ isReadOnly: true }, "default_transaction_read_only"],
])("what can't work at all nobody can accept: %o", (said, words) => {
  const { refusals } = judge(said, [
    "fsync",
    "full_page_writes",
    "synchronous_commit",
    "encoding",
    "pooler",
    "disk",
  ]);
  expect(refusals).toHaveLength(1);
  expect(refusals[0]).toContain(words);
});

test.each<[Partial<ServerFacts>, string]>([
  [{ pooling: "session" }, "a connection pooler stands in between"],
  [{ pooling: "unknown" }, "a connection pooler may stand in between"],
  [{ connections: 39 }, "may need 40 connections, and the database allows 39"],
  [{ freeBytes: GB / 2 }, "512 MB are left"],
  [{ aheadMs: -70_000 }, "70 s behind"],
])("what is only worth knowing is said: %o", (said, words) => {
  const { refusals, warnings } = judge(said);
  expect([refusals, warnings.length]).toEqual([[], 1]);
  expect(warnings[0]).toContain(words);
});
