import { getTranslations } from "next-intl/server";
import { hostOf, type Choices } from "#components/endpoint-runs/start/choices.ts";
import { StartRun } from "#components/endpoint-runs/start/start-run.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Viewer } from "#lib/auth/viewer.ts";
import { type Benchmark, listBenchmarks } from "#lib/benchmarks/queries.ts";
import { listSampledStudies, needsTemplate } from "#lib/endpoint-runs/queries.ts";
import { answerTokens } from "#lib/endpoint-runs/schema.ts";
import { listEndpoints } from "#lib/endpoints/queries.ts";
import { listEveryRunName } from "#lib/model-runs/queries.ts";
import { suggestedMethods } from "#lib/model-runs/schema.ts";
import { endpointsPath } from "#lib/paths.ts";
import { listVersions } from "#lib/prompt-templates/queries.ts";
import { runLabel } from "#lib/studies/run-names.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";

type SearchParam = string | string[] | undefined;
type Props = {
  viewer: Viewer<"admin">;
  benchmark: Benchmark;
  isTrial?: boolean;
  /** What was come from, by the address: a study, or a version of a template. */
  study?: SearchParam;
  version?: SearchParam;
};

/** For a run of a model, or for a trial of a prompt; without an endpoint neither can be begun. */
export async function StartForm({ viewer, benchmark, isTrial = false, study, version }: Props) {
  const choices = await listChoices(viewer, benchmark);
  const { versions } = choices;
  const comeFrom = versions.find(({ id }) => String(id) === version)?.id;
  const preset = comeFrom ?? ((await needsTemplate(viewer, benchmark.id)) ? versions[0]?.id : undefined);
  const t = await getTranslations("endpointRuns.new");
  if (choices.endpoints.length === 0)
    return (
      <EmptyState
        title={t("noEndpoints.title")}
        link={{ href: endpointsPath, label: t("noEndpoints.action") }}
      >
        {t("noEndpoints.body")}
      </EmptyState>
    );
  return (
    <ClientWords
      of={[
        "endpointRuns.new",
        "endpointRuns.errors",
        "endpointRuns.fieldErrors",
        "cases.filter.kinds",
        "shell",
      ]}
    >
      <StartRun
        choices={choices}
        study={choices.studies.find(({ slug }) => slug === study)?.slug ?? null}
        methods={suggestedMethods}
        isTrial={isTrial}
        version={preset ?? null}
      />
    </ClientWords>
  );
}

async function listChoices(viewer: Viewer<"admin">, benchmark: Benchmark): Promise<Choices> {
  const [studies, endpoints, benchmarks, runs, versions] = await Promise.all([
    listSampledStudies(viewer, benchmark.id),
    listEndpoints(viewer),
    listBenchmarks(viewer),
    listEveryRunName(viewer),
    listVersions(viewer, benchmark.id),
  ]);
  const { slug, cases, tracks } = benchmark;
  const names = new Set(tracks.map(({ name }) => name));
  return {
    benchmark: { slug, cases },
    tracks: tracks.map((track) => ({ name: track.name, cases: track.cases })),
    studies,
    endpoints: endpoints.map(({ id, name, address, currency, isFake, isKeyReadable }) => {
      return { id, name, host: hostOf(address), currency, isFake, isKeyReadable };
    }),
    versions: versions.map(({ id, number, template }) => ({ id, number, name: template.name })),
    pools: benchmarks
      .filter((other) => other.tracks.some((track) => names.has(track.name)))
      .map((other) => ({
        slug: other.slug,
        name: other.name,
        runs: runs
          .filter((run) => run.benchmark.slug === other.slug)
          .map((run) => ({ id: run.id, label: runLabel(run) })),
      })),
    counted: { by: tokenizerName, answer: answerTokens },
  };
}
