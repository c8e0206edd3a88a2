import type { Figure } from "#bench/support/figure.ts";
import { watchLoop } from "#bench/support/loop.ts";
import { measureRatedScreens } from "#bench/support/study/rated-figures.ts";
import { median, timed } from "#bench/support/timing.ts";
import { makeFigure } from "#lib/study-results/figures.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { writeOwnResults } from "#lib/task-kinds/result-registry.ts";

export const name = "ratings";
export const about =
  "a study of all of RoleThink’s size: means by origin, judges against people, raters, comparisons, and every screen over HTTP";

const ROUNDS = 3;
/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
/** On each of two tracks. */
const SCENARIOS = Math.max(5, Math.round(308 * scale));
const view = mainView("people");

/** 616 groups of 24 origins, each case rated by five people and five judges, and measured against its reference. */
const makeStudy = (seed: number) =>
  makeRatedRows({
    seed,
    groups: SCENARIOS,
    raters: 5,
    judges: 4,
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
  const screens = await measureRatedScreens(SCENARIOS);
  const of = `${2 * 24 * SCENARIOS} cases × 5 ratings × 5 judges`;
  return [
    { what: `${of}, every figure with its interval, median`, value: median(times), unit: "ms", limit: 3000 },
    { what: "  the first time, with the study made", value: first, unit: "ms" },
    { what: "  longest the event loop was kept", value: late, unit: "ms", limit: 200 },
    { what: "  once they are known, all of them", value: median(again), unit: "ms", limit: 200 },
    { what: "  once they are known, drawn", value: median(drawn), unit: "ms", limit: 200 },
    ...screens,
  ];
}
