import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ListedRun } from "#lib/endpoint-runs/live-run.ts";
import { askedRunPath } from "#lib/paths.ts";

type Props = { slug: string; runs: readonly ListedRun[] };

/** Runs that were begun here and aren't stored yet; what was cancelled is folded away. */
export async function AskedRuns({ slug, runs }: Props) {
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
      {open.length > 0 && <RunList slug={slug} runs={open} />}
      {cancelled.length > 0 && (
        <details>
          <summary className="target flex w-fit items-center text-accent">
            {t("cancelled", { count: cancelled.length })}
          </summary>
          <RunList slug={slug} runs={cancelled} />
        </details>
      )}
    </section>
  );
}

async function RunList({ slug, runs }: Props) {
  const t = await getTranslations("endpointRuns.list");
  const live = await getTranslations("endpointRuns.live");
  const format = await getFormatter();
  return (
    <ul role="list" className="grid gap-1">
      {runs.map(({ id, model, method, version, state, createdAt, endpoint }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <Link href={askedRunPath(slug, id)} className="wrap-anywhere text-accent underline">
            <bdi>{[model, method, version].filter(Boolean).join(" · ")}</bdi>
          </Link>
          {endpoint.isFake && <Badge tone="warning">{live("fake")}</Badge>}
          <span className="text-sm text-ink-muted">
            {t.rich("item", {
              state: t(`states.${state}`),
              when: format.dateTime(new Date(createdAt), { dateStyle: "medium", timeStyle: "short" }),
              endpoint: () => <bdi>{endpoint.name}</bdi>,
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
