import { getTranslations } from "next-intl/server";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { FilterForm, FilterPreview, MakeFiltered } from "#components/curation/filter.tsx";
import { FilteredCases } from "#components/curation/voted-cases.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Benchmark } from "#lib/benchmarks/queries.ts";
import { countVotes, listFilterRuns, listVoted, type FilterRun } from "#lib/curation/confidence/queries.ts";
import {
  filterAddress,
  filteredPerPage,
  maxRuns,
  readThreshold,
  type FilterAddress,
} from "#lib/curation/confidence/schema.ts";
import { countOutcomes, partVotes } from "#lib/curation/confidence/votes.ts";
import { newRunPath } from "#lib/paths.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.frame.pages.curation"));

export default async function CurationPage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/curation">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const given = await searchParams;
  const asked = filterAddress.parse(given);
  const runs = await listFilterRuns(viewer, benchmark);
  const chosen = asked.run.flatMap((id) => runs.find((run) => run.id === id && run.voted > 0) ?? []);
  const t = await getTranslations("curation");
  const isPossible = chosen.length > 0 && chosen.length <= maxRuns && readThreshold(asked.threshold) !== null;
  return (
    <BenchmarkFrame benchmark={benchmark} page="curation" title={t("title")}>
      <p className="measure mb-6 text-ink-muted">{t("intro")}</p>
      {runs.some(({ voted }) => voted > 0) ? (
        <div className="grid min-w-0 gap-12">
          <FilterForm
            slug={benchmark.slug}
            runs={runs}
            asked={asked}
            isMissing={given.threshold !== undefined && chosen.length === 0}
          />
          {isPossible && <Filter viewer={viewer} benchmark={benchmark} asked={asked} runs={chosen} />}
        </div>
      ) : (
        <EmptyState
          title={t("none.title")}
          link={{ href: newRunPath(benchmark.slug), label: t("none.action") }}
        >
          {t("none.body")}
        </EmptyState>
      )}
    </BenchmarkFrame>
  );
}

type FilterProps = {
  viewer: Viewer<"admin">;
  benchmark: Benchmark;
  asked: FilterAddress;
  runs: readonly FilterRun[];
};

/** What these runs would drop: counted, shown case by case, and made. */
async function Filter({ viewer, benchmark, asked, runs }: FilterProps) {
  const { slug, tracks } = benchmark;
  const { exactly, show, track } = asked;
  const threshold = readThreshold(asked.threshold) ?? 0;
  const rule = runs.length === 1 ? "one" : asked.rule;
  const chosen = { benchmarkId: benchmark.id, runIds: runs.map(({ id }) => id), threshold, exactly };
  const alike = await countVotes(viewer, chosen);
  const parted = partVotes(alike, rule);
  const shown = alike.filter((one) => track === undefined || one.track === track);
  const pages = Math.max(1, Math.ceil(countOutcomes(shown, rule)[show] / filteredPerPage));
  const page = Math.min(asked.page, pages);
  const cases = await listVoted(viewer, chosen, { votes: parted[show], track, page });
  const preview = { alike, runs, rule, tracks: tracks.map(({ name }) => name) } as const;
  return (
    <>
      <FilterPreview {...preview} />
      <MakeFiltered slug={slug} alike={alike} rule={rule} asked={{ ...asked, run: chosen.runIds }} />
      <FilteredCases
        slug={slug}
        runs={runs}
        cases={cases}
        alike={shown}
        pages={pages}
        rule={rule}
        threshold={threshold}
        asked={{ ...asked, page }}
        tracks={preview.tracks}
      />
    </>
  );
}
