import { getFormatter, getTranslations } from "next-intl/server";
import { foundCounts, FoundMeanings } from "#components/imports/result-report.tsx";
import { Figure, figuresOf, mainColumns, variantColumns, type View } from "#components/model-runs/figure.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { parityFields, type RunParity, type RunRow } from "#lib/model-runs/schema.ts";

const counts = ["n", "failed", "missing"] as const;

/** One run's figures on each track, on all cases pooled and as the mean over tracks. */
export async function RunFigures({ row, variants = false }: { row: RunRow; variants?: boolean }) {
  const t = await getTranslations("runs");
  const format = await getFormatter();
  const columns = variants ? variantColumns : mainColumns;
  const views: View[] = [
    // What it judged is in the automatic figures.
    ...row.tracks
      .filter(({ n, judged }) => n > 0 || judged === 0)
      .map(({ track }) => ({ kind: "track" as const, track: track ?? "" })),
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

type Finding = Record<(typeof foundCounts)[number], number> & { track: { name: string }; importedAt: Date };

/** What the import of a run's results found, track by track. */
export async function RunFindings({ findings }: { findings: readonly Finding[] }) {
  const t = await getTranslations("imports.results");
  const format = await getFormatter();
  const rows = findings.map((finding) => ({
    id: finding.track.name,
    cells: {
      track: <bdi>{finding.track.name}</bdi>,
      ...Object.fromEntries(foundCounts.map((key) => [key, format.number(finding[key])])),
      when: (
        <span className="whitespace-nowrap">
          {format.dateTime(finding.importedAt, { dateStyle: "medium", timeStyle: "short" })}
        </span>
      ),
    },
  }));
  const columns = [
    { key: "track", label: t("track") },
    ...foundCounts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true, mayGo: key !== "rows" })),
    { key: "when", label: t("importedAt") },
  ];
  return (
    <div className="grid gap-3">
      <Table caption={t("caption")} columns={columns} rows={rows} />
      <EmptyColumns columns={columns} rows={rows} />
      <FoundMeanings />
    </div>
  );
}

/** What a model had before it when it answered, as far as anybody has written it down. */
export async function RunParityRecord({ parity }: { parity: RunParity }) {
  const t = await getTranslations("runs.parity");
  return (
    <dl className="measure grid gap-3">
      {parityFields.map((name) => (
        <div key={name}>
          <dt className="text-sm font-medium text-ink-muted">{t(`${name}.label`)}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {parity[name] || t("none")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
