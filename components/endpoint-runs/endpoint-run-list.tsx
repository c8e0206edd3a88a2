import { getTranslations } from "next-intl/server";
import { RunList } from "#components/endpoint-runs/run-list.tsx";
import type { ListedRun } from "#lib/endpoint-runs/live-run.ts";

type Props = { slug: string; runs: readonly ListedRun[] };

/** Runs that were begun here and aren't stored yet; what was cancelled is folded away. */
export async function EndpointRunList({ slug, runs }: Props) {
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
      {open.length > 0 && <RunList slug={slug} runs={open} nameOf={nameOf} />}
      {cancelled.length > 0 && (
        <details>
          <summary className="target flex w-fit items-center text-accent">
            {t("cancelled", { count: cancelled.length })}
          </summary>
          <RunList slug={slug} runs={cancelled} nameOf={nameOf} />
        </details>
      )}
    </section>
  );
}

const nameOf = ({ model, method, version }: ListedRun) =>
  [model, method, version].filter(Boolean).join(" · ");
