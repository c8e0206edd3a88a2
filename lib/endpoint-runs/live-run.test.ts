import { describe, expect, test } from "vitest";
import {
  askedIn,
  isUnusable,
  ratePerMinute,
  secondsLeft,
  stateOf,
  type LiveRun,
} from "#lib/endpoint-runs/live-run.ts";

const sums: LiveRun["sums"] = {
  answered: 40,
  failed: 10,
  unansweredCases: 10,
  tries: 100,
  underWay: 4,
  money: 0,
  unpriced: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  medianMs: null,
  recent: 20,
  recentSeconds: 30,
  failures: [],
};
const plan: LiveRun["plan"] = {
  cases: 100,
  leftOut: 0,
  kinds: [],
  calls: 100,
  inputTokens: 0,
  outputTokens: 0,
  template: null,
  analyses: null,
  arm: null,
  trial: null,
  mostInCall: null,
  money: null,
  currency: "USD",
  host: "models.example.org",
};
const run = { purpose: "run", state: "running", job: "working", plan, sums } as const;

test("the rate is that of the seconds in which something was at work, also just after the start", () => {
  expect(ratePerMinute(sums)).toBe(40);
  expect(ratePerMinute({ recent: 20, recentSeconds: 60 })).toBe(20);
  expect(ratePerMinute({ recent: 0, recentSeconds: null })).toBeNull();
  expect(ratePerMinute({ recent: 3, recentSeconds: 0.5 })).toBeNull();
});

test("the time left counts that an answer takes more than one try", () => {
  // Fifty are left, at two tries each: a hundred tries at 40 a minute.
  expect(secondsLeft(run)).toBe(150);
  expect(secondsLeft({ ...run, state: "paused" })).toBeNull();
  expect(secondsLeft({ ...run, sums: { ...sums, answered: 0, failed: 0 } })).toBeNull();
});

test("above a tenth of all its cases without an answer a run is unusable", () => {
  expect(isUnusable(run)).toBe(false);
  expect(isUnusable({ ...run, sums: { ...sums, unansweredCases: 11 } })).toBe(true);
});

describe("what a run is said to do", () => {
  const done = { ...sums, answered: 90, failed: 10, underWay: 0 };
  test.each<[string, Partial<LiveRun>, string]>([
    ["its job is at work", {}, "running"],
    ["its job waits for a worker", { job: "waiting" }, "waiting"],
    ["its job is gone", { job: "gone" }, "lost"],
    ["all was asked", { sums: done }, "storing"],
    ["somebody paused it and its job hasn’t left yet", { state: "paused" }, "pausing"],
    ["somebody paused it, and its job has left", { state: "paused", job: "gone" }, "paused"],
    ["it stopped", { state: "stopped", job: "gone" }, "stopped"],
    ["it is stored", { state: "finished", job: "gone" }, "finished"],
  ])("where %s", (_where, change, told) => {
    expect(stateOf({ ...run, ...change })).toBe(told);
  });
});

test("it is asked by prompts, by a template, by what people see, or by both", () => {
  const kind = (lacks: "prompt" | "content" | "question" | "order", cases = 1) =>
    ({ kind: "choice", cases, leftOut: 0, lacks }) as const;
  const template = { id: 1, name: "Plain", number: 1, sha256: "" };
  expect(askedIn({ kinds: [kind("prompt")], template: null })).toBe("prompt");
  expect(askedIn({ kinds: [kind("content"), kind("question", 0)], template })).toBe("template");
  expect(askedIn({ kinds: [kind("content"), kind("question")], template })).toBe("template_shown");
  expect(askedIn({ kinds: [kind("prompt"), kind("question")], template: null })).toBe("prompt_shown");
  expect(askedIn({ kinds: [kind("prompt", 0), kind("question")], template: null })).toBe("shown");
});
