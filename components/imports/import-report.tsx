import { getFormatter, getTranslations } from "next-intl/server";
import { OptionCounts, Spread } from "#components/benchmarks/track-table.tsx";
import { PoolReport } from "#components/curation/pool/pool-report.tsx";
import { ProblemList } from "#components/imports/problem-list.tsx";
import { ReportActions } from "#components/imports/report-actions.tsx";
import { type Report, sumUp } from "#components/imports/report-kinds.ts";
import { Meanings, ResultReport } from "#components/imports/result-report.tsx";
import { ReadCase } from "#components/task-kinds/read-case.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout, type Tone } from "#components/ui/callout.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type {
  CaseReport as CasesFound,
  FolderReport,
  InterviewsReport,
  SampleCase,
} from "#lib/benchmarks/case-files/case-report.ts";
import { listCategories } from "#lib/benchmarks/schema.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { benchmarkPath, casesPath, importPath, runsPath, newStudyOfPath } from "#lib/paths.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

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
  const cases = found.kind === "import_cases" ? found.report : null;
  const { interviews, pool, folders = [], samples = [] } = cases ?? {};
  const isRefused = interviews !== undefined && problems > 0;
  const verdict = isRefused ? "refused" : verdictOf(report.stored, problems, good, changes);
  return (
    <div className="grid gap-8">
      <Callout tone={toneOf(verdict, report)} title={t(`${verdict}.title`, { problems, good })}>
        <p>{t(`${verdict}.body`, { problems, good })}</p>
      </Callout>
      {report.stored ? (
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={cases ? casesPath(slug) : runsPath(slug)} variant="primary">
            {t(cases ? "toCases" : "toRuns")}
          </ButtonLink>
          {!cases && <ButtonLink href={newStudyOfPath(slug)}>{t("toStudy")}</ButtonLink>}
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
      {folders.map((folder) => (
        <FolderChecked key={folder.file} {...folder} />
      ))}
      {interviews && interviews.people.length > 0 && <People people={interviews.people} />}
      {interviews && interviews.runs.length > 0 && <Runs runs={interviews.runs} />}
      {pool && <PoolReport report={pool} />}
      {!report.stored && samples.length > 0 && <SampleCases samples={samples} />}
      <section aria-labelledby="tracks" className="grid gap-3" hidden={good === 0 && isRefused}>
        <h2 id="tracks" className="text-xl font-semibold">
          {t(cases ? "tracks" : "runs")}
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

const caseCounts = [
  "cases",
  "added",
  "unchanged",
  "changed",
  "unparsed",
  "duplicates",
  "bad",
  "notInFile",
] as const;

async function CaseReport({ report }: { report: CasesFound }) {
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
      ...Object.fromEntries(caseCounts.map((key) => [key, format.number(track[key])])),
      options: <OptionCounts counts={track.options} />,
      length: <Spread value={track.answerLength} />,
    },
  }));
  if (rows.length === 0) return null;
  const columns = [
    { key: "name", label: t("name"), atLeast: 36 as const },
    ...caseCounts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true, mayGo: key !== "cases" })),
    { key: "options", label: t("columns.options") },
    { key: "length", label: t("columns.length") },
  ];
  return (
    <div className="grid gap-3">
      <Table caption={t("caption")} isTight columns={columns} rows={rows} />
      <EmptyColumns columns={columns} rows={rows} />
      <Meanings
        title={t("meaning")}
        meanings={[
          ...(["unparsed", "duplicates", "bad", "notInFile", "changed"] as const).map(
            (key) => [t(`columns.${key}`), t(`about.${key}`)] as const,
          ),
          [t("columns.length"), t("about.length", { tokenizer: report.tokenizer })],
        ]}
      />
      {report.carried > 0 && <p>{t("carried", { count: report.carried })}</p>}
    </div>
  );
}

const personCounts = ["training", "held", "threeOptions", "fourOptions"] as const;

/** What each person's folder holds. */
async function People({ people }: Pick<InterviewsReport, "people">) {
  const t = await getTranslations("imports.interviews.report");
  const format = await getFormatter();
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("people", { count: people.length })}</h2>
      <Table
        caption={t("people", { count: people.length })}
        hideCaption
        isTight
        columns={[
          { key: "id", label: t("id") },
          { key: "category", label: t("category"), mayGo: true },
          ...personCounts.map((key) => ({ key, label: t(key), numeric: true })),
          { key: "methods", label: t("methods"), mayGo: true },
        ]}
        rows={people.map(({ id, category, methods, ...person }) => ({
          id,
          cells: {
            id: { text: id, isName: true },
            category: category === null ? "–" : <bdi>{category}</bdi>,
            ...Object.fromEntries(personCounts.map((key) => [key, format.number(person[key])])),
            methods:
              methods.length === 0
                ? "–"
                : methods.map(({ method, answers, isJudged }) => ({
                    line: t(isJudged ? "judged" : "answers", { method, answers }),
                  })),
          },
        }))}
      />
    </section>
  );
}

/** Which runs come of what judges and models said in the folders. */
async function Runs({ runs }: Pick<InterviewsReport, "runs">) {
  const t = await getTranslations("imports.interviews.report");
  const format = await getFormatter();
  const small = { isName: true, isWhole: true, isMuted: true, isSmall: true };
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("runs")}</h2>
      <Table
        caption={t("runs")}
        hideCaption
        isTight
        columns={[
          { key: "run", label: t("run") },
          { key: "track", label: t("track") },
          { key: "rows", label: t("rows"), numeric: true },
        ]}
        rows={runs.map(({ model, method, version, track, rows }) => ({
          id: JSON.stringify([model, method, version, track]),
          cells: {
            run: [
              { text: model, isName: true, isWhole: true },
              " ",
              { text: [method, version].filter(Boolean).join(" · "), ...small },
            ],
            track: { text: track, isName: true },
            rows: format.number(rows),
          },
        }))}
      />
    </section>
  );
}

/** Some of the cases that were checked, by what participants read them with; which answer is right stands nowhere. */
async function SampleCases({ samples }: { samples: readonly SampleCase[] }) {
  const t = await getTranslations("imports.samples");
  const hasOrders = samples.some(({ kind }) => isAsked(kind) && serverKindOf(kind).ordersOptions);
  return (
    <section aria-labelledby="samples" className="grid min-w-0 gap-3">
      <h3 id="samples" className="text-xl font-semibold">
        {t("title", { count: samples.length })}
      </h3>
      {hasOrders && <p className="measure text-ink-muted">{t("about")}</p>}
      {samples.map(({ track, kind, language, content, names }, index) => (
        <details
          key={index}
          open={index === 0}
          className="min-w-0 rounded-lg border border-line bg-surface px-4 py-2 sm:px-6"
        >
          <summary className="target cursor-pointer py-1 font-medium">
            {t.rich("case", { number: index + 1, track: () => <bdi>{track}</bdi> })}
          </summary>
          <div className="py-3">
            <ReadCase
              kind={kind}
              content={content}
              names={names}
              language={language}
              words={messagesForReading(kind, en)}
            />
          </div>
        </details>
      ))}
    </section>
  );
}

/** That an exported benchmark is what it was, and what of it an import leaves. */
async function FolderChecked({ name, release, digest, answers, studies }: FolderReport) {
  const t = await getTranslations("imports.folder");
  return (
    <Callout title={t("title", { name, release })}>
      <p className="wrap-anywhere">{t("checked", { digest })}</p>
      {studies > 0 && <p>{t("answers", { answers, studies })}</p>}
    </Callout>
  );
}
