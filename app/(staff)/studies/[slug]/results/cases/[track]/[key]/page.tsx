import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { ClientWords } from "#components/shell/client-words.tsx";
import { CasePage, CaseWays } from "#components/study-results/cases/case-page.tsx";
import { listAnalyses, listRevisions } from "#lib/case-analyses/queries.ts";
import { classesOf, listNamed } from "#lib/case-analyses/schema.ts";
import { CaseAnalysis } from "#components/study-results/cases/case-analysis.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { listAnswersTo, pageAnswers, viewOfCase } from "#lib/study-results/cases/case-answers.ts";
import { readCaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { getStudyCase, listReasons, type StudyCase } from "#lib/study-results/cases/case-queries.ts";
import { drawCase } from "#lib/study-results/figures/case.ts";
import type { ErrorClasses } from "#lib/study-results/cases/cases.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { mayShow } from "#lib/study-results/schema.ts";

export const generateMetadata = nameStudyWindow((t) => t("resultsCases.case.title"));

const answersAsked = z.coerce.number().int().min(1).max(100_000).catch(1);

export default async function CaseOfStudyPage(
  props: PageProps<"/studies/[slug]/results/cases/[track]/[key]">,
) {
  const { viewer, rows, asked, view, frame } = await openResults(props);
  const given = await props.params;
  const [track, key] = [readSegment(given.track), readSegment(given.key)];
  const { slug } = rows.study;
  const index = rows.cases.findIndex((one) => one.key === key && rows.tracks[one.track]?.name === track);
  const row = rows.cases[index];
  if (!row) notFound();
  const t = await getTranslations("resultsCases.case");
  const kinds = await getTranslations("cases.filter.kinds");
  const query = readCaseQuery(asked, rows);
  const isShown = mayShow(rows.study, view.who);
  const classes = classesOf(await listAnalyses(rows.study.id), rows.cases);
  const served = isShown ? await getStudyCase(viewer, slug, row.id) : null;
  const answers = served && listAnswersTo(rows, viewOfCase(view), index);
  const page = answers && pageAnswers(answers, answersAsked.parse(asked.answers));
  const reasons = page && (await listReasons(viewer, slug, row.id, page.shown));
  const locale = await getLocale();
  const made = served && drawCase(rows, view, { index, probabilities: probabilitiesOf(served) }, { locale });
  return (
    <ResultsFrame
      {...frame}
      page="cases"
      heading={
        <SectionHeader
          title={t("title")}
          intro={
            <span className="wrap-anywhere">
              <bdi>{track}</bdi> · <code className="font-mono text-sm">{key}</code>
              {view.kind && ` · ${kinds(view.kind)}`}
            </span>
          }
          actions={
            isShown && <CaseWays rows={rows} view={view} query={query} index={index} classes={classes} />
          }
        />
      }
    >
      {served && answers && page && reasons && made && (
        <ClientWords
          of={[
            "resultsCases.report",
            "resultsCases.analysis",
            "reporting.conflict",
            "shell",
            "studies.errors",
          ]}
        >
          <CasePage
            rows={rows}
            view={view}
            query={query}
            index={index}
            row={row}
            served={served}
            answers={answers}
            page={page}
            reasons={reasons}
            figure={made.figure}
            analysis={<Analysis row={row} rows={rows} classes={classes} />}
          />
        </ClientWords>
      )}
    </ResultsFrame>
  );
}

type AnalysisProps = { rows: StudyRows; row: CaseRow; classes: ErrorClasses };

async function Analysis({ rows, row, classes }: AnalysisProps) {
  const revisions = await listRevisions(rows.study.id, row.id);
  return <CaseAnalysis row={row} rows={rows} revisions={revisions} known={listNamed(classes)} />;
}

const probabilitiesOf = ({ answers }: StudyCase) =>
  new Map([...answers].map(([run, { probabilities }]) => [run, probabilities]));
