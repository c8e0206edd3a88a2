import { runLabel } from "#lib/studies/run-names.ts";
import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ListedRun } from "#lib/endpoint-runs/live-run.ts";
import { askedRunPath } from "#lib/paths.ts";

type Props = { slug: string; runs: readonly ListedRun[]; nameOf: (run: ListedRun) => string };

/** What was begun here, each with what became of it. */
async function RunList({ slug, runs, nameOf }: Props) {
  const t = await getTranslations("endpointRuns.list");
  const live = await getTranslations("endpointRuns.live");
  const format = await getFormatter();
  return (
    <ul role="list" className="grid gap-1">
      {runs.map((run) => (
        <li key={run.id} className="flex flex-wrap items-center gap-x-3">
          <Link href={askedRunPath(slug, run.id)} className="wrap-anywhere text-accent underline">
            <bdi>{nameOf(run)}</bdi>
          </Link>
          {run.endpoint.isFake && <Badge tone="warning">{live("fake")}</Badge>}
          <span className="text-sm text-ink-muted">
            {t.rich("item", {
              state: t(`states.${run.state}`),
              when: format.dateTime(new Date(run.createdAt), { dateStyle: "medium", timeStyle: "short" }),
              endpoint: () => <bdi>{run.endpoint.name}</bdi>,
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

type EndpointRunListProps = { slug: string; runs: readonly ListedRun[] };

/** Runs that were begun here and aren't stored yet; what was cancelled is folded away. */
export async function EndpointRunList({ slug, runs }: EndpointRunListProps) {
  const t = await getTranslations("endpointRuns.list");
  const isCancelled = ({ state }: ListedRun) => state === "cancelled";
  const open = runs.filter((run) => !isCancelled(run) && run.state !== "finished");
  const cancelled = runs.filter(isCancelled);
  if (open.length === 0 && cancelled.length === 0) return null;
  return (
    <section aria-labelledby="asked" className="mb-6 grid gap-2">
      <h2 id="asked" className="text-lg font-semibold">
        {t("title")}
      </h2>
      {open.length > 0 && <RunList slug={slug} runs={open} nameOf={runLabel} />}
      {cancelled.length > 0 && (
        <details>
          <summary className="target flex w-fit items-center text-accent">
            {t("cancelled", { count: cancelled.length })}
          </summary>
          <RunList slug={slug} runs={cancelled} nameOf={runLabel} />
        </details>
      )}
    </section>
  );
}

type TrialListProps = { slug: string; trials: readonly ListedRun[] };

/** The trials of a benchmark's prompts, newest first. */
export async function TrialList({ slug, trials }: TrialListProps) {
  const t = await getTranslations("endpointRuns.trials");
  const asking = await getTranslations("endpointRuns.new.prompt");
  if (trials.length === 0) return null;
  const promptOf = ({ template }: ListedRun) =>
    template === null
      ? asking("own")
      : asking("option", { name: template.template.name, number: template.number });
  return (
    <section aria-labelledby="trials" className="mt-8 grid gap-2">
      <h3 id="trials" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p className="measure text-ink-muted">{t("about")}</p>
      <RunList slug={slug} runs={trials} nameOf={(run) => [promptOf(run), run.model].join(" · ")} />
    </section>
  );
}
