import type { Figure } from "#bench/support/figure.ts";
import { median, timed } from "#bench/support/timing.ts";
import { type PowerInput, simulatePower } from "#lib/metrics/power/power.ts";

const ROUNDS = 5;
const usual = { accuracy: 0.9, personSpread: 0.5, caseSpread: 1, seed: 2026 };

const plans: { what: string; limit: number; plan: Omit<PowerInput, keyof typeof usual> }[] = [
  {
    what: "20 people × the same 50 cases",
    limit: 300,
    plan: { design: "same", people: 20, casesPerPerson: 50 },
  },
  { what: "20 people × 50 own cases", limit: 300, plan: { design: "own", people: 20, casesPerPerson: 50 } },
  {
    what: "2,000 people × 50 of 28,565 cases",
    limit: 1500,
    plan: { design: "own", people: 2000, casesPerPerson: 50, distinctCases: 28_565 },
  },
];

export async function measurePower(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, limit, plan } of plans) {
    const work = async () => simulatePower({ ...usual, ...plan });
    const { simulations } = await work();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
    figures.push({
      what: `power of ${what}, ${simulations} studies drawn`,
      value: median(times),
      unit: "ms",
      limit,
    });
  }
  return figures;
}
