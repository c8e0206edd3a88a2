import type { Figure } from "#bench/support/figure.ts";
import { watchLoop } from "#bench/support/loop.ts";
import { median, timed } from "#bench/support/timing.ts";
import { makeFigure } from "#lib/study-results/figures.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { writeOwnResults } from "#lib/task-kinds/result-registry.ts";

export const name = "ratings";
export const about =
  "means by origin, judges against people, raters and comparisons of all of RoleThink’s size, and what of it a screen waits for";

const ROUNDS = 3;
const view = mainView("people");

/** 616 groups of 24 origins, each case rated by five people and five judges, and measured against its reference. */
const makeStudy = (seed: number) =>
  makeRatedRows({
    ...{ seed, groups: 308, raters: 5, judges: 4 },
    methods: Array.from({ length: 8 }, (_, method) => `method ${method + 1}`),
    models: ["model 1", "model 2", "model 3"],
  });

export async function run(): Promise<Figure[]> {
  const first = await timed(() => writeOwnResults(makeStudy(1), view));
  const times: number[] = [];
  const again: number[] = [];
  const drawn: number[] = [];
  let late = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = makeStudy(round + 2);
    const watch = watchLoop();
    times.push(await timed(() => writeOwnResults(rows, view)));
    late = Math.max(late, watch());
    again.push(await timed(() => writeOwnResults(rows, view)));
    drawn.push(await timed(() => makeFigure("origins", rows, view)));
  }
  const of = "14,784 cases × 5 ratings × 5 judges";
  return [
    { what: `${of}, every figure with its interval, median`, value: median(times), unit: "ms", limit: 3000 },
    { what: "  the first time, with the study made", value: first, unit: "ms" },
    { what: "  longest the event loop was kept", value: late, unit: "ms", limit: 200 },
    { what: "  once they are known, all of them", value: median(again), unit: "ms", limit: 200 },
    { what: "  once they are known, drawn", value: median(drawn), unit: "ms", limit: 200 },
  ];
}
