import { describe, expect, test } from "vitest";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { makeRowsOfKind } from "#lib/study-results/testing/rows-of-kinds.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

/** A figure with an interval, wherever a report or its document has it. */
type Bounded = {
  at: string;
  /** People, or a model by its name. */
  of: string;
  value: number;
  low: number;
  high: number;
  /** How many it is over, where that is said. */
  n: number | null;
  /** How its interval was made, where that is said. */
  method: string | null;
};

const answered = { choice: 4, texts: 4, rating: 5, label: 3, pair: 3, traits: 3, codes: 8 } as const;

/** Answers without a pattern, so that two figures are hardly ever the same by chance. */
function drawRows(kind: KindName, tracks: number) {
  const draw = wholeNumbers(11, 3);
  const below = (count: number) => Math.floor(toShare(draw()) * count);
  const skewed = (count: number) => Math.min(below(count), below(count));
  return makeRowsOfKind(kind, {
    people: 9,
    cases: 210,
    groups: 35,
    tracks,
    say: () => (below(23) === 0 ? null : skewed(answered[kind])),
    judge: (_run, place) => (place % 13 === 5 ? null : skewed(answered[kind])),
  });
}

const isNumber = (cell: unknown): cell is number => typeof cell === "number";
const counts = ["n", "answers", "ratings", "labels", "codings", "comparisons"];

function readCsv(name: string, csv: readonly (readonly CsvCell[])[], models: readonly string[]): Bounded[] {
  const [head = [], ...lines] = csv.map((cells) => [...cells]);
  const names = head.map(String);
  return lines.flatMap((cells) =>
    names.flatMap((key, at): Bounded[] => {
      const own = /^(?:(.+)[_ ])?low$/.exec(key)?.[1];
      if (!/(?:^|[_ ])low$/.test(key)) return [];
      const from = own === undefined ? at - 1 : names.indexOf(own);
      const [value, low, high] = [cells[from], cells[at], cells[at + 1]];
      if (!isNumber(value) || !isNumber(low) || !isNumber(high)) return [];
      const stated = cells[names.indexOf(own === undefined ? "interval" : `${own}_interval`)];
      const counted = cells[names.findIndex((one) => counts.includes(one))];
      const words = [...cells, names[from] ?? ""].map(String);
      const of = models.find((model) => words.some((word) => word.startsWith(model))) ?? "people";
      return [
        {
          at: `${name}.csv`,
          of,
          value,
          low,
          high,
          n: isNumber(counted) ? counted : null,
          method: typeof stated === "string" ? stated : null,
        },
      ];
    }),
  );
}

type Node = Readonly<Record<string, unknown>>;
const values = ["value", "mean", "share", "accuracy", "top1"];

/** A place is what the document has by one name. */
function readJson(found: unknown, place: string, inherited: Pick<Bounded, "of" | "method">): Bounded[] {
  if (typeof found !== "object" || found === null) return [];
  const node = found as Node;
  const of = typeof node["model"] === "string" ? node["model"] : inherited.of;
  const stated = [node["method"], node["intervals"]].find(
    (one) => typeof one === "string" && !("model" in node),
  );
  const method = typeof stated === "string" ? stated : inherited.method;
  const ends = (isNumber(node["low"]) ? node : (node["interval"] ?? {})) as Node;
  const value = values.map((key) => node[key]).find(isNumber);
  const { low, high } = ends;
  const counted = counts.map((key) => node[key]).find(isNumber) ?? null;
  const own =
    value !== undefined && isNumber(low) && isNumber(high)
      ? [
          {
            at: place,
            of,
            value,
            low,
            high,
            n: counted,
            method: typeof ends["method"] === "string" ? ends["method"] : method,
          },
        ]
      : [];
  return [...own, ...Object.values(node).flatMap((one) => readJson(one, place, { of, method }))];
}

const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;
const isAlike = (one: Bounded, other: Bounded) => near(one.low, other.low) && near(one.high, other.high);
const areNamed = (one: Bounded, other: Bounded) =>
  one.method !== null && other.method !== null && one.method !== other.method;
const areSame = (one: Bounded, other: Bounded) =>
  one.of === other.of &&
  near(one.value, other.value) &&
  (one.n === null || other.n === null || one.n === other.n);

/** The same figure in two places, none of its intervals in both, and no word of how each was made. */
function listContradictions(all: readonly Bounded[]): string[] {
  const told = all.filter(({ value }) => Math.abs(value) > 1e-9 && !near(Math.abs(value), 1));
  const places = [...Map.groupBy(told, ({ at }) => at)];
  return places.flatMap(([first, own], i) =>
    places.slice(i + 1).flatMap(([second, others]) =>
      own.flatMap((one) => {
        const same = others.filter((other) => areSame(one, other));
        const differs = same.every((other) => !isAlike(one, other) && !areNamed(one, other));
        return same.length > 0 && differs
          ? [`${one.of}, ${one.value} (n ${one.n}): ${first}, ${second}`]
          : [];
      }),
    ),
  );
}

describe.each(kindNames)("a report of %s", (kind) => {
  test.each([1, 3])(
    "has one interval for each figure, or names both methods, with %i tracks",
    async (tracks) => {
      const rows = drawRows(kind, tracks);
      const report = await imagineReport(rows);
      const models = rows.runs.map(({ model }) => model);
      const inTables = report.tables.flatMap(({ name, csv }) => readCsv(name, csv, models));
      const inDocument = Object.entries(report.facts.results).flatMap(([name, found]) =>
        readJson(found, name, { of: "people", method: null }),
      );
      expect(inTables.length).toBeGreaterThan(5);
      for (const { columns, csv, notes } of report.tables)
        if (csv.flat().includes("clustered") && columns.some(({ label }) => label.includes("interval")))
          expect(notes.join(" ")).toMatch(/clustered/);
      expect(listContradictions([...inTables, ...inDocument])).toEqual([]);
    },
  );
});
