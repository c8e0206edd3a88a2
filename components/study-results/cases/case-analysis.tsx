import { useFormatter, useTranslations } from "next-intl";
import { AnalysisForm } from "#components/study-results/cases/analysis-form.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { isWritten, type Analysis } from "#lib/case-analyses/schema.ts";

type Props = {
  rows: StudyRows;
  row: CaseRow;
  /** The newest first. */
  revisions: readonly Analysis[];
  /** Classes that this study has used. */
  known: readonly string[];
};

/** What the team makes of a case, how it reads, and how it was written before. */
export function CaseAnalysis({ rows, row, revisions, known }: Props) {
  const t = useTranslations("resultsCases.analysis");
  const format = useFormatter();
  const [last, ...earlier] = revisions;
  const at = (day: Date) => format.dateTime(day, { dateStyle: "medium", timeStyle: "short" });
  return (
    <section aria-labelledby="analysis" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="analysis" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <p className="measure text-ink-muted print:hidden">{t("means")}</p>
      </div>
      {last && isWritten(last) && (
        <div className="measure grid gap-2 border-s-4 border-line ps-4" dir="auto">
          {last.errorClass && <p className="font-semibold wrap-anywhere">{last.errorClass}</p>}
          <Markdown text={last.words} under={2} />
        </div>
      )}
      <AnalysisForm
        of={{ slug: rows.study.slug, track: rows.tracks[row.track]?.name ?? "", key: row.key }}
        known={known}
        stored={{ words: last?.words ?? "", errorClass: last?.errorClass ?? "" }}
        revision={last?.revision ?? 0}
        said={last ? t("stored", { by: last.by ?? t("nobody"), at: at(last.at) }) : ""}
      />
      {earlier.length > 0 && (
        <details className="print:hidden">
          <summary className="target inline-flex items-center text-accent">
            {t("history", { count: earlier.length })}
          </summary>
          <ol className="mt-2 grid gap-4">
            {earlier.map(({ revision, words, errorClass, ...written }) => (
              <li key={revision} className="measure grid gap-1 border-s-4 border-line ps-4">
                <p className="text-sm text-ink-muted">
                  {t("revision", { by: written.by ?? t("nobody"), at: at(written.at) })}
                </p>
                {errorClass && <p className="font-semibold wrap-anywhere">{errorClass}</p>}
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {words || (errorClass ? "" : t("emptied"))}
                </p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
