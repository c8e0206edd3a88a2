import { expect, test } from "vitest";
import type { InstanceFacts, ProcessFacts } from "#lib/monitoring/schema.ts";
import { judge } from "#lib/monitoring/verdict.ts";

const now = new Date("2026-11-23T12:00:00Z");
const process = (changes: Partial<ProcessFacts> = {}): ProcessFacts => ({
  kind: "web",
  machine: "lab",
  version: "1.0.0",
  node: "24.0.0",
  startedAt: now,
  secondsSinceSeen: 4,
  memoryBytes: 300e6,
  lagMs: 2,
  ...changes,
});
const good: InstanceFacts = {
  database: {
    version: "18.1",
    bytes: 1e9,
    connections: 20,
    connectionLimit: 100,
    settings: { synchronous_commit: "on", fsync: "on", full_page_writes: "on" },
  },
  queues: [{ name: "tidy", waiting: 0, active: 0, failed: 0 }],
  jobs: { waiting: 1, running: 1, failedLastDay: 0, secondsWaiting: 20 },
  sittingsUnderWay: 3,
  openStudies: 1,
  processes: [process(), process({ kind: "worker" })],
  lastBackupAt: new Date("2026-11-22T23:00:00Z"),
  disk: { freeBytes: 50e9, totalBytes: 100e9 },
};
const healthy = { isReady: true, pending: 0, silentCards: 0 };
const told = (changes: Partial<InstanceFacts>) =>
  Object.values(judge({ ...good, ...changes }, healthy, now)).flat();

test("where everything is as it should be, nothing deserves a look", () => {
  expect(told({})).toEqual([]);
});

test.each([
  [
    "nobody hears of it",
    [process({ secondsSinceSeen: 36 }), process({ kind: "worker" })],
    { why: "silent", count: 1 },
  ],
  ["it is late", [process({ lagMs: 251 }), process({ kind: "worker" })], { why: "slow", count: 1 }],
  [
    "two versions run",
    [process(), process({ kind: "worker", version: "2.0.0" })],
    { why: "versions_differ" },
  ],
  ["no worker runs", [process()], { why: "no_worker" }],
])("of processes: %s", (_what, processes, reason) => expect(told({ processes })).toEqual([reason]));

test("of the database: settings that lose answers, and connections that run out", () => {
  const { database } = good;
  const settings = { ...database.settings, synchronous_commit: "off" };
  expect(told({ database: { ...database, settings, connections: 81 } })).toEqual([
    { why: "setting", name: "synchronous_commit", value: "off" },
    { why: "connections", used: 81, limit: 100 },
  ]);
});

test("of jobs, the disk and backups", () => {
  expect(told({ jobs: { waiting: 2, running: 0, failedLastDay: 3, secondsWaiting: 301 } })).toEqual([
    { why: "jobs_failed", count: 3 },
    { why: "jobs_wait", count: 2 },
  ]);
  expect(told({ disk: null })).toEqual([{ why: "disk_unknown" }]);
  expect(told({ disk: { freeBytes: 9e9, totalBytes: 100e9 } })).toEqual([
    { why: "disk_full", freeBytes: 9e9 },
  ]);
  expect(told({ disk: { freeBytes: 2e9, totalBytes: 4e9 } })).toEqual([{ why: "disk_full", freeBytes: 2e9 }]);
  expect(told({ lastBackupAt: null })).toEqual([{ why: "no_backup" }]);
  const at = new Date("2026-11-21T11:00:00Z");
  expect(told({ lastBackupAt: at })).toEqual([{ why: "backup_old", at }]);
});

test("of serving: what is not ready, and which of two causes it has", () => {
  expect(judge(good, { ...healthy, isReady: false }, now).serving).toEqual([{ why: "not_ready" }]);
  expect(judge(good, { ...healthy, isReady: false, pending: 2 }, now).serving).toEqual([
    { why: "migrations_pending" },
  ]);
});

test("of cards: how many are published without a name that belongs on them", () => {
  expect(judge(good, { ...healthy, silentCards: 2 }, now).cards).toEqual([{ why: "cards_silent", count: 2 }]);
});
