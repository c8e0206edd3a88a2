import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { benchmarkExportAddress, folderExportPath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { PublishedCases } from "#components/benchmarks/published-cases.tsx";
import { Settings } from "#components/benchmarks/settings.tsx";
import { TrackCategories } from "#components/benchmarks/track-categories.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Section } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getPublishedChoice, guessTrackCategories } from "#lib/benchmarks/queries.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.settings.title"));

export default async function SettingsPage({ params }: PageProps<"/admin/benchmarks/[slug]/settings">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const [guesses, published] = await Promise.all([
    guessTrackCategories(viewer, benchmark.id),
    getPublishedChoice(viewer, benchmark),
  ]);
  const t = await getTranslations("benchmarks");
  const nameOf = await getTranslations("published.papers");
  const names = {
    personaeval: nameOf("personaeval"),
    rolethink: nameOf("rolethink"),
    interviewsim: nameOf("interviewsim"),
  };
  const { slug, tracks } = benchmark;
  return (
    <BenchmarkFrame benchmark={benchmark} page="settings" title={t("settings.title")}>
      <div className="grid max-w-4xl gap-10">
        <Settings key={slug} benchmark={benchmark}>
          {tracks.length > 0 && (
            <>
              <TrackCategories
                slug={slug}
                tracks={tracks.map(({ name, categories, categoryNames }) => ({
                  name,
                  categories,
                  categoryNames,
                  guess: guesses.get(name) ?? null,
                }))}
              />
              <Export slug={slug} />
            </>
          )}
          <PublishedCases slug={slug} {...published} names={names} />
        </Settings>
      </div>
    </BenchmarkFrame>
  );
}

const exported = ["cases.jsonl", "predictions.jsonl", "runs.csv", "runs.json"] as const;

async function Export({ slug }: { slug: string }) {
  const t = await getTranslations("benchmarks.export");
  const folders = await getTranslations("benchmarkFolders");
  return (
    <Section id="export" title={t("title")} className="grid gap-3">
      <p className="measure text-ink-muted">{t("about")}</p>
      <ul role="list" className="flex flex-wrap gap-3">
        <li>
          <ButtonLink href={folderExportPath(slug)}>{folders("link")}</ButtonLink>
        </li>
        {exported.map((file) => (
          <li key={file}>
            <ButtonLink href={benchmarkExportAddress(slug, file)} download>
              {t(`files.${file.replace(".", "_") as "runs_csv"}`)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
