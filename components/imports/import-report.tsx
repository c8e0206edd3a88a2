import { getTranslations } from "next-intl/server";
import { benchmarkPath, casesPath, importPath, runsPath } from "#lib/paths.ts";
import { InterviewReport } from "#components/imports/interviews/interview-report.tsx";
import { PoolReport } from "#components/curation/pool/pool-report.tsx";
import { CaseReport } from "#components/imports/case-report.tsx";
import { FolderReports } from "#components/benchmark-folders/folder-report.tsx";
import { ProblemList } from "#components/imports/problem-list.tsx";
import { ReportActions } from "#components/imports/report-actions.tsx";
import { type Report, sumUp } from "#components/imports/report-kinds.ts";
import { SampleCases } from "#components/imports/sample-cases.tsx";
import { ResultReport } from "#components/imports/result-report.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout, type Tone } from "#components/ui/callout.tsx";

type Props = {
  slug: string;
  jobId: string;
  found: Report;
  /** Whether the files that were checked are still there to be stored. */
  filesThere: boolean;
};

export async function ImportReport({ slug, jobId, found, filesThere }: Props) {
  const t = await getTranslations("imports.report");
  const { report } = found;
  const { good, changes } = sumUp(found);
  const problems = report.problemCount;
  const interviews = found.kind === "import_cases" ? found.report.interviews : undefined;
  const pool = found.kind === "import_cases" ? found.report.pool : undefined;
  const isRefused = interviews !== undefined && problems > 0;
  const verdict = isRefused ? "refused" : verdictOf(report.stored, problems, good, changes);
  return (
    <div className="grid gap-8">
      <Callout tone={toneOf(verdict, report)} title={t(`${verdict}.title`, { problems, good })}>
        <p>{t(`${verdict}.body`, { problems, good })}</p>
      </Callout>
      {report.stored ? (
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            href={found.kind === "import_cases" ? casesPath(slug) : runsPath(slug)}
            variant="primary"
          >
            {t(found.kind === "import_cases" ? "toCases" : "toRuns")}
          </ButtonLink>
          <ButtonLink href={importPath(slug)}>{t("toImport")}</ButtonLink>
          <ButtonLink href={benchmarkPath(slug)}>{t("toBenchmark")}</ButtonLink>
        </div>
      ) : filesThere ? (
        <ReportActions slug={slug} jobId={jobId} problems={problems} canStore={changes > 0 && !isRefused} />
      ) : (
        <p className="flex flex-wrap gap-x-2 text-ink-muted">
          {t("filesGone")}
          <a href={importPath(slug)} className="text-accent underline">
            {t("toImport")}
          </a>
        </p>
      )}
      {found.kind === "import_cases" && <FolderReports folders={found.report.folders} />}
      {interviews && <InterviewReport {...interviews} />}
      {pool && <PoolReport report={pool} />}
      {found.kind === "import_cases" && !report.stored && (
        <SampleCases samples={found.report.samples ?? []} />
      )}
      <section aria-labelledby="tracks" className="grid gap-3" hidden={good === 0 && isRefused}>
        <h2 id="tracks" className="text-xl font-semibold">
          {t(found.kind === "import_cases" ? "tracks" : "runs")}
        </h2>
        {found.kind === "import_cases" ? (
          <CaseReport report={found.report} />
        ) : (
          <ResultReport report={found.report} />
        )}
        {good === 0 && !isRefused && <p className="text-ink-muted">{t("nothingGood")}</p>}
      </section>
      <ProblemList
        problems={report.problems}
        count={problems}
        download={report.problemsFile === null ? null : `/api/jobs/${jobId}/problems`}
      />
    </div>
  );
}

function verdictOf(stored: boolean, problems: number, good: number, changes: number) {
  if (stored) return "stored";
  if (good === 0) return "bad";
  if (changes === 0) return "changesNothing";
  return problems > 0 ? "mixed" : "good";
}

/** A file of which nothing could be read is no small matter, whatever the others hold. */
function toneOf(
  verdict: ReturnType<typeof verdictOf> | "refused",
  { problems, problemCount }: Report["report"],
): Tone {
  if (problems.some(({ line }) => line === null)) return "danger";
  if (verdict === "changesNothing") return problemCount > 0 ? "warning" : "info";
  return (
    { stored: "success", good: "success", bad: "danger", refused: "danger", mixed: "warning" } as const
  )[verdict];
}
