import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import type { ExampleCase } from "#lib/endpoint-runs/live-run.ts";
import { casePath } from "#lib/paths.ts";

/** Which cases are shown before others, and with what analysis. */
export async function ExampleCases({ shown }: { shown: readonly ExampleCase[] }) {
  const t = await getTranslations("endpointRuns.live.shown");
  const [first] = shown;
  if (!first) return null;
  return (
    <section aria-labelledby="shown" className="grid gap-3">
      <h3 id="shown" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p>{t("count", { count: first.count, listed: shown.length, hidden: first.count - shown.length })}</p>
      <ul role="list" className="grid gap-2">
        {shown.map(({ versionId, benchmark, track, key, times, analysis }) => (
          <li key={versionId} className="border-t border-line pt-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <Link
                href={casePath(benchmark, track, key)}
                className="min-w-0 wrap-anywhere text-accent underline"
              >
                <bdi>{track}</bdi> · <bdi>{key}</bdi>
              </Link>
              <span className="figures text-ink-muted">{t("times", { times })}</span>
            </p>
            {analysis !== null && (
              <details>
                <summary className="target">{t("analysis")}</summary>
                <p className="measure whitespace-pre-wrap wrap-anywhere" dir="auto">
                  {analysis}
                </p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
