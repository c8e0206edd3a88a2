import { getTranslations } from "next-intl/server";
import { casePath } from "#lib/paths.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { CaseForm } from "#lib/benchmarks/schema.ts";

type Listed = {
  key: string;
  track: string;
  language: string;
  form: CaseForm;
  optionCount: number;
  answerLength: number | null;
  source: string | null;
  version: number;
  excerpt: string;
};

export async function CaseTable({ slug, cases }: { slug: string; cases: readonly Listed[] }) {
  const t = await getTranslations("cases");
  const rows = cases.map((one) => ({
    id: JSON.stringify([one.track, one.key]),
    cells: {
      key: (
        <a
          href={casePath(slug, one.track, one.key)}
          className="inline-block max-w-40 min-w-24 font-mono text-sm wrap-anywhere text-accent underline"
        >
          <bdi>{one.key}</bdi>
        </a>
      ),
      excerpt: (
        <div className="grid max-w-prose min-w-64 gap-1">
          <p lang={one.language} dir="auto" className="line-clamp-2 wrap-anywhere">
            {one.excerpt}
          </p>
          {one.source && (
            <p dir="auto" className="text-sm text-ink-muted">
              {one.source}
            </p>
          )}
        </div>
      ),
      track: <bdi>{one.track}</bdi>,
      form:
        one.form === "unparsed" ? (
          <Badge tone="warning">{t("forms.unparsed")}</Badge>
        ) : (
          t(`forms.${one.form}`)
        ),
      options: one.optionCount,
      length: one.answerLength ?? "–",
      version: one.version,
    },
  }));
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "key", label: t("columns.key") },
        { key: "excerpt", label: t("columns.excerpt") },
        { key: "track", label: t("columns.track") },
        { key: "form", label: t("columns.form") },
        { key: "options", label: t("columns.options"), numeric: true },
        { key: "length", label: t("columns.length"), numeric: true },
        { key: "version", label: t("columns.version"), numeric: true },
      ]}
      rows={rows}
    />
  );
}
