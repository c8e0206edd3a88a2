import { getFormatter, getTranslations } from "next-intl/server";
import { Figure } from "#components/model-runs/figure.tsx";
import { figuresOf, mainColumns, variantColumns, type View } from "#components/model-runs/figures.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { RunRow } from "#lib/model-runs/schema.ts";

const counts = ["n", "failed", "missing"] as const;

/** One run's figures on each track, on all cases pooled and as the mean over tracks. */
export async function RunFigures({ row, variants = false }: { row: RunRow; variants?: boolean }) {
  const t = await getTranslations("runs");
  const format = await getFormatter();
  const columns = variants ? variantColumns : mainColumns;
  const views: View[] = [
    ...row.tracks.map(({ track }) => ({ kind: "track" as const, track: track ?? "" })),
    { kind: "pooled" },
    ...(variants ? [] : [{ kind: "mean" as const }]),
  ];
  const rows = views.map((view) => {
    const figures = figuresOf(row, view);
    return {
      id: JSON.stringify(view),
      cells: {
        view: view.kind === "track" ? <bdi>{view.track}</bdi> : t(`views.${view.kind}`),
        ...Object.fromEntries(
          counts.map((key) => [key, figures?.[key] === undefined ? "–" : format.number(figures[key])]),
        ),
        ...Object.fromEntries(
          columns.map((column) => [
            column.key,
            <Figure key={column.key} column={column} figures={figures} view={view} />,
          ]),
        ),
      },
    };
  });
  const drawn = [
    { key: "view", label: t("columns.view") },
    ...counts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true, mayGo: key !== "n" })),
    ...columns.map(({ key }) => ({ key, label: t(`columns.${key as "top1"}`), numeric: true })),
  ];
  return (
    <div className="min-w-0">
      <Table
        caption={t(variants ? "views.variants" : "views.main")}
        hideCaption={false}
        isWide
        columns={drawn}
        rows={rows}
      />
      <EmptyColumns columns={drawn} rows={rows} />
    </div>
  );
}
