import { getFormatter, getTranslations } from "next-intl/server";
import { foundCounts, FoundMeanings } from "#components/imports/result-report.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";

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
