import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ListedRun } from "#lib/endpoint-runs/live-run.ts";
import { askedRunPath } from "#lib/paths.ts";

type Props = { slug: string; runs: readonly ListedRun[]; nameOf: (run: ListedRun) => string };

/** What was begun here, each with what became of it. */
export async function RunList({ slug, runs, nameOf }: Props) {
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
