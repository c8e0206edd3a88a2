import { asPercent, inDigits, inRange } from "#lib/figures/written.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";

type Codes = NonNullable<ResultsDocument["codes"]>;
type Book = Codes[number];
type Side = Book["overall"][number];

/** In which share of cases each code was found, by people and judges, and by people for each value of each attribute. */
export const linesOfCodes = (books: Codes, name: string): string[] => [
  ...books.flatMap((book) => linesOfBook(book, name)),
  "shares of cases; ranges are 95% intervals; --json has every figure",
];

function linesOfBook({ book, overall, byAttribute, agreement }: Book, name: string): string[] {
  const rows: [string, Side][] = [
    ...overall.map((side): [string, Side] => [
      side.runId === null ? name : [side.model, side.method].filter(Boolean).join(", "),
      side,
    ]),
    ...byAttribute.flatMap(({ values }) =>
      values.flatMap(({ value, sides: [people] }): [string, Side][] => (people ? [[value, people]] : [])),
    ),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    `${book}: ${rows[0]?.[1].n ?? 0} codings of ${rows[0]?.[1].cases ?? 0} cases`,
    ...agreement.flatMap(({ code, alpha }, at) => [
      `  ${code ?? "none of these"}: alpha ${alpha.value === null ? "–" : inDigits(alpha.value, 2)}`,
      ...rows.map(([label, side]) => `    ${label.padEnd(width)}  ${tellShare(side, at)}`),
    ]),
  ];
}

function tellShare({ isTold, codes, n, cases }: Side, at: number): string {
  const { count = 0, share = null, low = null, high = null } = codes[at] ?? {};
  const of = `${n} codings of ${cases} cases`;
  if (!isTold || share === null) return `${count} of ${of} (too few)`;
  const range = low === null || high === null ? "" : ` (${inRange(low, high)})`;
  return `${asPercent(share)}${range}; ${of}`;
}
