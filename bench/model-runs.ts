import type { Figure } from "#bench/support/figure.ts";
import { openModelStage, type ModelStage } from "#bench/support/model-runs/stage.ts";
import { quantile } from "#bench/support/timing.ts";
import { spawnWorker, type BenchWorker, type Used } from "#bench/support/model-runs/worker.ts";

export const name = "model-runs";
export const about =
  "28,565 cases asked of a fake model over HTTP, the worker killed three times: calls a second, nothing lost or doubled";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const CASES = Math.max(1000, Math.round(28_565 * scale));
const AT_ONCE = 32;
const KILLED_AT = [0.2, 0.5, 0.8];
const LOOKS = 50;

export async function run(): Promise<Figure[]> {
  const stage = await openModelStage(CASES, AT_ONCE);
  const used: Used[] = [];
  const spans: { calls: number; seconds: number }[] = [];
  const looks: number[] = [];
  let worker = await begin(stage);
  for (const share of KILLED_AT) {
    spans.push(await stretch(stage, Math.round(share * CASES)));
    if (share === KILLED_AT.at(-1)) for (let n = 0; n < LOOKS; n += 1) looks.push(await stage.look());
    used.push(worker.kill());
    worker = await begin(stage);
  }
  await stage.ended();
  used.push(worker.kill());
  const { answered, twice, tries, interrupted, predictions } = await stage.count();
  const arrived = await stage.countArrived();
  const calls = spans.reduce((sum, span) => sum + span.calls, 0);
  const seconds = spans.reduce((sum, span) => sum + span.seconds, 0);
  const cpu = used.reduce((sum, one) => sum + one.cpuSeconds, 0);
  return [
    {
      what: `${CASES} cases, ${AT_ONCE} calls at once: calls a second`,
      value: calls / seconds,
      unit: "1/s",
      least: 200,
    },
    { what: "  the product’s processor for each call", value: (1000 * cpu) / tries, unit: "ms", limit: 10 },
    {
      what: "  most memory of a worker",
      value: Math.max(...used.map(({ megabytes }) => megabytes)),
      unit: "MB",
    },
    {
      what: `  one look of the page that follows it, while it goes on at ${100 * (KILLED_AT.at(-1) ?? 0)} %, 95th percentile`,
      value: quantile(looks, 0.95),
      unit: "ms",
      limit: 50,
    },
    {
      what: "after three times kill -9: cases without an answer",
      value: CASES - answered,
      unit: "",
      limit: 0,
    },
    { what: "  answers stored twice", value: twice, unit: "", limit: 0 },
    { what: "  predictions missing", value: CASES - predictions, unit: "", limit: 0 },
    { what: "  tries under way when it was killed, paid again and counted", value: interrupted, unit: "" },
    {
      what: "  calls that arrived and stand in no ledger",
      value: Math.max(0, arrived - tries),
      unit: "",
      limit: 0,
    },
  ];
}

async function begin(stage: ModelStage): Promise<BenchWorker> {
  const before = await stage.countAnswered();
  const worker = spawnWorker(stage);
  await stage.answered(before + 1);
  return worker;
}

/** From the first answers of a worker on to so many. */
async function stretch(stage: ModelStage, until: number) {
  const [before, since] = [await stage.countAnswered(), performance.now()];
  await stage.answered(until);
  return { calls: (await stage.countAnswered()) - before, seconds: (performance.now() - since) / 1000 };
}
