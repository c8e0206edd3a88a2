import type { Facts } from "#lib/reports/facts.ts";
import { printTable } from "#lib/reports/kinds/judged/print-table.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t, wordReason } from "#lib/reports/words.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import type { Answered, McqTable } from "#lib/study-results/kinds/texts/mcq.ts";
import {
  answeredColumns,
  answeredRows,
  figureRows,
  listMcqColumns,
  partColumns,
  type McqColumn,
} from "#lib/study-results/kinds/texts/tables.ts";

const say = (key: string): string => t(`typedOptions.tables.${key as "groups"}`);
const within = (figure: string): string => t("typedOptions.tables.withInterval", { figure });

const nameAnswered = ({ view }: Facts, { run, people }: Answered): string =>
  run === null ? t("typedOptions.tables.people", { who: view.who, people }) : nameRun(run);

const nameColumn = ({ word, words }: McqColumn): string =>
  t(`typedOptions.tables.${word as "pairs"}`, words as { from: number; to: number; same: string });

/** What a table leaves out, and why: the answers are too few, or there is no such figure. */
function explainFigures(facts: Facts, { rows }: McqTable, columns: readonly McqColumn[], isByRow: boolean) {
  const name = (row: Answered, column: McqColumn) =>
    t("typedOptions.tables.of", { name: nameAnswered(facts, row), figure: nameColumn(column) });
  const tell = (row: Answered, column: McqColumn) => {
    const value = column.of(row);
    return value ? [{ name: name(row, column), value, isTold: column.isTold(row, value) }] : [];
  };
  const told = isByRow
    ? rows.flatMap((row) => columns.flatMap((column) => tell(row, column)))
    : columns.flatMap((column) => rows.flatMap((row) => tell(row, column)));
  const isUndefined = ({ value, isTold }: (typeof told)[number]) =>
    value.reason !== null && (isTold || value.n === 0);
  const undefinedOnes = Map.groupBy(told.filter(isUndefined), ({ value }) => value.reason);
  return [
    ...(told.some(({ value, isTold }) => value.n > 0 && !isTold)
      ? [t("typedOptions.tables.few", minForClaim)]
      : []),
    ...Array.from(undefinedOnes, ([reason, ones]) =>
      t("typedOptions.tables.undefined", {
        what: reason === "no_items" ? "figure" : "interval",
        reason: wordReason(reason),
        names: ones.map((one) => one.name).join("; "),
      }),
    ),
  ];
}

/** How well each did, and what each chose. */
export function makeFigureTables(facts: Facts, table: McqTable): PrintedTable[] {
  const { figures, types } = listMcqColumns(table);
  const reward = String(table.hasReward);
  const made = [
    {
      name: "typed-options",
      caption: t("typedOptions.tables.figures", { reward, who: facts.view.who }),
      notes: [
        ...(table.hasReward ? [t("typedOptions.tables.rewarded")] : []),
        t("typedOptions.tables.treatments", { reward }),
      ],
      columns: figures,
      hasMalformed: true,
    },
    {
      name: "typed-options-types",
      caption: t("typedOptions.tables.shares"),
      notes: [t("typedOptions.tables.leftOut")],
      columns: types,
      hasMalformed: false,
    },
  ];
  return made.map(({ name, caption, notes, columns, hasMalformed }) =>
    printTable(facts, {
      name,
      caption,
      notes: [t("typedOptions.tables.intervals"), ...notes, ...explainFigures(facts, table, columns, true)],
      columns: answeredColumns(
        columns,
        columns.map((column) => within(nameColumn(column))),
        hasMalformed,
      ),
      groups: [answeredRows(table, columns, (row) => nameAnswered(facts, row))],
      fileRows: table.rows.flatMap((row) => figureRows([row], columns, { name: () => "", part: nameColumn })),
      say,
    }),
  );
}

/** Accuracy by what could explain it. */
export function makePartTables(facts: Facts, table: McqTable): PrintedTable[] {
  const listed = listMcqColumns(table);
  return (["length", "training", "place"] as const).flatMap((name) => {
    const columns = listed[name];
    const groups = columns
      .map((column) =>
        figureRows(table.rows, [column], { name: (row) => nameAnswered(facts, row), part: nameColumn }),
      )
      .filter((rows) => rows.length > 0);
    if (groups.length === 0) return [];
    return printTable(facts, {
      name: `typed-options-${name}`,
      caption: t(`typedOptions.tables.${name}`),
      isDetail: true,
      notes: [
        t("typedOptions.tables.intervals"),
        t("typedOptions.tables.leftOut"),
        t(`typedOptions.tables.${name}Made`),
        ...explainFigures(facts, table, columns, false),
      ],
      columns: partColumns(columns, within(t("typedOptions.tables.accuracy"))),
      groups,
      say,
    });
  });
}
