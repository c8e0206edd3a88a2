import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, formatCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { formatRunName, t, formatShare } from "#lib/reports/words.ts";
import { getParts, type PartRow } from "#lib/results/measures.ts";
import type { ResultCell } from "#lib/results/table.ts";
import { renderCsv } from "#lib/results/render/table.ts";
import type { VariantKey } from "#lib/study-results/overview/types.ts";
import type { CountedStratum } from "#lib/study-results/schema.ts";

const partColumns = [
  "people",
  "answers",
  "cases",
  "right",
  "consensus",
  "model",
  "modelRight",
  "chance",
] as const;

/** The headline by track and kind of case, and with and without whatever a reader may doubt. */
export function makePartsTable(facts: Facts): PrintedTable {
  const table = getParts(facts.rows, facts.view);
  const { rows } = table;
  const ofPeople = renderCsv(table, ["people", "answers", "cases", "right", "share"]);
  const ofModel = renderCsv(table, ["modelShare"]);
  const chosen = rows[0]?.subject.beside?.chosen ?? "after_looking";
  return {
    name: "parts",
    caption: formatCaption(facts, t("tables.parts.caption"), "rest"),
    notes: [t("tables.parts.made"), ...listLooks(facts)],
    columns: [
      { label: t("tables.parts.name"), numeric: false },
      ...partColumns.map((key) => ({
        label: t(`tables.parts.${key}`, { chosen }),
        numeric: key !== "model",
      })),
    ],
    groups: [...Map.groupBy(rows, ({ group }) => group).values()].map((group) =>
      group.map((row) => ({
        id: `${row.group} ${formatPartName(row)}`,
        about: { page: "overview" as const, view: row.subject.view },
        cells: [formatPartName(row), ...printPart(row)],
      })),
    ),
    csv: [
      [
        "answers_of",
        "kind",
        "part",
        ...ofPeople.names,
        "consensus",
        "model",
        "chosen",
        ...ofModel.names,
        "chance",
      ],
      ...rows.map((row) => {
        const { share, consensus, chance } = row.cells;
        const { beside } = row.subject;
        const isFew = share?.reason === "too_few";
        return [
          facts.view.who,
          row.group,
          formatPartName(row),
          // In place of how an interval was made, why there is none.
          ...ofPeople.cells(row).with(-1, share?.method ?? share?.reason),
          consensus?.value,
          beside && formatRunName(beside.model),
          beside?.chosen,
          ...ofModel.cells(isFew ? { cells: {} } : row),
          chance?.value,
        ];
      }),
    ],
  };
}

function formatPartName({ subject: { kind, name, view } }: PartRow): string {
  if (kind === "track") return name;
  if (kind === "all") return t("tables.parts.all");
  if (kind === "stratum") return t(`tables.parts.strata.${name as CountedStratum}`);
  return t(`tables.parts.variants.${name as VariantKey}`, { turned: view[name as VariantKey] });
}

/** Where people are too few, nobody is put beside them. */
function printPart({ cells, subject: { beside } }: PartRow): string[] {
  const { share, consensus, modelShare, chance } = cells;
  const isAlone = share?.reason === "too_few" || !beside;
  return [
    ...(["people", "answers", "cases"] as const).map((key) => String(cells[key]?.value)),
    printShare(share, cells.right, cells.answers),
    consensus ? printShare(consensus) : "",
    isAlone ? "–" : formatRunName(beside.model),
    isAlone ? "–" : printShare(modelShare, cells.modelRight, cells.modelN),
    chance ? printShare(chance) : "",
  ];
}

const printShare = (share?: ResultCell, right?: ResultCell, n?: ResultCell): string =>
  share?.reason === "too_few" && n
    ? t("tables.parts.tooFew", { right: right?.value ?? 0, n: n.value ?? 0 })
    : formatShare(share?.value ?? null, share);
