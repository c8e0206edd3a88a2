import { getFormatter, getTranslations } from "next-intl/server";
import { OptionCounts, Spread } from "#components/benchmarks/spread.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { listCategories } from "#lib/benchmarks/schema.ts";
import type { CaseReport as Report } from "#lib/benchmarks/case-files/case-report.ts";

const counts = [
  "cases",
  "added",
  "unchanged",
  "changed",
  "unparsed",
  "duplicates",
  "bad",
  "notInFile",
] as const;

export async function CaseReport({ report }: { report: Report }) {
  const t = await getTranslations("imports.cases");
  const format = await getFormatter();
  const rows = Object.entries(report.tracks).map(([name, track]) => ({
    id: name,
    cells: {
      name: [
        { text: name, isName: true },
        track.declared &&
          track.declared.categories !== "own" && {
            line: t("declared", { kind: track.declared.categories, names: listCategories(track.declared) }),
            isMuted: true,
          },
      ],
      ...Object.fromEntries(counts.map((key) => [key, format.number(track[key])])),
      options: <OptionCounts counts={track.options} />,
      length: <Spread value={track.answerLength} />,
    },
  }));
  if (rows.length === 0) return null;
  const columns = [
    { key: "name", label: t("name"), atLeast: 36 as const },
    ...counts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true, mayGo: key !== "cases" })),
    { key: "options", label: t("columns.options") },
    { key: "length", label: t("columns.length") },
  ];
  return (
    <div className="grid gap-3">
      <Table caption={t("caption")} isTight columns={columns} rows={rows} />
      <EmptyColumns columns={columns} rows={rows} />
      <details className="measure text-ink-muted">
        <summary className="font-medium text-accent">{t("meaning")}</summary>
        <dl className="mt-2 grid gap-2">
          {(["unparsed", "duplicates", "bad", "notInFile", "changed"] as const).map((key) => (
            <div key={key}>
              <dt className="font-medium text-ink">{t(`columns.${key}`)}</dt>
              <dd>{t(`about.${key}`)}</dd>
            </div>
          ))}
          <div>
            <dt className="font-medium text-ink">{t("columns.length")}</dt>
            <dd>{t("about.length", { tokenizer: report.tokenizer })}</dd>
          </div>
        </dl>
      </details>
      {report.carried > 0 && <p>{t("carried", { count: report.carried })}</p>}
    </div>
  );
}
