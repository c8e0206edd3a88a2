import { getTranslations } from "next-intl/server";
import { casePath } from "#lib/paths.ts";
import { shortKey } from "#components/cases/short-key.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { CaseForm } from "#lib/task-kinds/case-files.ts";

type CaseSummary = {
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

export async function CaseTable({ slug, cases }: { slug: string; cases: readonly CaseSummary[] }) {
  const t = await getTranslations("cases");
  const columns = [
    { key: "excerpt", label: t("columns.excerpt"), fills: true },
    { key: "key", label: t("columns.key") },
    { key: "source", label: t("columns.source"), mayGo: true },
    { key: "track", label: t("columns.track") },
    { key: "form", label: t("columns.form") },
    { key: "options", label: t("columns.options"), numeric: true },
    { key: "length", label: t("columns.length"), numeric: true, mayGo: true },
    { key: "version", label: t("columns.version"), numeric: true },
  ];
  const rows = cases.map((one) => ({
    id: JSON.stringify([one.track, one.key]),
    cells: {
      excerpt: {
        quote: one.excerpt,
        lang: one.language,
        as: "line" as const,
        href: casePath(slug, one.track, one.key),
      },
      key: shortKey(one.key),
      source: one.source && { text: one.source, isName: true, isWhole: true, isMuted: true, isSmall: true },
      track: { text: one.track, isName: true },
      form:
        one.form === "unparsed"
          ? { badge: t("forms.unparsed"), tone: "warning" as const }
          : t(`forms.${one.form}`),
      options: one.optionCount,
      length: one.answerLength ?? "–",
      version: one.version,
    },
  }));
  return (
    <>
      <Table caption={t("caption")} isTight columns={columns} rows={rows} />
      <EmptyColumns columns={columns} rows={rows} />
    </>
  );
}
