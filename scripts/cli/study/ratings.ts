import { inDigits } from "#lib/figures/written.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";

type Ratings = NonNullable<ResultsDocument["ratings"]>;
type Part = NonNullable<Ratings["parts"][number]>;
type Bounds = { low: number | null; high: number | null };

const digits = (value: number | null): string => (value === null ? "–" : inDigits(value, 2));
const between = ({ low, high }: Bounds): string =>
  low === null || high === null ? "" : `${inDigits(low, 2)} to ${inDigits(high, 2)}`;

/** Where no answer is right: means by origin, and how far judges say what people say. */
export function linesOfRatings({ by, parts }: Ratings, name: string): string[] {
  return [
    ...parts.flatMap((part) => (part ? linesOfPart(part, name) : "too many origins by these attributes")),
    `origins by ${by.length > 0 ? by.join(", ") : "nothing: the cases have no attributes"}; ranges are 95% intervals; --json has every figure`,
  ];
}

function linesOfPart({ track, scale, n, people, origins, judges }: Part, name: string): string[] {
  const rows = origins.map((origin) => [
    origin.values.map((value) => value ?? "none").join(" · ") || "all cases",
    origin.isClaimable ? digits(origin.people.mean) : "too few",
    origin.isClaimable ? between(origin.people) : "",
    `${origin.n.ratings} ratings of ${origin.n.cases} cases`,
  ]);
  const width = Math.max(...rows.map(([label = ""]) => label.length));
  return [
    `${track}, ${scale}: ${digits(people.mean)} (${between(people)}), ${n.ratings} ratings of ${n.cases} cases by ${n.raters} ${name}`,
    ...rows.map(
      ([label = "", mean = "", range = "", of = ""]) =>
        `  ${label.padEnd(width)}  ${mean.padStart(7)}  ${range.padEnd(14)}  ${of}`,
    ),
    ...judges.map(
      ({ model, method, byCase }) =>
        `  ${[model, method].filter(Boolean).join(", ")} against ${name}: Spearman ${digits(byCase.spearman.value)} over ${byCase.n} cases`,
    ),
  ];
}
