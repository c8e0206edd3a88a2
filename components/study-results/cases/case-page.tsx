import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AnswersTable } from "#components/study-results/cases/answers-table.tsx";
import { CaseFacts } from "#components/study-results/cases/case-facts.tsx";
import { CaseNotes } from "#components/study-results/cases/case-notes.tsx";
import { CaseReading } from "#components/study-results/cases/case-reading.tsx";
import { ReportCase } from "#components/study-results/cases/case-report.tsx";
import { ModelsTable } from "#components/study-results/cases/models-table.tsx";
import { caseFigures } from "#components/task-kinds/case-figures.ts";
import { resultsCasePath } from "#lib/paths.ts";
import type { Figure } from "#lib/figures/figure.ts";
import {
  medianTime,
  viewOfCase,
  type CaseAnswer,
  type PageOfAnswers,
} from "#lib/study-results/cases/case-answers.ts";
import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { StudyCase } from "#lib/study-results/cases/case-queries.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  index: number;
  row: CaseRow;
  served: StudyCase;
  answers: readonly CaseAnswer[];
  page: PageOfAnswers;
  reasons: ReadonlyMap<string, string>;
  figure: Figure;
  /** What the team makes of the case. */
  analysis: ReactNode;
};

/** One case with everything, made to be pictured: what was read, what people chose, what models gave. */
export function CasePage({ rows, view, query, index, row, ...props }: Props) {
  const { served, answers, page, reasons, figure, analysis } = props;
  const t = useTranslations("resultsCases.report");
  const { slug } = rows.study;
  const KindFigure = caseFigures[row.kind];
  const track = rows.tracks[row.track];
  const of = { slug, track: track?.name ?? "", key: row.key };
  const inList = getCaseFigures(rows, view);
  const isListed = inList.some((one) => one.index === index && one.isInView);
  // Its place is the one in the list; a case that the view leaves out has one among all.
  const all = isListed ? inList : getCaseFigures(rows, viewOfCase(view));
  const figures = all.find((one) => one.index === index);
  const asked = (number: number) => {
    const written = writeCaseQuery(view, query);
    written.set("answers", String(number));
    return `${resultsCasePath(slug, of, written)}#answers`;
  };
  return (
    <div className="grid min-w-0 gap-10">
      <CaseNotes row={row} of={of} newer={served.newer} />
      <CaseReading
        served={served}
        language={track?.language ?? "en"}
        optionOrder={rows.study.design.assignment.optionOrder}
      />
      {figures && (
        <>
          <KindFigure slug={slug} view={view} figure={figure} caseId={row.id} models={figures.models} />
          <CaseFacts
            row={row}
            figures={figures}
            who={view.who}
            placed={all.filter(({ place }) => place !== null).length}
            time={medianTime(answers)}
          />
        </>
      )}
      <AnswersTable slug={slug} view={view} row={row} reasons={reasons} answers={page} addressOf={asked} />
      <ModelsTable rows={rows} view={view} index={index} row={row} answers={served.answers} />
      {analysis}
      {!row.report && (
        <section aria-labelledby="report" className="grid gap-3 print:hidden">
          <h2 id="report" className="text-xl font-semibold">
            {t("title")}
          </h2>
          <p className="measure text-ink-muted">{t("means")}</p>
          <ReportCase of={of} />
        </section>
      )}
    </div>
  );
}
