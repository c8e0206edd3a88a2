import { getFormatter, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { LiveRun } from "#components/endpoint-runs/live-run.tsx";
import { ExampleCases, SettingsSummary, TriedCases } from "#components/endpoint-runs/asked-run.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
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
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader
        title={run.model}
        intro={<RunIntro run={run} tracks={tracks} />}
        actions={run.purpose === "trial" && <ToPrompts slug={benchmark.slug} />}
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

async function ToPrompts({ slug }: { slug: string }) {
  const t = await getTranslations("promptTemplates");
  return <ButtonLink href={templatesPath(slug)}>{t("title")}</ButtonLink>;
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
      <Link href={endpointPath(endpoint.id)} className="text-accent underline">
        <bdi>{endpoint.name}</bdi>
      </Link>
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
                <Link href={studyPath(study.slug)} className="text-accent underline">
                  <bdi>{study.title}</bdi>
                </Link>
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
