import { inDigits } from "#lib/figures/written.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";

type Traits = NonNullable<ResultsDocument["traits"]>;
type Origin = Traits["origins"][number];
type Similarity = Pick<Origin["people"], "mean" | "low" | "high" | "n">;

const digits = (value: number | null): string => (value === null ? "–" : inDigits(value, 3));

/** How alike two sides of a person are, by people and judges, and how far people agree on each trait. */
export function linesOfTraits({ origins, agreement }: Traits, name: string): string[] {
  const rows = origins.flatMap((one): [string, string, Similarity, boolean][] => {
    const origin = [one.method, one.model].filter(Boolean).join(" · ") || "generated";
    return [
      [origin, name, one.people, one.isClaimable],
      ...one.judges.map((judge): [string, string, Similarity, boolean] => [
        ...([origin, [judge.model, judge.method].filter(Boolean).join(", "), judge] as const),
        one.isClaimable,
      ]),
    ];
  });
  const widthOf = (at: 0 | 1) => Math.max(0, ...rows.map((row) => row[at].length));
  const [width, ofBy] = [widthOf(0), widthOf(1)];
  return [
    ...rows.map(([origin, by, { mean, low, high, n }, isTold]) => {
      const range = low === null || high === null ? "" : ` (${inDigits(low, 3)} to ${inDigits(high, 3)})`;
      return `${origin.padEnd(width)}  by ${by.padEnd(ofBy)}  ${isTold ? `${digits(mean)}${range}` : "too few"}, ${n} people judged`;
    }),
    ...agreement.map(
      ({ trait, counts: [low = 0, neutral = 0, high = 0], alpha }) =>
        `  ${trait}: alpha ${alpha === null ? "–" : inDigits(alpha, 2)}; ${low} low, ${neutral} neutral, ${high} high`,
    ),
    "similarity is 1 − Σ|reference − generated| / 10; ranges are 95% intervals; --json has every figure",
  ];
}
