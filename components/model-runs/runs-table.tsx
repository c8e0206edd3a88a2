import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { runPath } from "#lib/paths.ts";
import { CompareBox } from "#components/model-runs/compare-choice.tsx";
import { Figure } from "#components/model-runs/figure.tsx";
import { type FigureColumn, figuresOf, formatMethodName, type View } from "#components/model-runs/figures.ts";
import { Badge } from "#components/ui/badge.tsx";
import { DataTable, type Column } from "#components/ui/table/data-table.tsx";
import type { RunRow } from "#lib/model-runs/schema.ts";

type Props = {
  slug: string;
  rows: readonly RunRow[];
  view: View;
  columns: readonly FigureColumn[];
  caption: string;
};

type Count = "n" | "failed" | "missing";

export async function RunsTable({ slug, rows, view, columns, caption }: Props) {
  const t = await getTranslations("runs");
  const table = await getTranslations("table");
  const format = await getFormatter();
  const hasCounts = view.kind !== "mean";
  const counts: readonly Count[] = hasCounts ? ["n", "failed", "missing"] : [];
  const drawn = rows.map((row) => {
    const { run } = row;
    const figures = figuresOf(row, view);
    return {
      id: String(run.id),
      text: [run.model, run.method, run.version].join(" "),
      sort: {
        model: run.model,
        method: formatMethodName(run),
        ...Object.fromEntries(counts.map((key) => [key, figures?.[key] ?? null])),
        ...Object.fromEntries(
          columns.map((column) => [column.key, (figures && column.value(figures)) ?? null]),
        ),
      },
      cells: {
        model: <Model slug={slug} run={run} />,
        method: <Method run={run} />,
        ...Object.fromEntries(
          counts.map((key) => [key, figures?.[key] === undefined ? "–" : format.number(figures[key])]),
        ),
        ...Object.fromEntries(
          columns.map((column) => [
            column.key,
            <Figure key={column.key} column={column} figures={figures} view={view} />,
          ]),
        ),
        compare: (
          <CompareBox
            runId={run.id}
            label={t("compare.box", { model: run.model, method: formatMethodName(run) })}
          />
        ),
      },
    };
  });
  return (
    <DataTable
      isTight
      caption={caption}
      columns={listColumns(t, counts, columns)}
      rows={drawn}
      words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
      empty={<p>{t("none")}</p>}
    />
  );
}

/** It had a part in choosing the cases: by which stage, where the lineage tells. */
export async function FilterBadge({ filteredBy }: Pick<RunRow["run"], "filteredBy">) {
  const t = await getTranslations("runs");
  return <Badge tone="warning">{t(filteredBy ? `filteredBy.${filteredBy}` : "filter")}</Badge>;
}

type RunWords = Awaited<ReturnType<typeof getTranslations<"runs">>>;

function listColumns(t: RunWords, counts: readonly Count[], figures: readonly FigureColumn[]): Column[] {
  return [
    { key: "model", label: t("columns.model"), sortable: true },
    { key: "compare", label: t("columns.compare") },
    { key: "method", label: t("columns.method"), sortable: true },
    ...counts.map((key) => ({
      key,
      label: t(`columns.${key}`),
      numeric: true,
      sortable: true,
      mayGo: key !== "n",
    })),
    ...figures.map(({ key }) => ({
      key,
      label: t(`columns.${key as "top1"}`),
      numeric: true,
      sortable: true,
    })),
  ];
}

async function Method({ run }: Pick<RunRow, "run">) {
  const t = await getTranslations("runs");
  return (
    <span className="inline-block max-w-48 wrap-anywhere">
      <bdi>{formatMethodName(run)}</bdi>
      {run.replicate !== null && (
        <span className="figures block text-sm text-ink-muted">
          {t("replicate", { number: run.replicate })}
        </span>
      )}
    </span>
  );
}

async function Model({ slug, run }: { slug: string } & Pick<RunRow, "run">) {
  const t = await getTranslations("runs");
  return (
    <span className="flex items-center gap-x-2">
      <Link
        href={runPath(slug, run.id)}
        title={run.model}
        className="inline-block max-w-64 truncate text-accent underline"
      >
        <bdi>{run.model}</bdi>
      </Link>
      {run.hasReasoning && <Badge tone="info">{t("reasoning")}</Badge>}
      {run.isDemo && <Badge tone="info">{t("demo")}</Badge>}
      {run.isFilter && <FilterBadge filteredBy={run.filteredBy} />}
      {run.isFake && <Badge tone="warning">{t("fake")}</Badge>}
    </span>
  );
}
