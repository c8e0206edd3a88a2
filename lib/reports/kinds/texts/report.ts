import type { Facts } from "#lib/reports/facts.ts";
import { formatRaters, printTable } from "#lib/reports/kinds/judged/report.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, formatRunName, t, formatReason } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { few, figureIn, type TableRow } from "#lib/study-results/kinds/judged/table.ts";
import { computeMcq, type McqRow, type McqTable } from "#lib/study-results/kinds/texts/results.ts";
import {
  answeredColumns,
  answeredRows,
  figureRows,
  listMcqColumns,
  partColumns,
  type McqColumn,
} from "#lib/study-results/kinds/texts/tables.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

const say = (key: string): string => t(`typedOptions.tables.${key as "groups"}`);
const within = (figure: string): string => t("typedOptions.tables.withInterval", { figure });

const nameAnswered = ({ view }: Facts, { runId, people, ...run }: McqRow): string =>
  runId === null
    ? t("typedOptions.tables.people", { who: view.who, people })
    : formatRunName({ model: run.model ?? "", method: run.method ?? "", version: run.version ?? "" });

const nameColumn = ({ word, words }: McqColumn): string =>
  t(`typedOptions.tables.${word as "pairs"}`, words as { from: number; to: number; same: string });

/** What a table leaves out, and why: the answers are too few, or there is no such figure. */
function explainFigures(rows: readonly TableRow[]): string[] {
  const reasonOf = ({ cells }: TableRow) => figureIn(cells["mean"]).reason ?? null;
  const left = rows.filter((row) => row.cells["told"] !== few && reasonOf(row) !== null);
  const name = ({ cells }: TableRow) =>
    t("typedOptions.tables.of", { name: String(cells["name"]), figure: String(cells["of"]) });
  return [
    ...(rows.some(({ cells }) => cells["told"] === few) ? [t("typedOptions.tables.few", minForClaim)] : []),
    ...Array.from(Map.groupBy(left, reasonOf), ([reason, ones]) =>
      t("typedOptions.tables.undefined", {
        what: reason === "no_items" ? "figure" : "interval",
        reason: formatReason(reason),
        names: ones.map(name).join("; "),
      }),
    ),
  ];
}

/** How well each did, and what each chose. */
function makeFigureTables(facts: Facts, table: McqTable): PrintedTable[] {
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
  const words = { name: (row: McqRow) => nameAnswered(facts, row), part: nameColumn };
  return made.map(({ name, caption, notes, columns, hasMalformed }) => {
    const fileRows = table.answered.flatMap((row) => figureRows([row], columns, words));
    return printTable(facts, {
      name,
      caption,
      notes: [t("typedOptions.tables.intervals"), ...notes, ...explainFigures(fileRows)],
      columns: answeredColumns(
        columns,
        columns.map((column) => within(nameColumn(column))),
        hasMalformed,
      ),
      groups: [answeredRows(table, columns, words.name)],
      fileRows,
      say,
    });
  });
}

/** Accuracy by what could explain it. */
function makePartTables(facts: Facts, table: McqTable): PrintedTable[] {
  const listed = listMcqColumns(table);
  return (["length", "training", "place"] as const).flatMap((name) => {
    const columns = listed[name];
    const groups = columns
      .map((column) =>
        figureRows(table.answered, [column], { name: (row) => nameAnswered(facts, row), part: nameColumn }),
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
        ...explainFigures(groups.flat()),
      ],
      columns: partColumns(columns, within(t("typedOptions.tables.accuracy"))),
      groups,
      say,
    });
  });
}

function writeMethods({ rows, view }: Facts) {
  const table = computeMcq(rows, view);
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
      formatRaters(table.answered.find(({ runId }) => runId === null)?.people ?? 0),
      ...(holdsAtEveryLook(rows, view.who) ? [t("typedOptions.methods.interim")] : []),
    ],
  };
}

/** Beside everything about right answers: what was chosen by type. */
export const textsReport = {
  tables(facts: Facts) {
    const table = computeMcq(facts.rows, facts.view);
    return table ? [...makeFigureTables(facts, table), ...makePartTables(facts, table)] : [];
  },
  figures: () => [],
  methods: writeMethods,
};
