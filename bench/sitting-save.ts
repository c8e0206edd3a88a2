import { atEnd } from "#bench/support/clean-up.ts";
import type { Figure } from "#bench/support/figure.ts";
import { openBareInserts } from "#bench/support/sitting/bare-inserts.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { readProcessorTime, type ProcessorTime } from "#bench/support/sitting/processor-time.ts";
import { Load, type SaveLoad, type Saving } from "#bench/support/sitting/save-load.ts";
import { describeStored } from "#bench/support/sitting/stored.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { quantile } from "#bench/support/timing.ts";

export const name = "sitting-save";
export const about =
  "200 people who answer once a second for two minutes, on a durable database; then as many saves as go";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const PEOPLE = Math.max(10, Math.round(200 * scale));
const SECONDS = Math.max(5, 120 * scale);
const TRIED = [4, 8, 16, 32, 64].filter((connections) => connections <= PEOPLE);
const [TRYING_SECONDS, ROUND_SECONDS, ROUNDS] = [Math.max(2, 5 * scale), Math.max(3, 10 * scale), 3];

const rateOf = ({ savings, seconds }: SaveLoad) =>
  savings.filter(({ trouble }) => trouble === null).length / seconds;

function describePaced(load: SaveLoad, used: ProcessorTime, before: ProcessorTime): Figure[] {
  const times = load.savings.map(({ ms }) => ms);
  const each = (who: keyof ProcessorTime) =>
    ((used[who] ?? Number.NaN) - (before[who] ?? 0)) * (1000 / load.savings.length);
  const processor: Figure[] = [
    { what: "  processor time of the product for each", value: each("product"), unit: "ms" },
    { what: "  of the database", value: each("database"), unit: "ms" },
    { what: "  of the load itself", value: each("load"), unit: "ms" },
  ];
  return [
    { what: `saves by ${PEOPLE} people within ${SECONDS} s`, value: load.savings.length, unit: "" },
    { what: "  half of them within", value: quantile(times, 0.5), unit: "ms" },
    { what: "  95 of 100 within", value: quantile(times, 0.95), unit: "ms", limit: 100 },
    { what: "  99 of 100 within", value: quantile(times, 0.99), unit: "ms" },
    { what: "  the slowest", value: Math.max(...times), unit: "ms" },
    ...processor.filter(({ value }) => !Number.isNaN(value)),
  ];
}

export async function run(): Promise<Figure[]> {
  const { server, site, link } = await openSittingStudy();
  const sitters = await enterPeople(site, link, PEOPLE);
  const load = new Load(site, sitters);
  atEnd(() => load.close());
  const all: Saving[] = [];
  const measure = async (given: Parameters<Load["run"]>[0]) => {
    const done = await load.run(given);
    for (const saving of done.savings) all.push(saving);
    return done;
  };
  const clock = () => readProcessorTime(site.pid, server.databasePid);

  await measure({ people: PEOPLE, seconds: 3, everyMs: 1000 });
  const before = clock();
  const paced = await measure({ people: PEOPLE, seconds: SECONDS, everyMs: 1000 });
  const figures = describePaced(paced, clock(), before);

  const tried: { people: number; rate: number }[] = [];
  for (const people of TRIED)
    tried.push({ people, rate: rateOf(await measure({ people, seconds: TRYING_SECONDS, everyMs: 0 })) });
  const { people: connections = 1 } = tried.toSorted((a, b) => b.rate - a.rate)[0] ?? {};
  // In turns, so that whatever else the machine does falls on both.
  const insert = await openBareInserts(server.ownerUrl, connections);
  await insert(TRYING_SECONDS);
  const [saves, inserts]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    saves.push(rateOf(await measure({ people: connections, seconds: ROUND_SECONDS, everyMs: 0 })));
    inserts.push(await insert(ROUND_SECONDS));
  }
  const [rate, bare] = [quantile(saves, 0.5), quantile(inserts, 0.5)];

  return [
    ...figures,
    ...tried.map(({ people, rate: each }) => ({
      what: `saves on ${people} connections, as quickly as they are answered`,
      value: each,
      unit: "1/s",
    })),
    { what: `saves on ${connections} connections, in turns with the next`, value: rate, unit: "1/s" },
    { what: "bare INSERT … ON CONFLICT on as many", value: bare, unit: "1/s" },
    { what: "  of which a save reaches", value: (100 * rate) / bare, unit: "%" },
    ...(await describeStored(server.ownerUrl, all)),
  ];
}
