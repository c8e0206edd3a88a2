import {
  decimal,
  ends,
  modelNamed,
  muted,
  named,
  nothing,
  percent,
  pointsWithin,
  probability,
} from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inRange } from "#lib/figures/written.ts";
import {
  few,
  figureIn,
  isNumeric,
  joinEnds,
  type TableCell,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { resultsPath } from "#lib/paths.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { listAttributes } from "#lib/study-results/kinds/origins.ts";
import { useTranslations } from "next-intl";
import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import { leastRaters } from "#lib/metrics/claim.ts";
import { ByLinks } from "#components/study-results/by-links.tsx";

type Props = {
  caption: string;
  hideCaption?: boolean;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  totals?: readonly TableRow[];
  /** What groups of cases are, where a column counts them. */
  unit?: ClusterUnit;
  /** The label of a column, by its key. */
  say: (key: string) => string;
  /** Why a figure isn't there. */
  why?: (reason: string | null) => string;
  /** What stands in place of what a table as such can say. */
  own?: (key: string, row: TableRow) => Cell | undefined;
};

/** A table of figures as a screen shows it. */
export function FigureTable({
  caption,
  hideCaption = false,
  columns,
  rows,
  totals,
  unit,
  say,
  why = () => "–",
  own,
}: Props) {
  const clusters = useTranslations("clusters.heads");
  const shown = columns.filter(({ screen }) => screen !== null);
  const draw = (row: TableRow) => ({
    id: row.id,
    cells: Object.fromEntries(
      shown.map((column) => [
        column.key,
        own?.(column.key, row) ?? drawCell(column, row.cells[column.key], { why, say }),
      ]),
    ),
  });
  return (
    <Table
      caption={caption}
      hideCaption={hideCaption}
      isTight
      columns={shown.map(({ key, kind, screen, label, atLeast }) => ({
        key,
        label:
          label !== undefined ? named(label) : key === "groups" && unit ? clusters(unit) : say(screen ?? key),
        ...(isNumeric(kind) && { numeric: true }),
        ...(atLeast && { atLeast }),
      }))}
      rows={rows.map(draw)}
      {...(totals && { totals: totals.map(draw) })}
    />
  );
}

type TableWords = Required<Pick<Props, "say" | "why">>;

function drawCell(
  { kind, digits = 2, isApart = false }: TableColumn,
  cell: TableCell,
  { say, why }: TableWords,
): Cell {
  if (cell === few) return kind === "interval" ? nothing : { ...muted(say("tooFew")), isWhole: true };
  if (typeof cell === "string")
    return kind === "name" ? named(cell) : kind === "model" ? modelNamed(cell) : cell;
  if (cell == null) return nothing;
  if (kind === "count") return figureIn(cell).value;
  const { value, low, high, reason } = figureIn(cell);
  const missing = reason == null ? nothing : muted(why(reason));
  const join = (from: number, to: number) => joinEnds(from, to, " … ", { digits, isApart });
  switch (kind) {
    case "share":
      return percent(value);
    case "shareWithin": {
      const range = low === null || high === null ? [] : [{ line: inRange(low, high), isMuted: true }];
      return value === null ? nothing : [percent(value), ...range];
    }
    case "points":
      return pointsWithin({ difference: value, low, high });
    case "range":
      return low === null || high === null ? nothing : ends(low, high);
    case "probability":
      return probability(value);
    case "interval":
      return low === null || high === null ? (value === null ? nothing : missing) : ends(low, high, join);
    case "bounded":
      if (value === null) return muted(why(reason ?? null));
      return [
        decimal(value, digits),
        { line: low === null || high === null ? why(reason ?? null) : join(low, high), isMuted: true },
      ];
    default:
      return value === null ? missing : decimal(value, digits);
  }
}

type LinkProps = Pick<OwnOverviewProps, "rows" | "view"> & {
  by: readonly string[];
  /** Of the section that they change. */
  anchor: string;
};

/** Each attribute is taken or left by its own link; one of them stays. */
export function AttributeLinks({ rows, view, by, anchor }: LinkProps) {
  const address = (names: readonly string[]) => {
    const query = writeView(view);
    for (const one of names) query.append("by", one);
    return `${resultsPath(rows.study.slug, "overview", query)}#${anchor}`;
  };
  return <ByLinks attributes={listAttributes(rows)} by={by} address={address} />;
}

/**
 * Whom intervals and tests of what people judged are about: raters like these, or these where they are few. Nothing where no
 * figure has any (the least of none is Infinity).
 */
export function RatersNote({ raters, unit }: { raters: number; unit: ClusterUnit }) {
  const t = useTranslations("resultsRaters");
  const clusters = useTranslations("clusters");
  if (raters === 0 || raters === Infinity) return null;
  return (
    <p className="measure text-sm text-ink-muted">
      {t("note", { few: raters < leastRaters ? "yes" : "no", least: leastRaters })}
      {unit !== "group" && ` ${clusters("groups", { unit })}`}
    </p>
  );
}
