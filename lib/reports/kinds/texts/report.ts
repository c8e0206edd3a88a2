import type { Facts } from "#lib/reports/facts.ts";
import { formatRaters, printTable } from "#lib/reports/kinds/judged/report.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, formatRunName, namePeople, t, formatReason } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { few, figureIn, type TableRow } from "#lib/study-results/kinds/judged/table.ts";
import { computeMcq, type McqRow, type McqTable } from "#lib/study-results/kinds/texts/results.ts";
import {
  answeredColumns,
  answeredRows,
  figureRows,
  guessingLines,
  guessingRow,
  listMcqColumns,
  partColumns,
  typesOfFormat,
  type McqColumn,
} from "#lib/study-results/kinds/texts/tables.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

const say = (key: string): string => t(`typedOptions.tables.${key as "answers"}`);
const within = (figure: string): string => t("typedOptions.tables.withInterval", { figure });

const nameAnswered = ({ view }: Facts, { runId, people, ...run }: McqRow): string =>
  runId === null
    ? t("typedOptions.tables.people", { who: namePeople(view.who), people })
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
    ...(rows.some(({ cells }) => cells["told"] === few)
      ? [t("judged.tables.few", { ...minForClaim, each: "side" })]
      : []),
    ...Array.from(Map.groupBy(left, reasonOf), ([reason, ones]) =>
      t("typedOptions.tables.undefined", {
        what: reason === "no_items" ? "figure" : "interval",
        reason: formatReason(reason),
        names: ones.map(name).join("; "),
      }),
    ),
  ];
}

type Format = {
  table: McqTable;
  /** In captions. */
  name: string;
  /** What its files begin with. */
  file: string;
};

/** Each number of options by itself: guessing is right more often where there are fewer. */
const listFormats = (tables: readonly McqTable[]): Format[] =>
  tables.map((table, at) => {
    const { options } = table;
    const place = tables.slice(0, at).filter((one) => one.options === options).length;
    return {
      table,
      name: t("typedOptions.tables.format", { options, types: typesOfFormat(table, tables, joinList) }),
      file: ["typed-options", options, ...(place > 0 ? [place + 1] : [])].join("-"),
    };
  });

/** How well each did, and what each chose. */
function makeFigureTables(facts: Facts, { table, name: format, file }: Format): PrintedTable[] {
  const { figures, types } = listMcqColumns(table);
  const reward = String(table.hasReward);
  const guessing = t("typedOptions.tables.guessing");
  const made = [
    {
      name: file,
      caption: t("typedOptions.tables.figures", { format, reward }),
      notes: [
        ...(table.hasReward ? [t("typedOptions.methods.reward")] : []),
        t("typedOptions.tables.treatments", { reward }),
      ],
      columns: figures,
      hasMalformed: true,
      guessed: { rows: [], lines: [] },
    },
    {
      name: `${file}-types`,
      caption: t("typedOptions.tables.shares", { format }),
      notes: [t("typedOptions.tables.leftOut"), t("typedOptions.tables.guessingMade")],
      columns: types,
      hasMalformed: false,
      guessed: { rows: [guessingRow(table, guessing)], lines: guessingLines(table, guessing) },
    },
  ];
  const words = { name: (row: McqRow) => nameAnswered(facts, row), part: nameColumn };
  return made.map(({ name, caption, notes, columns, hasMalformed, guessed }) => {
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
      groups: [[...answeredRows(table, columns, words.name), ...guessed.rows]],
      of: { options: table.options },
      fileRows: [...fileRows, ...guessed.lines],
      say,
    });
  });
}

/** Accuracy by what could explain it. */
function makePartTables(facts: Facts, { table, name: format, file }: Format): PrintedTable[] {
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
      name: `${file}-${name}`,
      caption: t(`typedOptions.tables.${name}`, { format }),
      isDetail: true,
      notes: [
        t("typedOptions.tables.intervals"),
        t("typedOptions.tables.leftOut"),
        t(`typedOptions.tables.${name}Made`),
        ...explainFigures(groups.flat()),
      ],
      columns: partColumns(columns, within(t("typedOptions.tables.accuracy"))),
      groups,
      of: { options: table.options },
      say,
    });
  });
}

function writeMethods({ rows, view }: Facts) {
  const tables = computeMcq(rows, view);
  if (tables.length === 0) return { figures: [], others: [] };
  const reward = String(tables.some(({ hasReward }) => hasReward));
  const peopleOf = ({ answered }: McqTable) => answered.find(({ runId }) => runId === null);
  return {
    figures: [
      t("typedOptions.methods.types", {
        types: joinList([...new Set(tables.flatMap(({ types }) => types))]),
        training: String(tables.some(({ training }) => training.length > 0)),
      }),
      ...(tables.length > 1
        ? [
            t("typedOptions.methods.formats", {
              list: joinList(
                listFormats(tables).map(({ table, name }) =>
                  t("typedOptions.methods.format", {
                    format: name,
                    n: peopleOf(table)?.n ?? 0,
                  }),
                ),
              ),
            }),
          ]
        : []),
      ...(reward === "true" ? [t("typedOptions.methods.reward")] : []),
      t("typedOptions.methods.malformed", { reward }),
      ...(rows.runs.some(({ apart }) => apart === "selecting") ? [t("typedOptions.methods.selecting")] : []),
    ],
    others: [
      t("judged.methods.intervals", { what: "types" }),
      formatRaters(Math.max(...tables.map((table) => peopleOf(table)?.people ?? 0))),
      ...(holdsAtEveryLook(rows, view.who) ? [t("typedOptions.methods.interim")] : []),
    ],
  };
}

/** Beside everything about right answers: what was chosen by type. */
export const textsReport = {
  tables: (facts: Facts) =>
    listFormats(computeMcq(facts.rows, facts.view)).flatMap((format) => [
      ...makeFigureTables(facts, format),
      ...makePartTables(facts, format),
    ]),
  figures: () => [],
  methods: writeMethods,
};
