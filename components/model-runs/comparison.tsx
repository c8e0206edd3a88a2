import { getTranslations } from "next-intl/server";
import { Figure } from "#components/model-runs/figure.tsx";
import {
  type FigureColumn,
  type Figures,
  figuresOf,
  mainColumns,
  formatMethodName,
  variantColumns,
  type View,
} from "#components/model-runs/figures.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { RunRow } from "#lib/model-runs/schema.ts";

type Props = { title: string; rows: readonly RunRow[]; view: View };

/** A few runs side by side on one track: a line for each figure, a column for each run. */
export async function Comparison({ title, rows, view }: Props) {
  const t = await getTranslations("runs");
  const figures = rows.map((row) => figuresOf(row, view));
  const columns = view.kind === "mean" ? mainColumns : [...mainColumns, ...variantColumns];
  const counts = view.kind === "mean" ? [] : (["n", "failed", "missing"] as const);
  const lines = [
    ...counts.map((key) => ({
      id: key,
      cells: {
        figure: t(`columns.${key}`),
        ...Object.fromEntries(rows.map(({ run }, index) => [run.id, figures[index]?.[key] ?? "–"])),
      },
    })),
    ...columns.map((column) => {
      const best = bestOf(column, rows, figures);
      return {
        id: column.key,
        cells: {
          figure: t(`columns.${column.key as "top1"}`),
          ...Object.fromEntries(
            rows.map(({ run }, index) => [
              run.id,
              <ComparedFigure
                key={run.id}
                column={column}
                view={view}
                figures={figures[index] ?? null}
                isBest={index === best}
              />,
            ]),
          ),
        },
      };
    }),
  ];
  return (
    <Table
      caption={title}
      hideCaption={false}
      columns={[
        { key: "figure", label: t("compare.figure") },
        ...rows.map(({ run }) => ({
          key: String(run.id),
          numeric: true,
          label: (
            <span className="inline-block max-w-48 min-w-28 wrap-anywhere">
              <bdi>{run.model}</bdi>
              <br />
              <bdi className="font-normal">{formatMethodName(run)}</bdi>
            </span>
          ),
        })),
      ]}
      rows={lines}
    />
  );
}

type ComparedProps = { column: FigureColumn; figures: Figures | null; view: View; isBest: boolean };

async function ComparedFigure({ isBest, ...figure }: ComparedProps) {
  const t = await getTranslations("runs");
  if (!isBest) return <Figure {...figure} />;
  return (
    <strong>
      <Figure {...figure} /> <span className="text-sm font-normal">{t("compare.best")}</span>
    </strong>
  );
}

/** Which run has the best value, where one alone has it and every run that a model made has one. */
function bestOf(
  { value, better }: FigureColumn,
  rows: readonly RunRow[],
  figures: readonly (Figures | null)[],
): number | null {
  const values = figures.map((figure, at) =>
    rows[at]?.run.isFake ? undefined : ((figure && value(figure)) ?? null),
  );
  const ranked = values.filter((one) => one !== undefined);
  if (ranked.length < 2 || ranked.some((one) => one === null)) return null;
  const known = ranked as number[];
  const best = better === "higher" ? Math.max(...known) : Math.min(...known);
  return known.filter((item) => item === best).length === 1 ? values.indexOf(best) : null;
}
