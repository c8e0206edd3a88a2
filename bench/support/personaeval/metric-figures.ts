import type { Figure } from "#bench/support/figure.ts";
import { expectFigures } from "#bench/support/personaeval/expect-equal.ts";
import type { Questions } from "#bench/support/personaeval/product.ts";
import type { RunFigures } from "#bench/support/personaeval/run-truth.ts";
import { median, timed } from "#bench/support/timing.ts";

const ROUNDS = 10;
const LIMIT_MS = 1000;

/** Every figure of every run, and whether they are what their definitions say. */
export async function measureMetrics(
  questions: Questions,
  expected: readonly RunFigures[],
): Promise<Figure[]> {
  const found = (await questions.computeRuns()).flatMap(({ pooled, tracks }) => [...tracks, pooled]);
  for (const figures of expected) {
    const same = found.find(({ model, track }) => model === figures.model && track === figures.track);
    expectFigures(`${figures.model}, ${figures.track ?? "pooled"}`, same, figures);
  }
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(questions.computeRuns));
  const what = `all figures of ${found.length} runs on tracks and pooled, uncached`;
  return [
    { what: `${what}, median`, value: median(times), unit: "ms", limit: LIMIT_MS },
    { what: `  worst of ${ROUNDS}`, value: Math.max(...times), unit: "ms", limit: LIMIT_MS },
  ];
}
