import { asPercent, inDigits } from "#lib/figures/written.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";

type Pairs = NonNullable<ResultsDocument["pairs"]>;
type Preferences = Pairs["judges"][number]["preferences"];

/** How strong each origin is, by people and by judges. */
export const linesOfPairs = ({ people, agreement, judges }: Pairs, name: string): string[] => [
  ...linesOf(people, name),
  ...judges.flatMap(({ model, method, preferences }) =>
    linesOf(preferences, [model, method].filter(Boolean).join(", ")),
  ),
  `two ${name} said the same: ${agreement.mean === null ? "–" : asPercent(agreement.mean)} of ${agreement.n} answers`,
  "strengths are log-odds above the average origin, a tie half a win; ranges are 95% intervals; --json has every figure",
];

function linesOf({ comparisons, cases, origins, reason }: Preferences, name: string): string[] {
  const width = Math.max(0, ...origins.map((origin) => origin.name.length));
  return [
    `by ${name}: ${comparisons} comparisons of ${cases} cases${reason === null ? "" : ` (${reason.replaceAll("_", " ")})`}`,
    ...origins.map(({ name: origin, strength: { value, low, high }, wins, ties, losses }) => {
      const range = low === null || high === null ? "" : `${inDigits(low, 2)} to ${inDigits(high, 2)}`;
      const told = value === null ? "–" : inDigits(value, 2);
      return `  ${origin.padEnd(width)}  ${told.padStart(6)}  ${range.padEnd(15)}  ${wins} wins, ${ties} ties, ${losses} losses`;
    }),
  ];
}
