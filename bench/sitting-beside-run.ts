import { atEnd } from "#bench/support/clean-up.ts";
import type { Figure } from "#bench/support/figure.ts";
import { addModelStage } from "#bench/support/model-runs/stage.ts";
import { spawnWorker } from "#bench/support/model-runs/worker.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { Load, type Saving } from "#bench/support/sitting/save-load.ts";
import { describeStored } from "#bench/support/sitting/stored.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { quantile } from "#bench/support/timing.ts";

export const name = "sitting-beside-run";
export const about =
  "200 people who answer once a second for a minute, alone and while a fake model is asked as fast as it goes";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const PEOPLE = Math.max(10, Math.round(200 * scale));
const SECONDS = Math.max(5, 60 * scale);
const [CASES, AT_ONCE] = [28_565, 4];

const describe = (savings: readonly Saving[], when: string): Figure[] => {
  const times = savings.map(({ ms }) => ms);
  return [
    { what: `saves ${when}: half of them within`, value: quantile(times, 0.5), unit: "ms" },
    { what: "  95 of 100 within", value: quantile(times, 0.95), unit: "ms", limit: 100 },
    { what: "  99 of 100 within", value: quantile(times, 0.99), unit: "ms" },
  ];
};

export async function run(): Promise<Figure[]> {
  const { server, site, link } = await openSittingStudy();
  const stage = await addModelStage(server, CASES, AT_ONCE);
  const load = new Load(site, await enterPeople(site, link, PEOPLE));
  atEnd(() => load.close());
  const paced = (seconds: number) => load.run({ people: PEOPLE, seconds, everyMs: 1000 });
  const warm = await paced(3);
  const alone = await paced(SECONDS);
  const worker = spawnWorker(stage);
  await stage.answered(1);
  const [before, since] = [await stage.countAnswered(), performance.now()];
  const beside = await paced(SECONDS);
  const calls = ((await stage.countAnswered()) - before) / ((performance.now() - since) / 1000);
  worker.kill();
  const all = [warm, alone, beside].flatMap(({ savings }) => savings);
  return [
    ...describe(alone.savings, `by ${PEOPLE} people`),
    ...describe(beside.savings, "beside the run"),
    { what: `calls a second meanwhile, ${AT_ONCE} at once`, value: calls, unit: "1/s" },
    ...(await describeStored(server.ownerUrl, all)),
  ];
}
