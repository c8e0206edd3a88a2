import { expect, test } from "vitest";
import { jobInput, rateAndTimeLeft, type JobView } from "#lib/jobs/schema.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const iso = (seconds: number) => at(seconds).toISOString();
const unknown = { rowsPerSecond: null, secondsLeft: null };

type Timing = Parameters<typeof rateAndTimeLeft>[0];
const running: Timing = {
  state: "running",
  done: 250,
  total: 1000,
  rows: 5000,
  startedAt: iso(0),
  heartbeatAt: iso(10),
  finishedAt: null,
};

test.each<[string, Partial<JobView>, ReturnType<typeof rateAndTimeLeft>]>([
  ["half way", {}, { rowsPerSecond: 500, secondsLeft: 30 }],
  ["without a total", { total: null }, { rowsPerSecond: 500, secondsLeft: null }],
  ["before anything is done", { done: 0 }, { rowsPerSecond: 500, secondsLeft: null }],
  ["before any row", { rows: 0 }, { rowsPerSecond: null, secondsLeft: 30 }],
  ["with more done than there was", { done: 1100 }, { rowsPerSecond: 500, secondsLeft: 0 }],
  ["in its first second", { heartbeatAt: iso(0.9) }, unknown],
  ["while it waits", { state: "queued", startedAt: null, heartbeatAt: null }, unknown],
  ["when it is done", { state: "done", finishedAt: iso(20) }, { rowsPerSecond: 250, secondsLeft: null }],
  [
    "done in no time",
    { state: "done", finishedAt: iso(0.5), rows: 10 },
    { rowsPerSecond: 20, secondsLeft: null },
  ],
  ["done in less than a millisecond", { state: "done", finishedAt: iso(0) }, unknown],
  ["when it failed", { state: "failed", finishedAt: iso(10) }, { rowsPerSecond: 500, secondsLeft: null }],
])("rate and time left %s", (_when, given, expected) => {
  expect(rateAndTimeLeft({ ...running, ...given }, at(12))).toEqual(expected);
});

test("without a sign of life the reader's clock counts", () => {
  expect(rateAndTimeLeft({ ...running, heartbeatAt: null }, at(20))).toEqual({
    rowsPerSecond: 250,
    secondsLeft: 60,
  });
});

test.each([{}, { jobId: "" }, { jobId: "1" }, { jobId: "'; --" }, { jobId: null }])(
  "%j names no job",
  (given) => {
    expect(jobInput.safeParse(given).success).toBe(false);
  },
);
