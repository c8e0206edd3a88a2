import type { CsvCell } from "#lib/files/csv/cell.ts";
import { clustered } from "#lib/study-results/kinds/series.ts";
import {
  few,
  inFiles,
  meanFigure,
  writeCoefficient,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import {
  hasEnoughInPart,
  type McqMean,
  type McqRow,
  type McqTable,
} from "#lib/study-results/kinds/texts/results.ts";

// Tables of typed options, the same for screen, paper and file.

type Words = Readonly<Record<string, string | number>>;

/** A figure of everybody who answered. */
export type McqColumn = {
  /** Of its words on screens and in reports. */
  word: string;
  words: Words;
  of: (row: McqRow) => McqMean | null | undefined;
  isTold: (row: McqRow, value: McqMean) => boolean;
  kind: "shareWithin" | "bounded";
  /** What tells its lines in a file from those of others. */
  csv: Readonly<Record<string, CsvCell>>;
};
type ColumnDefinition = Pick<McqColumn, "word" | "of" | "csv"> & Partial<McqColumn>;

const listed = (columns: readonly ColumnDefinition[]): McqColumn[] =>
  columns.map((column) => ({
    kind: "shareWithin",
    isTold: ({ isClaimable }) => isClaimable,
    words: {},
    ...column,
  }));

const byPart = (columns: readonly ColumnDefinition[]): McqColumn[] =>
  listed(columns.map((column) => ({ ...column, isTold: hasEnoughInPart })));

const treatments = [
  { of: "leftOut", without_option: "left_out", end: "" },
  { of: "asPublicCode", without_option: "as_public_code", end: "All" },
] as const;

/** What each did and chose, and accuracy by what could explain it. */
export const listMcqColumns = ({ hasReward, types, training, options }: McqTable) => ({
  figures: listed(
    treatments.flatMap(({ of, end, ...csv }) =>
      (["accuracy", "reward"] as const)
        .filter((figure) => hasReward || figure === "accuracy")
        .map((figure): ColumnDefinition => ({
          word: `${figure}${end}`,
          of: (row) => row[of][figure],
          kind: figure === "reward" ? "bounded" : "shareWithin",
          csv: { figure, ...csv },
        })),
    ),
  ),
  types: listed(
    types.map((type, at): ColumnDefinition => ({
      word: at === 0 ? "right" : "type",
      words: { type },
      of: ({ leftOut }) => leftOut.shares[at],
      csv: { type },
    })),
  ),
  length: byPart(
    [
      { word: "longest", part: "longest" },
      { word: "notLongest", part: "not_longest" },
      { word: "choosingLongest", part: "always_longest" },
    ].map(({ word, part }): ColumnDefinition => ({
      word,
      csv: { part },
      of: ({ leftOut }) => leftOut[word as "longest"],
    })),
  ),
  training: byPart(
    training.map(({ from, to }, at): ColumnDefinition => ({
      word: "pairs",
      words: { from, to, same: String(from === to) },
      of: ({ byTraining }) => byTraining[at],
      csv: { from_pairs: from, to_pairs: to },
    })),
  ),
  place: byPart(
    Array.from({ length: options }, (_, at): ColumnDefinition => ({
      word: "placeOf",
      words: { place: at + 1 },
      // People see the options in an order of their own.
      of: ({ runId, leftOut }) => (runId === null ? undefined : leftOut.byPlace[at]),
      csv: { place: at + 1 },
    })),
  ),
});

/** What tells a format from others: the types where several have as many options, else “none”. */
export const typesOfFormat = (
  { options, types }: McqTable,
  all: readonly McqTable[],
  join: (types: readonly string[]) => string,
): string => (all.filter((one) => one.options === options).length > 1 ? join(types) : "none");

const keyOf = (at: number) => `figure-${at}`;
/** Of how many answers a cell is. */
export const countKey = (key: string) => `${key} n`;

const cellsOf = ({ runId, model, method, version, people, leftOut }: McqRow, name: string) => ({
  name,
  by: runId === null ? "people" : "model",
  model,
  method,
  version,
  people: runId === null ? people : null,
  // Only models can fail to name an option.
  malformed: runId === null ? null : leftOut.malformed,
});

const idOf = ({ runId }: McqRow): string => String(runId ?? "people");

function tell(row: McqRow, { of, isTold: isShown }: McqColumn) {
  const value = of(row);
  if (!value) return null;
  const isFew = !isShown(row, value);
  return { value, isFew, cell: value.n === 0 ? null : isFew ? few : meanFigure(value) };
}

/** A row for each who answered, with a cell for each figure. */
export const answeredRows = (
  { answered }: McqTable,
  columns: readonly McqColumn[],
  nameOf: (row: McqRow) => string,
): TableRow[] =>
  answered.map((row) => ({
    id: idOf(row),
    cells: {
      ...cellsOf(row, nameOf(row)),
      n: row.n,
      groups: row.leftOut.accuracy.groups,
      ...Object.fromEntries(columns.map((column, at) => [keyOf(at), tell(row, column)?.cell ?? null])),
      ...Object.fromEntries(columns.map(({ of }, at) => [countKey(keyOf(at)), of(row)?.n ?? 0])),
    },
  }));

/** What choosing blindly gets of each type: the last row on screens and paper, and a line for each type in files. */
export const guessingRow = ({ guessing }: McqTable, name: string): TableRow => ({
  id: "guessing",
  cells: {
    name,
    n: null,
    groups: null,
    ...Object.fromEntries(guessing.map((value, at) => [keyOf(at), { value, low: null, high: null }])),
  },
});

export const guessingLines = ({ guessing, types }: McqTable, name: string): TableRow[] =>
  guessing.map((value, at) => ({
    id: `guessing ${at}`,
    cells: { name, by: "guessing", type: types[at], mean: { value, low: null, high: null } },
  }));

/** A row for each figure and for each of those who answered; what the figure is of is named before the first. */
export const figureRows = (
  answered: readonly McqRow[],
  columns: readonly McqColumn[],
  words: { name: (row: McqRow) => string; part: (column: McqColumn) => string },
): TableRow[] =>
  columns.flatMap((column) => {
    const known = answered.flatMap((row) => {
      const told = tell(row, column);
      return told ? [{ row, ...told }] : [];
    });
    return known.map(({ row, value, isFew, cell }, at) => ({
      id: `${words.part(column)} ${idOf(row)}`,
      cells: {
        ...cellsOf(row, words.name(row)),
        ...column.csv,
        of: words.part(column),
        first: at === 0 ? words.part(column) : "",
        isFew: Number(isFew),
        n: value.n,
        groups: value.groups,
        made: clustered,
        mean: meanFigure(value),
        told: cell,
      },
    }));
  });

const filesOf = (own: Readonly<Record<string, CsvCell>> = {}, isMalformed = false): TableColumn[] => [
  ...inFiles("by:answered_by model method version people isFew:too_few"),
  ...inFiles([...Object.keys(own), ...(isMalformed ? ["malformed"] : [])].join(" ")),
  ...inFiles("n:answers groups mean:mean,low,high,reason made:interval"),
];

/** Who answered, how often, and about how many groups of cases. */
const lead: readonly TableColumn[] = [
  { key: "name", kind: "name", print: "answeredBy", screen: "who", atLeast: 32 },
  { key: "n", kind: "count", print: "answers" },
  { key: "groups", kind: "count" },
];

/** `headings`: of figures, in the order of their columns. */
export const answeredColumns = (
  columns: readonly McqColumn[],
  headings: readonly string[],
  hasMalformed = false,
): TableColumn[] => [
  ...filesOf(columns[0]?.csv, hasMalformed),
  ...lead,
  ...(hasMalformed ? [{ key: "malformed", kind: "count" as const }] : []),
  ...columns.map(({ kind }, at): TableColumn => ({
    key: keyOf(at),
    kind,
    label: headings[at] ?? "",
    ...(kind === "bounded" && { write: writeCoefficient }),
  })),
];

/** The same with a row for each part of the answers and for each who answered. */
export const partColumns = (columns: readonly McqColumn[], heading: string): TableColumn[] => [
  ...filesOf(columns[0]?.csv),
  { key: "first", kind: "text", print: "part" },
  ...lead,
  { key: "told", kind: "shareWithin", label: heading },
];
