import { setImmediate } from "node:timers/promises";
import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import { hasEnoughData } from "#lib/metrics/claim.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart } from "#lib/metrics/grouped/parts.ts";
import { nameGroups } from "#lib/study-results/cluster-words.ts";
import { OriginNumbers, type OriginAttribute } from "#lib/results/automatic/origin-numbers.ts";
import { numberGroups, type Origin } from "#lib/study-results/kinds/origins.ts";
import { hasOthersRatings } from "#lib/study-results/rows/rated-once.ts";
import { kindsWithSeries, seriesOf } from "#lib/study-results/kinds/registry.ts";
import {
  detailNames,
  type DetailName,
  type MeasuredRows,
  type PeoplesAnswers,
  type Series,
  type SeriesPart,
} from "#lib/study-results/kinds/series.ts";

/** Over so many cases, or answers of models; of people beside how many of them gave how many answers. */
export type AutomaticCell = Omit<GroupedMean, "n"> & {
  readonly n: number;
  readonly answers: number;
  /** Of people too little to be told. */
  readonly isFew: boolean;
};

export type AutomaticColumn = Pick<Series, "source" | "figure" | "isShare" | "isOwnNumber"> & {
  /** Its place among the parts of the table. */
  readonly part: number;
};

export type AutomaticRow = {
  /** Null for all of them together. */
  readonly origin: Origin | null;
  /** Null where a column says nothing of the origin. */
  readonly cells: readonly (AutomaticCell | null)[];
};

/** What judges, measures and models come to, with people beside them where there are any. */
export type AutomaticTable = {
  /** Null for the table that the others say more of. */
  readonly detail: DetailName | null;
  readonly parts: readonly Pick<SeriesPart, "track" | "standard">[];
  readonly columns: readonly AutomaticColumn[];
  readonly rows: readonly AutomaticRow[];
};

export type AutomaticTables = {
  /** What origins can be told apart by. */
  readonly attributes: readonly OriginAttribute[];
  /** What they are told apart by here. */
  readonly by: readonly string[];
  readonly tables: readonly AutomaticTable[];
  /** What groups of cases are. */
  readonly unit: ClusterUnit;
  /** How many origins there would be, where they are too many for a table. */
  readonly tooMany: number | null;
};

/** None of kinds that have shares of right answers alone. */
export const hasTables = ({ tables, tooMany }: AutomaticTables): boolean =>
  tables.length > 0 || tooMany !== null;

/** More are a list of cases, and no table of where they come from. */
export const maxOrigins = 200;

type Input = {
  rows: MeasuredRows;
  /** Cases that count. */
  places: readonly number[];
  people?: PeoplesAnswers | null;
  /** The benchmark's word for groups of cases. */
  unit?: ClusterUnit | null | undefined;
  /** As an address has it. */
  by?: string | readonly string[] | null | undefined;
};

/** Every automatic figure over all of these cases. It lets others have a turn in between. */
export async function computeAutomatic({
  rows,
  places,
  people = null,
  unit,
  by,
}: Input): Promise<AutomaticTables> {
  const byKind = Map.groupBy(places, (at) => rows.cases[at]?.kind);
  const parts = kindsWithSeries
    .flatMap((kind) => {
      const own = byKind.get(kind) ?? [];
      return own.length === 0 ? [] : (seriesOf(kind)?.(rows, own, people) ?? []);
    })
    .filter(({ series }) => series.length > 0)
    .sort((a, b) => trackOf(rows, a) - trackOf(rows, b));
  const numbers = new OriginNumbers(rows, places, parts, by);
  const { attributes } = numbers;
  const found = { attributes, by: numbers.by, unit: nameGroups(rows.cases, unit) };
  const most = numbers.origins.length;
  if (most > maxOrigins) return { ...found, tables: [], tooMany: most };
  const { groupOf } = numberGroups(rows, [...rows.cases.keys()]);
  const tables: AutomaticTable[] = [];
  for (const detail of [null, ...detailNames]) {
    const own = parts
      .map((part) => ({ ...part, series: part.series.filter((one) => one.detail === detail) }))
      .filter(({ series }) => series.length > 0);
    for (const side of numbers.joinParts(own))
      tables.push(await tabulate(side, { detail, numbers, groupOf, cases: rows.cases }));
  }
  return { ...found, tables, tooMany: null };
}

