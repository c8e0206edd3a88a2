import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t, writeDecimal, writeShare } from "#lib/reports/words.ts";
import { isTold, type Answered, type McqTable } from "#lib/study-results/kinds/texts/mcq.ts";
import {
  csvHead,
  csvRow,
  explainTold,
  idOf,
  nameAnswered,
  numeric,
  plain,
  writeTold,
  type Told,
} from "#lib/reports/kinds/texts/parts.ts";

type Column = {
  label: string;
  of(row: Answered): GroupedMean;
  write: typeof writeShare;
  /** What tells its lines in the file from those of others. */
  csv: readonly string[];
};
type Wanted = {
  name: string;
  caption: string;
  notes: readonly string[];
  columns: readonly Column[];
  csv: readonly string[];
  hasMalformed: boolean;
};

const writeReward: typeof writeShare = (value, interval) => writeDecimal(value, 2, interval);

function listFigures({ hasReward }: McqTable): Column[] {
  const treatments = [
    { of: "ours", malformed: "left_out", labels: ["accuracy", "reward"] },
    { of: "asPublished", malformed: "as_public_code", labels: ["accuracyAll", "rewardAll"] },
  ] as const;
  return treatments.flatMap(({ of, malformed, labels }) =>
    (["accuracy", "reward"] as const)
      .map((figure, at): Column => ({
        label: t(`typedOptions.tables.${labels[at] ?? "accuracy"}`),
        of: (row) => row[of][figure],
        write: figure === "accuracy" ? writeShare : writeReward,
        csv: [figure, malformed],
      }))
      .slice(0, hasReward ? 2 : 1),
  );
}

/** How well each did, and what each chose. */
export function makeFigureTables(facts: Facts, table: McqTable): PrintedTable[] {
  const reward = String(table.hasReward);
  return [
    makeTable(facts, table, {
      name: "typed-options",
      caption: t("typedOptions.tables.figures", { reward, who: facts.view.who }),
      notes: [
        ...(table.hasReward ? [t("typedOptions.tables.rewarded")] : []),
        t("typedOptions.tables.treatments", { reward }),
      ],
      columns: listFigures(table),
      csv: ["figure", "without_option"],
      hasMalformed: true,
    }),
    makeTable(facts, table, {
      name: "typed-options-types",
      caption: t("typedOptions.tables.shares"),
      notes: [t("typedOptions.tables.leftOut")],
      columns: table.types.map((type, at) => ({
        label: t("typedOptions.tables.share", { type: at === 0 ? t("typedOptions.tables.right") : type }),
        of: ({ ours }) => ours.shares[at] as GroupedMean,
        write: writeShare,
        csv: [type],
      })),
      csv: ["type"],
      hasMalformed: false,
    }),
  ];
}

function makeTable(facts: Facts, { rows }: McqTable, wanted: Wanted): PrintedTable {
  const { name, caption, notes, columns, hasMalformed } = wanted;
  const tell = (row: Answered, { label, of }: Column): Told => ({
    name: t("typedOptions.tables.of", { name: nameAnswered(facts, row), figure: label }),
    value: of(row),
    isTold: isTold(row),
  });
  // Only models can fail to name an option.
  const malformed = ({ run, ours }: Answered) => (run === null ? null : ours.malformed);
  return {
    name,
    caption: writeCaption(facts, caption, "rest"),
    notes: [
      t("typedOptions.tables.intervals"),
      ...notes,
      ...explainTold(rows.flatMap((row) => columns.map((column) => tell(row, column)))),
    ],
    columns: [
      plain(t("typedOptions.tables.answeredBy")),
      numeric(t("typedOptions.tables.answers")),
      numeric(t("typedOptions.tables.groups")),
      ...(hasMalformed ? [numeric(t("typedOptions.tables.malformed"))] : []),
      ...columns.map(({ label }) => numeric(t("typedOptions.tables.withInterval", { figure: label }))),
    ],
    groups: [
      rows.map((row) => ({
        id: idOf(row),
        cells: [
          nameAnswered(facts, row),
          String(row.n),
          String(row.ours.accuracy.groups),
          ...(hasMalformed ? [String(malformed(row) ?? "–")] : []),
          ...columns.map((column) => writeTold(tell(row, column), column.write)),
        ],
      })),
    ],
    csv: [
      csvHead(...wanted.csv, ...(hasMalformed ? ["malformed"] : [])),
      ...rows.flatMap((row) =>
        columns.map((column) =>
          csvRow(facts, row, tell(row, column), ...column.csv, ...(hasMalformed ? [malformed(row)] : [])),
        ),
      ),
    ],
  };
}
