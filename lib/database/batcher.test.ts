import { expect, test, vi } from "vitest";
import { Batcher } from "#lib/database/batcher.ts";

type Run = { given: readonly string[]; end: (error?: Error) => void };

/** Statements that end when the test says so; what begins with the same letter belongs together. */
function open({ atOnce = 1, most = 10, slowMs = 1000 } = {}) {
  const runs: Run[] = [];
  const batcher = new Batcher<string, string>({
    run: (given) =>
      new Promise((resolve, reject) =>
        runs.push({
          given,
          end: (error) => (error ? reject(error) : resolve(given.map((one) => one.toUpperCase()))),
        }),
      ),
    groupOf: ([first = ""]) => first,
    orderOf: (one) => one.slice(0, 2),
    isForAll: (error) => (error as Error).message === "away",
    atOnce,
    most,
    slowMs,
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const givenOf = () => runs.map(({ given }) => given);
  return { batcher, runs, givenOf, settled };
}

test("who comes alone goes alone at once; who comes meanwhile goes together with the next, in order", async () => {
  const { batcher, runs, givenOf, settled } = open();
  const kept = ["a5", "a3x", "b1", "a1", "a3a"].map((one) => batcher.ask(one));
  expect(givenOf()).toEqual([["a5"]]);
  for (const at of [0, 1, 2]) {
    runs[at]?.end();
    await settled();
  }
  expect(givenOf()).toEqual([["a5"], ["a1", "a3x", "a3a"], ["b1"]]);
  expect(await Promise.all(kept)).toEqual(["A5", "A3X", "B1", "A1", "A3A"]);
});

test("not more go together, nor are more under way, than is said", async () => {
  const { batcher, runs, givenOf, settled } = open({ atOnce: 2, most: 3 });
  const kept = Array.from({ length: 7 }, (_, at) => batcher.ask(`a${at}`));
  expect(givenOf()).toEqual([["a0"], ["a1"]]);
  runs[1]?.end();
  await settled();
  expect(givenOf().slice(2)).toEqual([["a2", "a3", "a4"]]);
  runs[0]?.end();
  runs[2]?.end();
  await settled();
  expect(givenOf().slice(3)).toEqual([["a5", "a6"]]);
  runs[3]?.end();
  expect(await Promise.all(kept)).toHaveLength(7);
});

test("what takes long doesn't keep others waiting", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { batcher, runs, givenOf, settled } = open({ slowMs: 100 });
  const slow = batcher.ask("a1");
  const next = batcher.ask("a2");
  vi.advanceTimersByTime(99);
  expect(givenOf()).toEqual([["a1"]]);
  vi.advanceTimersByTime(1);
  expect(givenOf()).toEqual([["a1"], ["a2"]]);
  runs[1]?.end();
  expect(await next).toBe("A2");
  await settled();
  // Its place was given away once, and isn't again when it ends.
  const more = ["a3", "a4"].map((one) => batcher.ask(one));
  runs[0]?.end();
  await settled();
  expect(givenOf().slice(2)).toEqual([["a3"]]);
  runs[2]?.end();
  await settled();
  runs[3]?.end();
  expect(await Promise.all([slow, ...more])).toEqual(["A1", "A3", "A4"]);
  vi.useRealTimers();
});

test("what can't be done by itself fails by itself; what nobody can do now fails for all", async () => {
  const { batcher, runs, givenOf, settled } = open();
  const outcomes = ["a0", "a1", "a2"].map((one) => batcher.ask(one).catch((error: Error) => error.message));
  runs[0]?.end();
  await settled();
  runs[1]?.end(new Error("one is wrong"));
  await settled();
  runs[2]?.end(new Error("wrong"));
  await settled();
  runs[3]?.end();
  expect(await Promise.all(outcomes)).toEqual(["A0", "wrong", "A2"]);
  expect(givenOf()).toEqual([["a0"], ["a1", "a2"], ["a1"], ["a2"]]);

  const away = ["b0", "b1", "b2"].map((one) => batcher.ask(one).catch((error: Error) => error.message));
  runs[4]?.end(new Error("away"));
  await settled();
  runs[5]?.end(new Error("away"));
  expect(await Promise.all(away)).toEqual(["away", "away", "away"]);
  expect(runs).toHaveLength(6);
});
