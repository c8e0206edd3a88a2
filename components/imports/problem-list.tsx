import { getTranslations } from "next-intl/server";
import { Table } from "#components/ui/table/table.tsx";
import type { ImportProblem } from "#lib/files/file-problems.ts";

type Props = {
  problems: readonly ImportProblem[];
  count: number;
  /** Where all of them can be had; null where they are all here, or gone. */
  download: string | null;
};

export async function ProblemList({ problems, count, download }: Props) {
  const t = await getTranslations("imports.problems");
  if (count === 0) return null;
  const rows = problems.map((problem, index) => ({
    id: String(index),
    cells: {
      file: { text: problem.file, isName: true, isWhole: true },
      line: problem.line ?? "–",
      column: problem.column === null ? "–" : <bdi>{problem.column}</bdi>,
      problem: <span className="inline-block min-w-56 text-sm wrap-anywhere">{problem.problem}</span>,
      found:
        problem.found === "" ? (
          "–"
        ) : (
          <code className="inline-block max-w-md min-w-40 rounded-sm bg-sunken px-1 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            <bdi>{problem.found}</bdi>
          </code>
        ),
    },
  }));
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-semibold">{t("title", { count })}</h2>
      <p className="text-ink-muted">
        {count > problems.length && t("first", { shown: problems.length })}{" "}
        {download && (
          <a href={download} download className="text-accent underline">
            {t("download")}
          </a>
        )}
      </p>
      <Table
        caption={t("title", { count })}
        isTight
        columns={[
          { key: "file", label: t("columns.file") },
          { key: "line", label: t("columns.line"), numeric: true, mayGo: true },
          { key: "column", label: t("columns.column"), mayGo: true },
          { key: "problem", label: t("columns.problem") },
          { key: "found", label: t("columns.found"), mayGo: true },
        ]}
        rows={rows}
      />
    </section>
  );
}
