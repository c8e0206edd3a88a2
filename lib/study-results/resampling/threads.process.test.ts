import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it, vi } from "vitest";
import { isLineFull } from "#lib/auth/secrets/waiting-line.ts";
import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { crossedBootstrap } from "#lib/metrics/crossed/bootstrap.ts";
import { randomChoices, randomCrossed } from "#lib/metrics/testing/random-answers.ts";
import { runBootstrap, maxThreads, maxWaiting, runInThread } from "#lib/study-results/resampling/threads.ts";

const fewChoices = { ...randomChoices(3, 5, 30, 4), options: new Int32Array(30).fill(4) };

it("gives nothing to a thread whose time is up, though it isn’t gone yet", async () => {
  const ask = () => runInThread("trust", [fewChoices]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await ask();
    vi.runOnlyPendingTimers();
    await expect(ask()).resolves.toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

it("gives the figures of the plain functions, in one thread and in several", async () => {
  const small = randomCrossed(1, { people: 6, cases: 10, models: 3, b: 50 });
  const large = randomCrossed(2, { people: 30, cases: 80, models: 3, b: 8000 });
  const choices = fewChoices;
  const categories = { are: "shared", count: 4, ordered: true } as const;
  const [one, several, agreed] = await Promise.all([
    runBootstrap(small),
    runBootstrap(large),
    runInThread("agree", [choices, categories]),
  ]);
  expect(one).toEqual(crossedBootstrap(small));
  expect(several).toEqual(crossedBootstrap(large));
  expect(agreed).toEqual(agreeTwoWay(choices, categories));
});

it("leaves the event loop free, and stops when nobody waits any more", async () => {
  const input = randomCrossed(4, { people: 60, cases: 200, models: 5, answered: 0.5, b: 1_000_000 });
  const nobodyWaits = new AbortController();
  const running = runBootstrap(input, { signal: nobodyWaits.signal });
  setImmediate(() => nobodyWaits.abort(new Error("gone")));
  await expect(running).rejects.toThrow("gone");
  await expect(runBootstrap(input, { signal: nobodyWaits.signal })).rejects.toThrow("gone");
  // What was ended is replaced.
  const small = randomCrossed(5, { people: 3, cases: 5, b: 10 });
  expect(await runBootstrap(small)).toEqual(crossedBootstrap(small));
});

it("hands back what a thread refuses, and refuses itself what can't be", async () => {
  await expect(runInThread("trust", [null as never])).rejects.toThrow(/null/);
  const input = randomCrossed(6, { people: 3, cases: 5 });
  await expect(runBootstrap({ ...input, cases: 2 })).rejects.toThrow(/there are only 2/);
});

it("takes only so much at once, and what is refused leaves the rest to be done", async () => {
  const ask = () => runInThread("trust", [fewChoices]);
  const asked = await Promise.allSettled(Array.from({ length: maxThreads + maxWaiting + 5 }, ask));
  const refused = asked.flatMap((settled) =>
    settled.status === "rejected" ? [settled.reason as unknown] : [],
  );
  expect([refused.length, refused.every(isLineFull)]).toEqual([5, true]);
  await expect(ask()).resolves.toBeDefined();
});

it.runIf(process.platform === "linux")("goes last where a processor is wanted", async () => {
  const input = randomCrossed(7, { people: 60, cases: 200, models: 5, answered: 0.5, b: 1_000_000 });
  const enough = new AbortController();
  const running = runBootstrap(input, { signal: enough.signal });
  await expect.poll(listNiceness).toContain(Math.max(10, getPriority()));
  enough.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
});

/** Of every thread of this process but the first, which answers people. */
function listNiceness(): number[] {
  const threads = readdirSync("/proc/self/task").filter((id) => id !== String(process.pid));
  const fieldsOf = (id: string) =>
    readFileSync(`/proc/self/task/${id}/stat`, "utf8").split(") ")[1]?.split(" ");
  return threads.map((id) => Number(fieldsOf(id)?.[16]));
}
