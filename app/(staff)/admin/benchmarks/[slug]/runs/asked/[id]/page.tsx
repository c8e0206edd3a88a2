import { getFormatter, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { LiveRun } from "#components/endpoint-runs/live-run.tsx";
import { ExampleCases, SettingsSummary, TriedCases } from "#components/endpoint-runs/asked-run.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { TextLink } from "#components/ui/link.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import type { EndpointRunView } from "#lib/endpoint-runs/queries.ts";
import { getLiveRun, listAskedTracks, listShownCases } from "#lib/endpoint-runs/queries.ts";
import { runInput } from "#lib/endpoint-runs/schema.ts";
import { listTriedCases } from "#lib/endpoint-runs/trial-queries.ts";
import { endpointPath, studyPath, templatesPath } from "#lib/paths.ts";

/** Others for each case can be thousands. */
const maxListed = 100;

export const generateMetadata = nameBenchmarkWindow((t) => t("endpointRuns.live.window"));

export default async function AskedRunPage({
  params,
}: PageProps<"/admin/benchmarks/[slug]/runs/asked/[id]">) {
  const viewer = await requireViewer("admin");
  const given = await params;
  const id = runInput.safeParse(given);
  const benchmark = await getBenchmarkAt(viewer, given.slug);
  const run = benchmark && id.success ? await getLiveRun(viewer, id.data.id) : null;
  if (!benchmark || run?.benchmark.slug !== benchmark.slug) notFound();
  const [tracks, shown] = await Promise.all([
    listAskedTracks(viewer, run.id),
    listShownCases(viewer, run.id, maxListed),
  ]);
  const prompts = await getTranslations("promptTemplates");
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader
        title={run.model}
        intro={<RunIntro run={run} tracks={tracks} />}
        actions={
          run.purpose === "trial" && (
            <ButtonLink href={templatesPath(benchmark.slug)}>{prompts("title")}</ButtonLink>
          )
        }
      />
      <div className="grid gap-8">
        <ClientWords of={["endpointRuns", "modelCalls", "shell", "time"]}>
          <LiveRun initial={run} />
        </ClientWords>
        {run.purpose === "trial" && <TriedCases run={run} cases={await listTriedCases(viewer, run)} />}
        <SettingsSummary run={run} />
        <ExampleCases shown={shown} />
      </div>
    </BenchmarkFrame>
  );
}

/** Who began it when, over what, and where its texts go. */
async function RunIntro({ run, tracks }: { run: EndpointRunView; tracks: readonly string[] }) {
  const t = await getTranslations("endpointRuns.live");
  const format = await getFormatter();
  const { endpoint, study, plan, startedBy, method, version } = run;
  const when = format.dateTime(new Date(run.createdAt), { dateStyle: "medium", timeStyle: "short" });
  const words = {
    cases: plan.cases,
    host: plan.host,
    tracks: format.list(tracks),
    endpoint: () => (
      <TextLink href={endpointPath(endpoint.id)}>
        <bdi>{endpoint.name}</bdi>
      </TextLink>
    ),
  };
  return (
    <>
      <p>
        <bdi>{[method, version].filter(Boolean).join(" · ")}</bdi>
      </p>
      <p>
        {study
          ? t.rich("overStudy", {
              ...words,
              study: () => (
                <TextLink href={studyPath(study.slug)}>
                  <bdi>{study.title}</bdi>
                </TextLink>
              ),
            })
          : plan.trial
            ? t.rich("trial.over", { ...words, ...plan.trial })
            : t.rich("over", words)}
      </p>
      <p>
        {startedBy === null
          ? t("byNobody", { when })
          : t.rich("by", { when, name: () => <bdi>{startedBy}</bdi> })}
      </p>
    </>
  );
}
