import type { Facts } from "#lib/reports/facts.ts";
import { describeRaters } from "#lib/reports/judged/points.ts";
import { joinList, t } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { describeMcq, isPartTold, type Answered, type McqTable } from "#lib/study-results/kinds/texts/mcq.ts";
import { makeFigureTables } from "#lib/reports/kinds/texts/tables.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import {
  csvHead,
  csvRow,
  explainTold,
  idOf,
  nameAnswered,
  numeric,
  plain,
  writeTold,
} from "#lib/reports/kinds/texts/parts.ts";

type Part = { label: string; csv: readonly CsvCell[]; of(row: Answered): GroupedMean | undefined };
type Wanted = { name: "length" | "training" | "place"; csv: readonly string[]; parts: readonly Part[] };

/** Accuracy by what could explain it. */
const makePartTables = (facts: Facts, table: McqTable): PrintedTable[] =>
  [
    listLengths(),
    {
      name: "training" as const,
      csv: ["from_pairs", "to_pairs"],
      parts: table.training.map(({ from, to }, at) => ({
        label: t("typedOptions.tables.pairs", { from, to, same: String(from === to) }),
        csv: [from, to],
        of: ({ byTraining }: Answered) => byTraining[at],
      })),
    },
    {
      name: "place" as const,
      csv: ["place"],
      parts: Array.from({ length: table.places }, (_, at) => ({
        label: t("typedOptions.tables.placeOf", { place: at + 1 }),
        csv: [at + 1],
        // People see the options in an order of their own.
        of: ({ run, ours }: Answered) => (run === null ? undefined : ours.byPlace[at]),
      })),
    },
  ].flatMap((wanted) => makeTable(facts, table, wanted) ?? []);

const listLengths = (): Wanted => ({
  name: "length",
  csv: ["part"],
  parts: (["longest", "notLongest", "choosingLongest"] as const).map((key, at) => ({
    label: t(`typedOptions.tables.${key}`),
    csv: [["longest", "not_longest", "always_longest"][at] ?? ""],
    of: ({ ours }) => ours[key],
  })),
});

function makeTable(facts: Facts, { rows }: McqTable, { name, csv, parts }: Wanted): PrintedTable | null {
  const lines = parts.map((part, at) => ({
    part,
    rows: rows.flatMap((row) => {
      const value = part.of(row);
      if (!value) return [];
      const answered = nameAnswered(facts, row);
      const called = t("typedOptions.tables.of", { name: answered, figure: part.label });
      const told = { name: called, value, isTold: isPartTold(row, value) };
      return [{ id: `${at} ${idOf(row)}`, row, answered, told }];
    }),
  }));
  const filled = lines.filter((line) => line.rows.length > 0);
  if (filled.length === 0) return null;
  return {
    name: `typed-options-${name}`,
    caption: writeCaption(facts, t(`typedOptions.tables.${name}`), "rest"),
    isDetail: true,
    notes: [
      t("typedOptions.tables.intervals"),
      t("typedOptions.tables.leftOut"),
      t(`typedOptions.tables.${name}Made`),
      ...explainTold(filled.flatMap((line) => line.rows.map(({ told }) => told))),
    ],
    columns: [
      plain(t("typedOptions.tables.part")),
      plain(t("typedOptions.tables.answeredBy")),
      numeric(t("typedOptions.tables.answers")),
      numeric(t("typedOptions.tables.groups")),
      numeric(t("typedOptions.tables.withInterval", { figure: t("typedOptions.tables.accuracy") })),
    ],
    groups: filled.map((line) =>
      line.rows.map(({ id, answered, told }, at) => ({
        id,
        cells: [
          at === 0 ? line.part.label : "",
          answered,
          String(told.value.n),
          String(told.value.groups),
          writeTold(told),
        ],
      })),
    ),
    csv: [
      csvHead(...csv),
      ...filled.flatMap(({ part, rows: ones }) =>
        ones.map(({ row, told }) => csvRow(facts, row, told, ...part.csv)),
      ),
    ],
  };
}

function writeMethods({ rows, view }: Facts) {
  const table = describeMcq(rows, view);
  if (!table) return { figures: [], others: [] };
  const reward = String(table.hasReward);
  return {
    figures: [
      t("typedOptions.methods.types", {
        types: joinList(table.types),
        training: String(table.training.length > 0),
      }),
      ...(table.hasReward ? [t("typedOptions.methods.reward")] : []),
      t("typedOptions.methods.malformed", { reward }),
      ...(rows.runs.some(({ apart }) => apart === "selecting") ? [t("typedOptions.methods.selecting")] : []),
    ],
    others: [
      t("typedOptions.methods.intervals"),
      describeRaters(table.rows.find(({ run }) => run === null)?.people ?? 0),
      ...(holdsAtEveryLook(rows, view.who) ? [t("typedOptions.methods.interim")] : []),
    ],
  };
}

/** Beside everything about right answers: what was chosen by type. */
export const textsReport = {
  tables(facts: Facts) {
    const table = describeMcq(facts.rows, facts.view);
    return table ? [...makeFigureTables(facts, table), ...makePartTables(facts, table)] : [];
  },
  figures: () => [],
  methods: writeMethods,
};
