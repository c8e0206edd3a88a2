import type { Figure } from "#bench/support/figure.ts";
import { watchLoop } from "#bench/support/loop.ts";
import { median, timed } from "#bench/support/timing.ts";
import { makeStudy } from "#bench/support/study/resampling-study.ts";
import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { runBootstrap } from "#lib/study-results/resampling/run-bootstrap.ts";

export const name = "resampling";
export const about =
  "people and cases resampled 10,000 times, with every model and every gap, off the request path";

const ROUNDS = 5;
const limit = 3000;
const studies = [
  { people: 20, cases: 50, models: 19 },
  { people: 200, cases: 10_000, models: 30 },
  { people: 2000, cases: 28_565, models: 30 },
];

export async function run(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of studies) {
    const { crossed } = makeStudy(size);
    // The first call starts the threads and compiles; whoever waits for a study waits for that once.
    const first = await timed(() => runBootstrap(crossed));
    const times: number[] = [];
    let late = 0;
    const before = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round += 1) {
      const watch = watchLoop();
      times.push(await timed(() => runBootstrap(crossed)));
      late = Math.max(late, watch());
    }
    const { user } = process.cpuUsage(before);
    const of = `${size.people} people × 50 answers, ${size.models} models`;
    figures.push({ what: `${of}, median`, value: median(times), unit: "ms", limit });
    figures.push({ what: "  the first time", value: first, unit: "ms", limit });
    figures.push({ what: "  processor time of all threads", value: user / 1000 / ROUNDS, unit: "ms" });
    figures.push({ what: "  longest the event loop was kept", value: late, unit: "ms" });
  }
  const { choices } = makeStudy({ people: 2000, cases: 28_565, models: 0 });
  const options = new Int32Array(choices.cases).fill(choices.options);
  const agreed = await timed(async () => agreeTwoWay({ ...choices, options }, { are: "own" }));
  return [
    ...figures,
    {
      what: "agreement of 2,000 people × 50, each person and case left out once",
      value: agreed,
      unit: "ms",
      limit: 1000,
    },
  ];
}
