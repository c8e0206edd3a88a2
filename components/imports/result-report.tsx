import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ResultReport as Report } from "#lib/model-runs/result-row.ts";

export const foundCounts = [
  "rows",
  "matched",
  "repaired",
  "normalised",
  "failed",
  "resDiffers",
  "unmatched",
  "missing",
] as const;

const tones = { added: "success", replaced: "warning", unchanged: "neutral" } as const;

export async function ResultReport({ report }: { report: Report }) {
  const t = await getTranslations("imports.results");
  const format = await getFormatter();
  if (report.runs.length === 0) return null;
  const rows = report.runs.map((run) => ({
    id: JSON.stringify([run.model, run.method, run.version, run.track]),
    cells: {
      run: [
        { text: run.model, isName: true, isWhole: true },
        " ",
        {
          text: [run.method, run.version].filter(Boolean).join(" · "),
          isName: true,
          isWhole: true,
          isMuted: true,
          isSmall: true,
        },
        run.replicate ? <> {t("replicate", { number: run.replicate })}</> : "",
      ],
      track: { text: run.track, isName: true },
      outcome: <Badge tone={tones[run.outcome]}>{t(`outcomes.${run.outcome}`)}</Badge>,
      ...Object.fromEntries(foundCounts.map((key) => [key, format.number(run[key])])),
    },
  }));
  const columns = [
    { key: "run", label: t("run") },
    { key: "track", label: t("track") },
    { key: "outcome", label: t("outcome") },
    ...foundCounts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true, mayGo: key !== "rows" })),
  ];
  return (
    <div className="grid gap-3">
      <Table caption={t("caption")} isTight columns={columns} rows={rows} />
      <EmptyColumns columns={columns} rows={rows} />
      <FoundMeanings />
    </div>
  );
}

type Props = { title: string; meanings: readonly (readonly [name: string, about: string])[] };

/** One sentence for each thing that is counted. */
export const Meanings = ({ title, meanings }: Props) => (
  <details className="measure text-ink-muted">
    <summary className="font-medium text-accent">{title}</summary>
    <dl className="mt-2 grid gap-2">
      {meanings.map(([name, about]) => (
        <div key={name}>
          <dt className="font-medium text-ink">{name}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  </details>
);

export async function FoundMeanings() {
  const t = await getTranslations("imports.results");
  const keys = ["repaired", "normalised", "failed", "resDiffers", "unmatched", "missing"] as const;
  return (
    <Meanings title={t("meaning")} meanings={keys.map((key) => [t(`columns.${key}`), t(`about.${key}`)])} />
  );
}
