import { expect, onTestFinished, test } from "vitest";
import { Watchdog } from "#scripts/supervise/watchdog.ts";

function watch(computed?: () => number) {
  const silences: number[] = [];
  const dog = new Watchdog({ seconds: 10, computed, onSilence: (ms) => silences.push(ms) }, 0);
  onTestFinished(() => dog.stop());
  /** Looks every second, as it does itself, up to that one. */
  const lookUntil = (end: number, from: number) => {
    for (let second = from; second <= end; second++) dog.look(second * 1000);
  };
  return { dog, silences, lookUntil };
}

test("a process that beats, or is busy for less than the limit, is left alone", () => {
  const { dog, silences, lookUntil } = watch();
  dog.hear(1000);
  lookUntil(9, 1);
  dog.hear(9500);
  lookUntil(19, 10);
  expect(silences).toEqual([]);
});

test("one that falls silent is noticed, once", () => {
  const { dog, silences, lookUntil } = watch();
  dog.hear(1000);
  lookUntil(30, 1);
  expect(silences).toEqual([11_000]);
});

test("one that is still starting has longer", () => {
  const { silences, lookUntil } = watch();
  lookUntil(90, 1);
  expect(silences).toEqual([]);
  lookUntil(91, 91);
  expect(silences).toHaveLength(1);
});

test("one that computes is busy and has six times as long; one that only did so before has not", () => {
  let ticks = 0;
  const busy = watch(() => ++ticks);
  busy.dog.hear(1000);
  busy.lookUntil(61, 1);
  expect(busy.silences).toEqual([]);
  busy.lookUntil(62, 62);
  expect(busy.silences).toEqual([61_000]);
  const stopped = watch(() => Math.min(++ticks, 70));
  stopped.dog.hear(1000);
  stopped.lookUntil(25, 1);
  expect(stopped.silences).toEqual([18_000]);
});

test("a machine that was asleep ends nobody: they have their time anew", () => {
  const { dog, silences, lookUntil } = watch();
  dog.hear(1000);
  lookUntil(5, 1);
  lookUntil(3610, 3605);
  dog.hear(3_611_000);
  lookUntil(3620, 3611);
  expect(silences).toEqual([]);
  lookUntil(3622, 3621);
  expect(silences).toHaveLength(1);
});
