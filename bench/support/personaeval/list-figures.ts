import type { Figure } from "#bench/support/figure.ts";
import type { Questions } from "#bench/support/personaeval/product.ts";
import { quantile, timed } from "#bench/support/timing.ts";

const ROUNDS = 20;
const LIMIT_MS = 100;

type Filter = Readonly<Record<string, string | number>>;

/** What somebody browsing asks for; within a group the 95th percentile is over all of its filters. */
const filters: Readonly<Record<string, readonly Filter[]>> = {
  "on the first, a middle and the last page": [{}, { page: 290 }, { page: 100_000 }],
  "by track": ["Literary", "Drama", "Expertise"].map((track) => ({ track })),
  "by track, last page": ["Literary", "Drama", "Expertise"].map((track) => ({ track, page: 100_000 })),
  "by length": [{ shorter: 60 }, { longer: 200 }, { longer: 100, shorter: 120 }, { longer: 100_000 }],
  "by option count": [{ options: 4 }, { options: 5 }, { options: 3 }],
  "by kind": [{ kind: "choice" }, { kind: "rating" }],
  "by form": [{ form: "dialogue" }, { form: "unparsed" }, { form: "text" }],
  "by text: common": [{ text: "the" }, { text: "brother" }, { text: "知道" }],
  "by text: rare or nowhere": [
    { text: "umbrella, but the brother" },
    { text: "no such words" },
    { text: "晚舟" },
    { text: "z" },
  ],
  "by all of it": [
    { track: "Literary", form: "dialogue", options: 4, longer: 40, shorter: 200, text: "harbour" },
  ],
};

export async function measureLists(questions: Questions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const measure = async (what: string, asks: readonly (() => Promise<unknown>)[]) => {
    for (const ask of asks) await ask();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) for (const ask of asks) times.push(await timed(ask));
    figures.push({ what, value: quantile(times, 0.95), unit: "ms", limit: LIMIT_MS });
  };
  for (const [what, asked] of Object.entries(filters))
    await measure(
      `cases ${what}`,
      asked.map((filter) => () => questions.listCases(filter)),
    );
  const { cases } = await questions.listCases({ track: "Literary", page: 77 });
  await measure(
    "one case with every run's answer",
    cases.slice(0, 5).map(
      ({ track, key }) =>
        () =>
          questions.getCase(track, key),
    ),
  );
  await measure("benchmarks", [questions.listBenchmarks]);
  await measure("one benchmark", [questions.getBenchmark]);
  await measure("facts of its tracks", [questions.listTrackFacts]);
  await measure("what the filters offer", [questions.listFilterValues]);
  await measure("runs with their figures", [questions.listRuns]);
  return figures;
}
