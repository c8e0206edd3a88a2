import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import {
  casesPath,
  benchmarkExportAddress,
  folderExportPath,
  importPath,
  poolPath,
  runsPath,
} from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { Lineage } from "#components/benchmarks/lineage.tsx";
import { PublishedCases } from "#components/benchmarks/published-cases.tsx";
import { Settings } from "#components/benchmarks/settings.tsx";
import { TrackCategories } from "#components/benchmarks/track-categories.tsx";
import { TrackTable } from "#components/benchmarks/track-table.tsx";
import { ImportLog } from "#components/imports/import-log.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { guessTrackCategories, listTrackFacts, getPublishedChoice } from "#lib/benchmarks/queries.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { listJobs } from "#lib/jobs/queries.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.frame.pages.overview"));

const exported = ["cases.jsonl", "predictions.jsonl", "runs.csv", "runs.json"] as const;

export default async function BenchmarkPage({ params }: PageProps<"/admin/benchmarks/[slug]">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const [tracks, guesses, jobs, published, lineage] = await Promise.all([
    listTrackFacts(viewer, benchmark.id),
    guessTrackCategories(viewer, benchmark.id),
    listJobs(viewer, { benchmarkId: benchmark.id, limit: 20 }),
    getPublishedChoice(viewer, benchmark),
    getLineage(viewer, benchmark.id),
  ]);
  const t = await getTranslations("benchmarks");
  const pools = await getTranslations("pools");
  const folders = await getTranslations("benchmarkFolders");
  const nameOf = await getTranslations("published.papers");
  const names = {
    personaeval: nameOf("personaeval"),
    rolethink: nameOf("rolethink"),
    interviewsim: nameOf("interviewsim"),
  };
  const { slug } = benchmark;
  const isEmpty = benchmark.tracks.length === 0;
  return (
    <BenchmarkFrame benchmark={benchmark} page="overview" title={t("frame.pages.overview")}>
      {benchmark.description && (
        <p dir="auto" className="measure mb-6 text-ink-muted">
          {benchmark.description}
        </p>
      )}
      {isEmpty ? (
        <EmptyState
          title={t("empty.title")}
          action={
            <span className="flex flex-wrap justify-center gap-3">
              <ButtonLink href={importPath(slug)} variant="primary">
                {t("empty.action")}
              </ButtonLink>
              <ButtonLink href={poolPath(slug)}>{pools("toPool")}</ButtonLink>
            </span>
          }
        >
          {t("empty.body")}
        </EmptyState>
      ) : (
        <section className="grid gap-3">
          <h2 className="text-xl font-semibold">{t("tracks.title")}</h2>
          <TrackTable slug={slug} tracks={tracks} />
          {tracks.some(({ answerLength, unparsed }) => answerLength || unparsed > 0) && (
            <p className="measure text-sm text-ink-muted">
              {t("tracks.about", { tokenizer: tokenizerName })}
            </p>
          )}
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink href={importPath(slug)} variant="primary">
              {t("toImport")}
            </ButtonLink>
            <ButtonLink href={casesPath(slug)}>{t("toCases")}</ButtonLink>
            <ButtonLink href={runsPath(slug)}>{t("toRuns", { count: benchmark.runs })}</ButtonLink>
          </div>
          <TrackCategories
            slug={slug}
            tracks={tracks.map(({ name, categories, categoryNames }) => ({
              name,
              categories,
              categoryNames,
              guess: guesses.get(name) ?? null,
            }))}
          />
        </section>
      )}
      {lineage && <Lineage slug={slug} lineage={lineage} />}
      {jobs.length > 0 && (
        <section className="mt-12 grid gap-3">
          <h2 className="text-xl font-semibold">{t("log")}</h2>
          <ImportLog slug={slug} jobs={jobs} />
        </section>
      )}
      <PublishedCases slug={slug} {...published} names={names} />
      {!isEmpty && (
        <Section id="export" title={t("export.title")} className="mt-12 grid gap-3">
          <p className="measure text-ink-muted">{t("export.about")}</p>
          <p>
            <ButtonLink href={folderExportPath(slug)}>{folders("link")}</ButtonLink>
          </p>
          <ul role="list" className="flex flex-wrap gap-3">
            {exported.map((file) => (
              <li key={file}>
                <ButtonLink href={benchmarkExportAddress(slug, file)} download>
                  {t(`export.files.${file.replace(".", "_") as "runs_csv"}`)}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Settings key={slug} benchmark={benchmark} />
    </BenchmarkFrame>
  );
}
