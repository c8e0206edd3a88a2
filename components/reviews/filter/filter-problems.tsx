import { useTranslations } from "next-intl";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import type { FilterResult } from "#lib/reviews/filter/schema.ts";

type Props = Pick<FilterResult, "problems"> & {
  count: number;
  /** Where all of them can be had. */
  download: string;
};

/** What is wrong with a file, by line and column. */
export function FilterProblems({ problems, count, download }: Props) {
  const t = useTranslations("reviews.filter");
  const words = useTranslations("imports.problems");
  return (
    <div role="alert" className="grid gap-3">
      <p className="font-semibold">{t("refused")}</p>
      {count > problems.length && (
        <p className="text-ink-muted">
          {words("first", { shown: problems.length })}{" "}
          <a href={download} download className="text-accent underline">
            {words("download")}
          </a>
        </p>
      )}
      <LiveTable
        caption={words("title", { count })}
        isTight
        columns={[
          { key: "line", label: words("columns.line"), numeric: true },
          { key: "column", label: words("columns.column") },
          { key: "problem", label: words("columns.problem") },
          { key: "found", label: words("columns.found") },
        ]}
        rows={problems.map(({ line, column, problem, found }, i) => ({
          id: String(i),
          cells: {
            line: line ?? "–",
            column: column ?? "–",
            problem: <span className="text-sm wrap-anywhere">{problem}</span>,
            found: found === "" ? "–" : { text: found, isCode: true },
          },
        }))}
      />
    </div>
  );
}
