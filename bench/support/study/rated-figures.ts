import type { Figure } from "#bench/support/figure.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { readProcessorTime } from "#bench/support/sitting/processor-time.ts";
import { makeRatedStudy } from "#bench/support/study/rated-study.ts";
import { measureAnswers, openSignedIn } from "#bench/support/study/signed-in.ts";
import { timed } from "#bench/support/timing.ts";

const LIMIT_MS = 200;
const ROUNDS = 20;

/** Every screen of the study's results over HTTP until the last byte: the first look after a start, then again and again. */
export async function measureRatedScreens(scenarios: number): Promise<Figure[]> {
  const server = await openServer();
  const { slug, answers, cases, first } = await makeRatedStudy(server, scenarios);
  const { ask, pid } = await openSignedIn(server);
  const clock = () => readProcessorTime(pid, server.databasePid).product ?? Number.NaN;
  const results = `/studies/${slug}/results`;
  const figures: Figure[] = [
    { what: `${cases} cases over HTTP`, value: answers, unit: "ratings" },
    {
      what: "  first look after a start, until the last byte",
      value: await timed(() => ask(results)),
      unit: "ms",
    },
  ];
  const screens: Record<string, string[]> = {
    overview: [results],
    "  of one track": [`${results}?track=Gold`],
    "origins by method, and by another judge": [`${results}?by=method`, `${results}?judge=1`],
    people: [`${results}/people`, `${results}/people?page=2`],
    "one participant": [`${results}/people/1`, `${results}/people/2`],
    cases: [`${results}/cases`, `${results}/cases?page=2`],
    "one case": [`${results}/cases/${first.track}/${first.id}`],
    models: [`${results}/models`],
    agreement: [`${results}/agreement`],
    report: [`${results}/report`],
    export: [`${results}/export`],
  };
  for (const [what, addresses] of Object.entries(screens)) {
    const once = await timed(() => ask(addresses[0] ?? results));
    const before = clock();
    const value = await measureAnswers(ask, addresses, ROUNDS);
    const each = ((clock() - before) * 1000) / (addresses.length * (ROUNDS + 1));
    figures.push({ what: `  ${what}`, value, unit: "ms", limit: LIMIT_MS });
    if (!Number.isNaN(each))
      figures.push({ what: "    the web process’s processor for each", value: each, unit: "ms" });
    figures.push({ what: "    the first time", value: once, unit: "ms" });
  }
  return figures;
}
