import { atEnd } from "#bench/support/clean-up.ts";
import { scale, type Figure } from "#bench/support/figure.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { watchProcessor } from "#bench/support/sitting/processor-time.ts";
import { Load, type SaveLoad, type SaveAttempt } from "#bench/support/sitting/save-load.ts";
import { describeStored } from "#bench/support/sitting/stored.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { quantile } from "#bench/support/timing.ts";

export const name = "sitting-save";
export const about =
  "200 people who answer once a second for two minutes, on a durable database; then as many saves as go";

const PEOPLE = Math.max(10, Math.round(200 * scale));
const SECONDS = Math.max(5, 120 * scale);
const TRIED = [4, 8, 16, 32, 64].filter((connections) => connections <= PEOPLE);
const TRYING_SECONDS = Math.max(2, 5 * scale);

const rateOf = ({ savings, seconds }: SaveLoad) =>
  savings.filter(({ trouble }) => trouble === null).length / seconds;

function describePaced(load: SaveLoad, processor: readonly Figure[]): Figure[] {
  const times = load.savings.map(({ ms }) => ms);
  return [
    { what: `saves by ${PEOPLE} people within ${SECONDS} s`, value: load.savings.length, unit: "" },
    { what: "  half of them within", value: quantile(times, 0.5), unit: "ms" },
    { what: "  95 of 100 within", value: quantile(times, 0.95), unit: "ms", limit: 100 },
    { what: "  99 of 100 within", value: quantile(times, 0.99), unit: "ms" },
    { what: "  the slowest", value: Math.max(...times), unit: "ms" },
    ...processor,
  ];
}

export async function run(): Promise<Figure[]> {
  const { server, site, link } = await openSittingStudy();
  const sitters = await enterPeople(site, link, PEOPLE);
  const load = new Load(site, sitters);
  atEnd(() => load.close());
  const all: SaveAttempt[] = [];
  const measure = async (given: Parameters<Load["run"]>[0]) => {
    const done = await load.run(given);
    for (const saving of done.savings) all.push(saving);
    return done;
  };
  await measure({ people: PEOPLE, seconds: 3, everyMs: 1000 });
  const used = watchProcessor(site.pid, server.databasePid);
  const paced = await measure({ people: PEOPLE, seconds: SECONDS, everyMs: 1000 });
  const figures = describePaced(paced, used(paced.savings.length));

  for (const people of TRIED) {
    const value = rateOf(await measure({ people, seconds: TRYING_SECONDS, everyMs: 0 }));
    figures.push({
      what: `saves on ${people} connections, as quickly as they are answered`,
      value,
      unit: "1/s",
    });
  }
  return [...figures, ...(await describeStored(server.ownerUrl, all))];
}