const trackOf = ({ tracks }: MeasuredRows, { track }: SeriesPart): number =>
  tracks.findIndex(({ name }) => name === track);

type Context = {
  detail: DetailName | null;
  numbers: OriginNumbers;
  groupOf: Int32Array;
  cases: MeasuredRows["cases"];
};

async function tabulate(
  parts: readonly SeriesPart[],
  { detail, numbers, groupOf, cases }: Context,
): Promise<AutomaticTable> {
  const columns: AutomaticColumn[] = [];
  const byColumn: (AutomaticCell | null)[][] = [];
  for (const [part, { series, authors }] of parts.entries())
    for (const { source, figure, isShare, isOwnNumber = false, ...own } of series) {
      columns.push({ part, source: withoutAnswers(source), figure, isShare, isOwnNumber });
      const originOf = numbers.numberEntries(own.entries, authors);
      const cells = await estimate(own, { originOf, origins: numbers.origins.length, groupOf });
      // Models answer each for itself, and of what is compared with each other all is half.
      const isOfAll = source.kind !== "models" && figure.name !== "wins";
      const once = own.entries.case.map((at) => (hasOthersRatings(cases[at] ?? {}) ? -1 : 0));
      const all = { originOf: once, origins: 1, groupOf };
      const [whole = null] = isOfAll ? await estimate(own, all) : [];
      byColumn.push([...cells, whole].map((cell) => cell && { ...cell, isFew: isFew(source, cell) }));
    }
  const rows = [...numbers.origins, null]
    .map((origin, at): AutomaticRow => ({ origin, cells: byColumn.map((cells) => cells[at] ?? null) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  const several = rows.filter(({ origin }) => origin !== null).length > 1;
  return {
    detail,
    parts: parts.map(({ track, standard }) => ({ track, standard })),
    columns,
    rows: several ? rows.filter((row) => !isAll(row, rows)) : rows.filter(({ origin }) => origin !== null),
  };
}

/** Of what has no origin, such as people's answers beside models', all together say it again. */
function isAll(row: AutomaticRow, rows: readonly AutomaticRow[]): boolean {
  if (row.origin === null || row.origin.some((value) => value !== null)) return false;
  const all = rows.find(({ origin }) => origin === null);
  const others = rows.filter((one) => one !== row && one !== all);
  return row.cells.every(
    (cell, at) => cell === null || (all?.cells[at] && others.every(({ cells }) => cells[at] === null)),
  );
}

/** A table outlives the answers that it was made of. */
function withoutAnswers(source: Series["source"]): Series["source"] {
  if (source.kind !== "judge") return source;
  const { id, model, method, version, apart } = source.run;
  return { kind: "judge", run: { id, model, method, version, apart } };
}

type Cell = Omit<AutomaticCell, "isFew">;

const isFew = ({ kind }: Series["source"], { n, answers, raters }: Cell): boolean =>
  kind === "people" && !hasEnoughData({ answers, people: raters ?? 0, cases: n });

type Numbered = { originOf: Int32Array; origins: number; groupOf: Int32Array };

async function estimate(
  { entries, valueOf, estimate: mean }: Pick<Series, "entries" | "valueOf" | "estimate">,
  { originOf, origins, groupOf }: Numbered,
): Promise<(Cell | null)[]> {
  const value = new Float64Array(entries.case.length);
  for (let i = 0; i < value.length; i++) value[i] = valueOf(i);
  const part = originOf.map((origin, i) => (Number.isNaN(value[i]) ? -1 : origin));
  await setImmediate();
  const group = entries.case.map((at) => groupOf[at] as number);
  const split = splitByPart({ ...entries, value, group }, part, origins);
  const casesOf = entries.rater ? countCases(entries.case, part, origins) : null;
  const cells: (Cell | null)[] = [];
  for (const [origin, values] of split.entries()) {
    const answers = values.value.length;
    cells.push(answers === 0 ? null : { ...mean(values), n: casesOf?.[origin] ?? answers, answers });
    await setImmediate();
  }
  return cells;
}

function countCases(cases: Int32Array, part: Int32Array, parts: number): number[] {
  const found = Array.from({ length: parts }, () => new Set<number>());
  cases.forEach((at, i) => found[part[i] as number]?.add(at));
  return found.map(({ size }) => size);
}
